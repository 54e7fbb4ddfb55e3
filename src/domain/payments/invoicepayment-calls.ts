import { z } from 'zod'
import { amount, reason, rowRequest } from '#domain/kit/action-input.ts'
import { action, call, data } from '#domain/kit/call.ts'
import type { Create } from '#domain/kit/entity.ts'
import { createSchema, idSchema, sentDay } from '#domain/kit/schema.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { invoicepayment } from './payment.ts'

/** An invoice or an adjustment that money is put on, or taken off. */
const item = { invoice_id: idSchema.optional(), adjustment_id: idSchema.optional() }

/** A payment of many that was recorded: where its money went. */
export interface RecordedPayment {
  id: number
  customer_id: number
  invoice_id: number | null
  adjustment_id: number | null
  allocated_amount: string
  unallocated_amount: string
  /** One of the same day, amount and reference is there already. */
  is_repeated: boolean
}

const newPayments = z.strictObject({
  // The schema is strict and built from the entity, as the type is.
  payments: z
    .array(createSchema(invoicepayment) as unknown as z.ZodType<Create<typeof invoicepayment>>)
    .min(1)
    .max(500),
})

/** Money from customers. */
export const invoicepaymentCalls = {
  ...verbs(invoicepayment, { without: ['restore'] }),
  record: call({
    method: 'PUT',
    path: '/invoicepayments',
    summary: 'Record up to 500 payments from customers at once: all of them, or none',
    policy: { from: 'accounting' },
    input: newPayments,
    answers: data<RecordedPayment[]>(),
  }),
  refund: action(invoicepayment, 'refund', {
    summary: 'Pay back a payment, in part or whole',
    input: z.strictObject({
      ...rowRequest,
      amount: amount.optional(),
      refund_date: sentDay('Refund date').optional(),
      ...item,
      /** By bank, unless the provider of direct debits is to send it back. */
      via: z.enum(['bank', 'provider']).optional(),
      /** What becomes of an invoice that all of its money is paid back of. */
      invoice_outcome: z.enum(['reversed', 'written_off', 'reopened']).optional(),
      reason,
    }),
    said: 'Refund booked.',
  }),
  cancel: action(invoicepayment, 'cancel', {
    summary: 'Cancel a payment that was entered by mistake',
    input: z.strictObject({ ...rowRequest, reason }),
    said: 'Payment cancelled.',
  }),
  dishonour: action(invoicepayment, 'dishonour', {
    summary: 'Say that the bank took a payment back: what it paid is owed again',
    input: z.strictObject({ ...rowRequest, reason, waive_fee: z.boolean().optional() }),
    said: 'Payment taken back.',
  }),
  allocate: action(invoicepayment, 'allocate', {
    summary: 'Put some of a payment on an invoice or adjustment by hand',
    input: z.strictObject({ ...rowRequest, ...item, amount }),
    said: 'Money placed.',
  }),
  unallocate: action(invoicepayment, 'unallocate', {
    summary: 'Take a payment off an invoice or adjustment: it waits for the next one',
    input: z.strictObject({ ...rowRequest, ...item }),
    said: 'Money taken off.',
  }),
  receipt: action(invoicepayment, 'receipt', {
    summary: 'Mail the customer what a payment paid, and what is still to pay',
    input: z.strictObject(rowRequest),
    said: 'Receipt sent.',
  }),
  grantppd: action(invoicepayment, 'grantppd', {
    summary: 'Let the discount stand for the invoice a payment names, else the newest it pays',
    input: z.strictObject({ ...rowRequest, reason }),
    said: 'Discount granted.',
  }),
}
