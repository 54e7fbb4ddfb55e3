import { z } from 'zod'
import { reason, rowRequest } from '#domain/kit/action-input.ts'
import { calledAtMost } from '#domain/kit/bulk-bounds.ts'
import { action, call, data, file, type Policy, row } from '#domain/kit/call.ts'
import { idSchema, sentDay } from '#domain/kit/schema.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { readerAddress } from '#domain/mail/reader-address.ts'
import { partner } from '#domain/partners/partner.ts'
import type { AccountChange } from '#domain/payees/payee.ts'
import { layouts } from '#domain/payments/payment-file/write-payment-file.ts'
import type { CommissionKind } from './commission.ts'
import { commissionstatement } from './commissionstatement.ts'
import type { GstMode } from './statement-sums.ts'

/** One earning as a statement tells of it, and whether it still stands. */
export interface StatementLine {
  id: number
  kind: CommissionKind
  customer_id: number | null
  customer_number: string | null
  customer: string | null
  invoice_id: number | null
  invoice_number: string | null
  period_start: string | null
  period_end: string | null
  cleared_on: string | null
  bank_confirmed: boolean
  base: string | null
  share_percent: string | null
  rate: string | null
  rate_unit: 'percent' | 'fixed' | null
  amount: string
  /** The number of the statement it takes something back from. */
  corrects: string | null
  reason: string | null
  /** The day something of it was last taken back; null while it stands. */
  taken_back_on: string | null
  /** How much of it. */
  taken_back: string | null
}

/** A statement before it is kept: what it would come to. */
export interface ProposedStatement {
  partner_id: number
  partner: string
  to_date: string
  email: string | null
  gst_mode: GstMode
  line_count: number
  sum: string
  gst: string
  total: string
  brought_forward: string
  withheld: string
  to_pay: string
  warnings: string[]
  /** The draft that is there already. */
  draft_id: number | null
}

/** What became of one partner in a run. */
export interface RunResult {
  id: number
  partner: string
  statement_number: string | null
  to_pay: string
  problem: string | null
}

/** A statement that is to be paid, as it would stand in the bank's file. */
export interface StatementFileRow {
  id: number
  partner_id: number
  partner: string
  amount: string
  account: string | null
  change: AccountChange | null
  refusal: string | null
}

const ids = z.array(idSchema).min(1).max(calledAtMost)
const withReason = z.strictObject({ ...rowRequest, reason })
const entries = z.strictObject({ ...rowRequest, commission_ids: ids, reason })
/** Whoever sends money out of the door does it in their own name. */
const paying: Policy = { from: 'accounting', whileImpersonating: false }
const partnerRequest = z.strictObject({ partner_id: idSchema })

const { create: _create, ...reading } = verbs(commissionstatement, {
  without: ['update', 'removeMany', 'restore'],
})

