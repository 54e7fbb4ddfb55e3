import { type Cents, wholeCents } from '#domain/kit/money.ts'
import { accounts, credit, debit, gstInside, less, type Posting, real } from './postings.ts'

/**
 * What a supplier's bill is to us: our cost; money of the supplier's that we collect (split billing,
 * through us); or something to know, which the customer pays to the supplier.
 */
export type BookedAs = 'cost' | 'passed_on' | 'information'

/** An amount of a bill with the GST the supplier put into it. */
export interface BillPart {
  total: Cents
  gst: Cents
}

/** Approved: what this period comes to when we pay in time is owed to the supplier. */
export function billApproved(part: BillPart, as: BookedAs): Posting[] {
  return owed(part, as, accounts.energyCost)
}

/** The supplier's day passed without our money: what its discount took off is owed as well. */
export function supplierDiscountLost(part: BillPart, as: BookedAs): Posting[] {
  return owed(part, as, accounts.supplierDiscountLost)
}

/** What the supplier asks from before and our books did not know, accepted. */
export function supplierDifference(amount: Cents, as: BookedAs): Posting[] {
  return owed({ total: amount, gst: wholeCents(0) }, as, accounts.supplierDifferences)
}

/** Money that leaves for a supplier is our credit there until it lies on a bill. */
export function billPaid(amount: Cents): Posting[] {
  return [debit(accounts.supplierCredit, amount), credit(accounts.bank, amount)]
}

export function billAllocated(amount: Cents): Posting[] {
  return [debit(accounts.payables, amount), credit(accounts.supplierCredit, amount)]
}

export function paidBack(amount: Cents): Posting[] {
  return [debit(accounts.bank, amount), credit(accounts.supplierCredit, amount)]
}

/** A small rest that no supplier asks for any more. */
export function billCleared(rest: Cents): Posting[] {
  return [debit(accounts.payables, rest), credit(accounts.supplierDifferences, rest)]
}

/**
 * What is left of the suppliers' money once both discounts are decided: kept by us with our GST in
 * it where the customer lost the discount that we took, our cost the other way round.
 */
export function pairClosed(left: Cents, gst_percent: string): Posting[] {
  if (left < 0) {
    const cost = wholeCents(-left)
    return [debit(accounts.supplierDifferences, cost), credit(accounts.suppliersMoney, cost)]
  }
  const gst = gstInside(left, gst_percent)
  return real([
    debit(accounts.suppliersMoney, left),
    credit(accounts.supplierDiscountKept, less(left, gst)),
    credit(accounts.gst, gst),
  ])
}

function owed({ total, gst }: BillPart, as: BookedAs, cost: number): Posting[] {
  if (as === 'information') return []
  return real([
    ...(as === 'passed_on'
      ? [debit(accounts.suppliersMoney, total)]
      : [debit(cost, less(total, gst)), debit(accounts.gstOnPurchases, gst)]),
    credit(accounts.payables, total),
  ])
}
