import { z } from 'zod'
import { call, file, type Policy } from '#domain/kit/call.ts'
import { idSchema, sentDay } from '#domain/kit/schema.ts'
import { layouts } from './payment-file/write-payment-file.ts'

/** Whoever sends money out of the door does it in their own name. */
const policy: Policy = { from: 'accounting', whileImpersonating: false }

/** Payments to suppliers as the bank takes them. */
export const paymentFileCalls = {
  write: call({
    method: 'POST',
    path: '/billpayments/file',
    summary: 'Write approved payments to suppliers into one bank file and mark them as paid',
    policy,
    sends: 'text/plain',
    input: z.strictObject({
      ids: z.array(idSchema).min(1).max(500),
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
      batch: z.string().regex(/^SB-\d{8}-\d+$/, 'That is not a batch.'),
      layout: z.enum(layouts),
    }),
    answers: file,
  }),
}
