import { type Cents, sumCents } from '#domain/kit/money.ts'

export type SupplierDiscountState = 'open' | 'earned' | 'lost'

export interface DiscountedBill {
  /** The last day on which paying is in time; null where the bill says none. */
  supplier_due_date: string | null
  /** What is owed in time. */
  discounted: Cents
  money: readonly { date: string; amount: Cents; closes_rest: boolean }[]
}

/**
 * The supplier's discount is tested as ours is: money dated up to its day must reach what is owed in
 * time, all or nothing, or close the bill. A bill that says no day keeps its discount open.
 */
export function supplierDiscount(bill: DiscountedBill, today: string): SupplierDiscountState {
  const { supplier_due_date: last, discounted } = bill
  const inTime = bill.money.filter((one) => last === null || one.date <= last)
  const paid = sumCents(inTime.map((one) => one.amount))
  if (paid >= discounted || inTime.some((one) => one.closes_rest)) return 'earned'
  return last !== null && last < today ? 'lost' : 'open'
}
