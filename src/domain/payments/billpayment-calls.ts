import { z } from 'zod'
import { reason, rowRequest } from '#domain/kit/action-input.ts'
import { action } from '#domain/kit/call.ts'
import { sentDay } from '#domain/kit/schema.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { billpayment } from './payment.ts'

const input = z.strictObject({ ...rowRequest, reason: reason.optional() })

/** Money to suppliers. */
export const billpaymentCalls = {
  ...verbs(billpayment, { without: ['restore'] }),
  approve: action(billpayment, 'approve', {
    summary: 'Approve a payment to a supplier',
    input,
    said: 'Payment approved.',
  }),
  pay: action(billpayment, 'pay', {
    summary: 'Note that a payment went out',
    input,
    said: 'Payment booked.',
  }),
  cancel: action(billpayment, 'cancel', {
    summary: 'Cancel a payment to a supplier',
    input,
    said: 'Payment cancelled.',
  }),
  returned: action(billpayment, 'returned', {
    summary: 'The bank sent a payment back',
    input,
    said: 'Payment is open again.',
  }),
  payback: action(billpayment, 'payback', {
    summary: 'The supplier paid back what is credit of ours, or a part of it',
    input: z.strictObject({
      ...rowRequest,
      amount: z
        .string()
        .regex(/^\d{1,10}\.\d{2}$/, 'That is not an amount.')
        .optional(),
      refund_date: sentDay('Refund date').optional(),
      reason: reason.optional(),
    }),
    said: 'Money from the supplier booked.',
  }),
}
