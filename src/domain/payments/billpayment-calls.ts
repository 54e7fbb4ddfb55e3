import { z } from 'zod'
import { reason, rowRequest } from '#domain/kit/action-input.ts'
import { action } from '#domain/kit/call.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { billpayment } from './payment.ts'

const input = z.strictObject({ ...rowRequest, reason: reason.optional() })

/** Money to suppliers. */
export const billpaymentCalls = {
  ...verbs(billpayment, { without: ['restore'] }),
  approve: action(billpayment, 'approve', {
    summary: 'Approve a payment to a supplier',
    isOwnHand: true,
    input,
    said: 'Payment approved.',
  }),
  pay: action(billpayment, 'pay', {
    summary: 'Note that a payment went out',
    isOwnHand: true,
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
}
