/** What an entry of the books is about, as it is stored. */
export const ledgerEvents = {
  invoiceSent: 'invoice_sent',
  creditFreed: 'credit_freed',
  discountTaken: 'discount_taken',
  discountLost: 'discount_lost',
  moneyReceived: 'money_received',
  paymentCancelled: 'payment_cancelled',
  refund: 'refund',
  payout: 'payout',
  debitsPaidOut: 'debits_paid_out',
  feeWaived: 'fee_waived',
  writeOff: 'write_off',
  allocation: 'allocation',
  unallocation: 'unallocation',
  billApproved: 'bill_approved',
  billDifference: 'bill_difference',
  billDiscountLost: 'bill_discount_lost',
  billPaid: 'bill_paid',
  billAllocation: 'bill_allocation',
  billUnallocation: 'bill_unallocation',
  billCleared: 'bill_cleared',
  billPaymentBack: 'bill_payment_back',
  billPaidBack: 'bill_paid_back',
  pairClosed: 'pair_closed',
  openingBalance: 'opening_balance',
  goodwill: 'goodwill',
  correction: 'correction',
  returnedRefund: 'returned_refund',
  bankOpened: 'bank_opened',
  bankMoved: 'bank_moved',
  bankTransfer: 'bank_transfer',
  bankCoded: 'bank_coded',
  bankAside: 'bank_aside',
  commissionAccrued: 'commission_accrued',
  commissionTaken: 'commission_taken_back',
  commissionStated: 'commission_stated',
  commissionStatedBack: 'commission_statement_cancelled',
  commissionPaid: 'commission_paid',
  commissionPaymentBack: 'commission_payment_back',
  manual: 'manual',
} as const

export type LedgerEvent = (typeof ledgerEvents)[keyof typeof ledgerEvents]
type Reversal<E extends LedgerEvent> = `${E}_reversed`
/** An entry is what happened, or takes back one that was. */
export type BookedEvent = LedgerEvent | Reversal<LedgerEvent>

export function reversalOf<E extends LedgerEvent>(event: E): Reversal<E> {
  return `${event}_reversed`
}

const alsoTakenBack = (events: readonly LedgerEvent[]): readonly BookedEvent[] =>
  events.flatMap((event) => [event, reversalOf(event)])

/** Decides whether a discount stands: at most one of them does at a time. */
export const discountEvents = [ledgerEvents.discountTaken, ledgerEvents.discountLost] as const

export const writeOffEvents = alsoTakenBack([ledgerEvents.writeOff])
export const feeEvents = alsoTakenBack([ledgerEvents.feeWaived])
export const refundEvents = alsoTakenBack([ledgerEvents.refund])
/** Credit that a document gave leaves, comes back, or had not left at all. */
export const payoutEvents = alsoTakenBack([ledgerEvents.payout, ledgerEvents.paymentCancelled])
/** Changes what is asked for on an invoice without any money. */
export const forgivingEvents = [...writeOffEvents, ...feeEvents]
/** Moves a customer's money onto invoices and off them. */
export const placingEvents = alsoTakenBack([ledgerEvents.allocation, ledgerEvents.unallocation])
/** Says what a bill comes to from the day it was written. */
export const documentEvents = alsoTakenBack([
  ledgerEvents.billApproved,
  ledgerEvents.billDifference,
])
/** Puts our money on a bill, or closes a rest of it: it tells nothing of what the bill comes to. */
export const restEvents = alsoTakenBack([ledgerEvents.billCleared])
/** Moves our money with a supplier onto what we owe it and off again. */
export const supplierPlacingEvents = alsoTakenBack([
  ledgerEvents.billAllocation,
  ledgerEvents.billUnallocation,
])
/** What is left of a supplier's money is settled between us. */
export const pairEvents = alsoTakenBack([ledgerEvents.pairClosed])
