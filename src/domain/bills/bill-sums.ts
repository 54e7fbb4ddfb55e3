import { Exact } from '#domain/kit/decimal.ts'
import { type Cents, cents, round2, roundGst, sumCents, toDollars } from '#domain/kit/money.ts'
import type { BillSide } from './bill-side.ts'

export interface BillSums {
  /** Charges with GST before and after the supplier's discount. */
  undiscounted_bill_sum: Cents
  discounted_bill_sum: Cents
  other_total: Cents
  opening_balance: Cents
}

/** What one supplier's bill comes to: GST once on the charges and once on the rest. */
export function billSums(bill: BillSide, gst_percent: string): BillSums {
  const sumOf = (discountable: boolean) =>
    sumCents(
      bill.lines
        .filter((line) => line.discountable === discountable)
        .map((line) => round2(new Exact(line.quantity).times(line.rate))),
    )
  const withGst = (sum: Cents) =>
    sumCents([sum, roundGst(toDollars(sum).times(gst_percent).div(100))])
  const undiscounted_bill_sum = withGst(sumOf(true))
  const rest = new Exact(100).minus(bill.ppd_percent).div(100)
  return {
    undiscounted_bill_sum,
    discounted_bill_sum: round2(toDollars(undiscounted_bill_sum).times(rest)),
    other_total: withGst(sumOf(false)),
    opening_balance: cents(bill.opening_balance),
  }
}