export const commissionstatementCalls = {
  ...reading,
  new: call({
    method: 'POST',
    path: '/commissionstatement/new',
    summary: 'What a partner’s next statement would come to; nothing is kept',
    policy: { from: 'accounting', whileImpersonating: true },
    replayed: false,
    input: partnerRequest,
    answers: data<ProposedStatement>(),
  }),
  create: call({
    method: 'PUT',
    path: '/commissionstatement',
    summary: 'Draft a partner’s next statement of all that was earned up to yesterday',
    policy: { from: 'accounting' },
    input: partnerRequest,
    answers: row(commissionstatement),
    status: 201,
  }),
  lines: call({
    method: 'GET',
    path: '/commissionstatement/lines',
    summary: 'The earnings on a statement, and whether each still stands',
    policy: { from: 'accounting' },
    input: z.object({ id: idSchema }),
    answers: data<StatementLine[]>(),
    target: commissionstatement,
  }),
  linesCsv: call({
    method: 'GET',
    path: '/commissionstatement/lines/csv',
    summary: 'The earnings on a statement as a file for spreadsheets, as the partner gets it',
    policy: { from: 'accounting', whileImpersonating: false },
    sends: 'text/csv',
    input: z.object({ id: idSchema }),
    answers: file,
    target: commissionstatement,
  }),
  leaveout: action(commissionstatement, 'leaveout', {
    summary: 'Leave earnings out of a draft: they wait for the next statement',
    input: entries,
    said: 'Left out.',
  }),
  takein: action(commissionstatement, 'takein', {
    summary: 'Take earnings that wait into a draft',
    input: entries,
    said: 'Taken in.',
  }),
  send: action(commissionstatement, 'send', {
    summary: 'Give a statement its number, book its GST and mail it to the partner',
    input: z.strictObject(rowRequest),
    said: 'Statement sent.',
    status: 202,
  }),
  resend: action(commissionstatement, 'resend', {
    summary: 'Mail a statement once more, as it was sent',
    input: z.strictObject({ ...rowRequest, email: readerAddress.optional() }),
    said: 'Statement sent again.',
  }),
  pay: action(commissionstatement, 'pay', {
    summary: 'Record that a statement was paid by hand',
    input: z.strictObject({ ...rowRequest, payment_date: sentDay('Paid on').optional() }),
    said: 'Payment recorded.',
  }),
  returned: action(commissionstatement, 'returned', {
    summary: 'The payment came back or was called off: the statement is to be paid anew',
    input: withReason,
    said: 'The statement is to be paid again.',
  }),
  taxinvoice: action(commissionstatement, 'taxinvoice', {
    summary: 'Book the GST of the tax invoice that the partner sent for a statement',
    input: z.strictObject({
      ...rowRequest,
      tax_invoice_number: z.string().trim().min(1, 'Type its number.').max(60),
      tax_invoice_date: sentDay('Tax invoice of'),
    }),
    said: 'Tax invoice booked.',
  }),
  cancel: action(commissionstatement, 'cancel', {
    summary: 'Cancel a partner’s newest statement while it is unpaid; its earnings wait again',
    input: withReason,
    said: 'Statement cancelled.',
  }),
  document: call({
    method: 'GET',
    path: '/commissionstatement/document',
    summary: 'A statement as PDF: as it was sent, or a draft’s preview',
    policy: { from: 'accounting' },
    sends: 'application/pdf',
    input: z.object({ id: idSchema }),
    answers: file,
    target: commissionstatement,
  }),
  proof: call({
    method: 'GET',
    path: '/commissionstatement/proof',
    summary: 'The bytes whose SHA-256 a statement that was sent names',
    policy: { from: 'accounting' },
    sends: 'application/json',
    input: z.object({ id: idSchema }),
    answers: file,
    target: commissionstatement,
  }),
  verify: call({
    method: 'POST',
    path: '/commissionstatement/verify',
    summary: 'Read a statement again: its bytes, its hash, the chain and whether it adds up',
    policy: { from: 'accounting', whileImpersonating: true },
    replayed: false,
    input: z.strictObject({ id: idSchema }),
    answers: data<{ wrong: string[] }>(),
    target: commissionstatement,
  }),
  sendOfPartner: call({
    method: 'POST',
    path: '/partner/commission/send',
    summary: 'Create a partner’s next commission statement and send it',
    policy: { from: 'manager' },
    input: z.strictObject({ id: idSchema }),
    answers: row(commissionstatement),
    target: partner,
    status: 202,
    said: 'Statement sent.',
  }),
  run: call({
    method: 'POST',
    path: '/commissionstatements/run',
    summary: 'Draft the next statement of every partner who earned something',
    policy: { from: 'accounting' },
    input: z.strictObject({}),
    answers: data<RunResult[]>(),
  }),
  sendMany: call({
    method: 'POST',
    path: '/commissionstatements/send',
    summary: 'Send drafts, each by itself: what can’t be sent says why',
    policy: { from: 'manager' },
    input: z.strictObject({ ids }),
    answers: data<RunResult[]>(),
  }),
  previewFile: call({
    method: 'POST',
    path: '/commissionstatements/file/preview',
    summary: 'What a bank file of these statements would hold, and which accounts were changed',
    policy: { ...paying, whileImpersonating: true },
    replayed: false,
    input: z.strictObject({ ids }),
    answers: data<StatementFileRow[]>(),
  }),
  writeFile: call({
    method: 'POST',
    path: '/commissionstatements/file',
    summary: 'Write statements that were sent into one bank file and mark them as paid',
    policy: paying,
    sends: 'text/plain',
    input: z.strictObject({
      ids,
      payment_ids: ids
        .optional()
        .describe('Approved payments to suppliers that leave in the same file.'),
      layout: z.enum(layouts),
      payment_date: sentDay('Payment date'),
    }),
    answers: file,
  }),
}
