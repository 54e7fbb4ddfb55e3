import { z } from 'zod'
import { reason, rowRequest } from '#domain/kit/action-input.ts'
import { action, call, data } from '#domain/kit/call.ts'
import { idSchema, sentDay } from '#domain/kit/schema.ts'
import { storableText } from '#domain/kit/storable.ts'
import { uploadSchema } from '#domain/kit/upload.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { bill } from './bill.ts'
import type { BillCheck } from './bill-checks.ts'
import type { BillRecalculation } from './bill-recalculation.ts'
import type { ImportedBills } from './imported-bills.ts'

/** What a bill's checks find, and the bill beside our own figures. */
export interface BillFindings {
  validations: BillCheck[]
  /** Null where there are no buy rates, readings or days to compute it from. */
  recalculation: BillRecalculation | null
}

/** Suppliers' bills: they come with an invoice or by file. */
export const billCalls = {
  ...verbs(bill, { without: ['create'] }),
  approve: action(bill, 'approve', {
    summary: 'Approve a bill: it is owed to the supplier',
    input: z.strictObject({
      ...rowRequest,
      acknowledge: z.array(z.string().max(10)).max(50).optional(),
      difference: z
        .enum(['accept', 'dispute'])
        .optional()
        .describe('What we say to an opening balance that our books do not know (W11)'),
    }),
    said: 'Bill approved.',
  }),
  dispute: action(bill, 'dispute', {
    summary: 'Dispute a bill; withheld, it is left out of payments',
    input: z.strictObject({
      ...rowRequest,
      reason,
      withhold: z.boolean().optional().describe('Left out of payments; so it is unless said'),
    }),
    said: 'Bill disputed.',
  }),
  resolve: action(bill, 'resolve', {
    summary: 'Resolve the dispute of a bill',
    input: z.strictObject({ ...rowRequest, reason: reason.optional() }),
    said: 'Dispute resolved.',
  }),
  cancel: action(bill, 'cancel', {
    summary: 'Cancel a bill that no invoice uses',
    input: z.strictObject({ ...rowRequest, reason }),
    said: 'Bill cancelled.',
  }),
  replace: action(bill, 'replace', {
    summary:
      'Replace a bill by a corrected one: the old is booked back, a draft takes its place, and what was paid waits for it',
    input: z.strictObject({ ...rowRequest, reason }),
    said: 'The old bill is cancelled. Correct this draft and approve it; an invoice that uses it is to be redone.',
  }),
  refund: action(bill, 'refund', {
    summary: 'The supplier gave back all that was paid on a bill',
    input: z.strictObject({
      ...rowRequest,
      reason,
      to: z.enum(['bank', 'credit']).describe('Where the money is: in our bank, or credit there'),
      refund_date: sentDay('Refund date').optional(),
    }),
    said: 'Bill refunded.',
  }),
  recalculation: call({
    method: 'GET',
    path: '/bill/recalculation',
    summary: 'A bill beside what our buy rates and readings say, with its checks',
    policy: { from: 'user' },
    target: bill,
    input: z.object({ id: idSchema }),
    answers: data<BillFindings>(),
  }),
  import: call({
    method: 'POST',
    path: '/bills/import',
    summary: 'Bring in suppliers’ bills from CSV, as drafts with their checks',
    policy: { from: 'user' },
    input: z.strictObject({
      file_name: storableText(255, 'The file needs a name.'),
      csv: uploadSchema.describe('A file of up to 20 MB with one line for each charge'),
      supplier_id: idSchema.nullish().describe('Else the supplier of the contract'),
      dry_run: z.boolean().optional().describe('Show everything and store nothing'),
    }),
    answers: data<ImportedBills>(),
  }),
}
