import { z } from 'zod'
import { calledAtMost } from '#domain/kit/bulk-bounds.ts'
import { call, data, file, type Policy } from '#domain/kit/call.ts'
import { idSchema, sentDay } from '#domain/kit/schema.ts'
import type { AccountChange } from '#domain/payees/payee.ts'
import { layouts } from './payment-file/write-payment-file.ts'

/** Whoever sends money out of the door does it in their own name. */
const policy: Policy = { from: 'accounting', whileImpersonating: false }

/** One payment as it would stand in the file. */
export interface FilePreviewRow {
  id: number
  supplier_id: number | null
  supplier: string | null
  amount: string
  account: string | null
  /** The account was changed in the last thirty days: when, by whom, and whether money waits. */
  change: AccountChange | null
  /** Why it can't go out. */
  refusal: string | null
}

const ids = z.array(idSchema).min(1).max(calledAtMost)

/** Payments to suppliers as the bank takes them. */
export const paymentFileCalls = {
  preview: call({
    method: 'POST',
    path: '/billpayments/file/preview',
    summary: 'What a bank file of these payments would hold, and which accounts were changed',
    policy: { ...policy, whileImpersonating: true },
    replayed: false,
    input: z.strictObject({ ids }),
    answers: data<FilePreviewRow[]>(),
  }),
  write: call({
    method: 'POST',
    path: '/billpayments/file',
    summary: 'Write approved payments to suppliers into one bank file and mark them as paid',
    policy,
    sends: 'text/plain',
    input: z.strictObject({
      ids,
      layout: z.enum(layouts),
      payment_date: sentDay('Payment date'),
    }),
    answers: file,
  }),
  again: call({
    method: 'GET',
    path: '/billpayments/file',
    summary: 'The file of a batch that was paid, once more',
    policy,
    sends: 'text/plain',
    input: z.object({
      batch: z.string().regex(/^SB-\d{8}-\d+(-\d+)?$/, 'That is not a batch.'),
      layout: z.enum(layouts),
    }),
    answers: file,
  }),
}
