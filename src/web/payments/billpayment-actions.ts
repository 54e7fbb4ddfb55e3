import { billpaymentCalls } from '#domain/payments/billpayment-calls.ts'
import type { ReasonAction } from '#web/kit/dialogs/reason-dialog.tsx'

/** What can be done with a payment to a supplier, with the words that ask for it. */
export const billPaymentActions: Record<string, ReasonAction> = {
  approve: {
    title: 'Approve the payment?',
    text: 'It may then go out with the next batch.',
    button: 'Approve',
    call: billpaymentCalls.approve,
    reason: 'none',
  },
  pay: {
    title: 'Note that it was paid?',
    text: 'The money has left the bank: what it is for is paid off in the books.',
    button: 'Mark as paid',
    call: billpaymentCalls.pay,
    reason: 'none',
  },
  returned: {
    title: 'Did the bank send it back?',
    text: 'What it paid is owed again, and the payment can go out once more.',
    button: 'Returned by the bank',
    call: billpaymentCalls.returned,
    reason: 'needed',
  },
  payback: {
    title: 'Did the supplier pay it back?',
    text: 'What of it is our credit with the supplier came back to our bank today.',
    button: 'Paid back',
    call: billpaymentCalls.payback,
    reason: 'optional',
  },
  cancel: {
    title: 'Cancel the payment?',
    text: 'Money that was booked is taken back.',
    button: 'Cancel payment',
    call: billpaymentCalls.cancel,
    reason: 'needed',
    isDanger: true,
  },
}
