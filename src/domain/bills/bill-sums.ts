import { Exact } from '#domain/kit/decimal.ts'
import { gstInsideOf, percentOf } from '#domain/kit/figure.ts'
import { type Cents, cents, sumCents, wholeCents } from '#domain/kit/money.ts'
import { round2, toDollars } from '#domain/kit/rounding.ts'
import { printedAmount } from './bill-recalculation.ts'
import type { BillSide } from './bill-side.ts'

export interface BillSums {
  charges_sum: Cents
  charges_gst: Cents
  /** Charges with GST before and after the supplier's discount. */
  undiscounted_bill_sum: Cents
  discounted_bill_sum: Cents
  other_sum: Cents
  other_gst: Cents
  other_total: Cents
  opening_balance: Cents
  /** GST of this period when it is paid in time, and when it is not. */
  due_gst: Cents
  full_gst: Cents
}

/** What one supplier's bill comes to: GST once on the charges and once on the rest. */
export function computedSums(bill: BillSide, gst_percent: string): BillSums {
  return sumsOf(bill, gst_percent, ({ quantity, rate }) => round2(new Exact(quantity).times(rate)))
}

/** The same as the supplier printed it: where its figures differ from ours by cents, they win. */
export function billSums(bill: BillSide, gst_percent: string): BillSums {
  const sums = sumsOf(bill, gst_percent, printedAmount)
  return withPrintedTotal(bill, withPrintedGst(bill, sums, gst_percent), gst_percent)
}

/** How far a printed figure may be from ours by rounding alone: two cents, or one for each line. */
export const roundingSlack = ({ lines }: Pick<BillSide, 'lines'>): Cents =>
  wholeCents(Math.max(2, lines.length))

type AmountOf = (line: BillSide['lines'][number]) => Cents

function sumsOf(bill: BillSide, gst_percent: string, amountOf: AmountOf): BillSums {
  const sumOf = (discountable: boolean) =>
    sumCents(bill.lines.filter((line) => line.discountable === discountable).map(amountOf))
  const other_sum = sumOf(false)
  const other_gst = percentOf(other_sum, gst_percent, 'gst').cents
  const charges_sum = sumOf(true)
  const rest = {
    charges_sum,
    other_sum,
    other_gst,
    other_total: sumCents([other_sum, other_gst]),
    opening_balance: cents(bill.opening_balance ?? '0.00'),
  }
  const charges_gst = percentOf(charges_sum, gst_percent, 'gst').cents
  return { ...rest, ...chargesWith(charges_gst, { ...rest, bill, gst_percent }) }
}

interface Charged {
  bill: Pick<BillSide, 'ppd_percent'>
  gst_percent: string
  charges_sum: Cents
  other_gst: Cents
}

/** All that follows from the GST on the charges. */
function chargesWith(charges_gst: Cents, { bill, gst_percent, ...sums }: Charged) {
  const undiscounted_bill_sum = sumCents([sums.charges_sum, charges_gst])
  const share = new Exact(100).minus(bill.ppd_percent).div(100)
  const discounted_bill_sum = round2(toDollars(undiscounted_bill_sum).times(share))
  const discounted_gst =
    discounted_bill_sum === undiscounted_bill_sum
      ? charges_gst
      : gstInsideOf(discounted_bill_sum, gst_percent).cents
  return {
    charges_gst,
    undiscounted_bill_sum,
    discounted_bill_sum,
    due_gst: sumCents([discounted_gst, sums.other_gst]),
    full_gst: sumCents([charges_gst, sums.other_gst]),
  }
}

/** A supplier prints the GST of all it charges, or of what is left after its discount. */
function withPrintedGst(bill: BillSide, sums: BillSums, gst_percent: string): BillSums {
  if (bill.printed_gst == null) return sums
  const printed = cents(bill.printed_gst)
  const [ofAll, inTime] = [printed - sums.full_gst, printed - sums.due_gst]
  if (Math.min(Math.abs(ofAll), Math.abs(inTime)) > roundingSlack(bill)) return sums
  if (Math.abs(inTime) < Math.abs(ofAll)) return { ...sums, due_gst: printed }
  const charges_gst = wholeCents(sums.charges_gst + ofAll)
  return { ...sums, ...chargesWith(charges_gst, { ...sums, bill, gst_percent }) }
}

/** The total is printed with the discount or without; cents it is off by are rounding of GST. */
function withPrintedTotal(bill: BillSide, sums: BillSums, gst_percent: string): BillSums {
  if (bill.printed_total == null) return sums
  const beside = sums.other_total + sums.opening_balance
  const charges = wholeCents(cents(bill.printed_total) - beside)
  const [ofAll, inTime] = [charges - sums.undiscounted_bill_sum, charges - sums.discounted_bill_sum]
  if (Math.min(Math.abs(ofAll), Math.abs(inTime)) > roundingSlack(bill)) return sums
  if (Math.abs(inTime) < Math.abs(ofAll)) return { ...sums, discounted_bill_sum: charges }
  if (bill.printed_gst != null) return sums
  const charges_gst = wholeCents(sums.charges_gst + ofAll)
  return { ...sums, ...chargesWith(charges_gst, { ...sums, bill, gst_percent }) }
}
