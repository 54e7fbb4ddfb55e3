import type { Bill } from '#domain/bills/bill.ts'
import { gstInsideOf } from '#domain/kit/figure.ts'
import { type Cents, cents, sumCents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { Invoice } from './invoice.ts'

type EarnedInvoice = Pick<
  Invoice,
  | ('billing' | 'gst_percent' | 'discounted_service_fee' | 'discounted_total_this_period')
  | ('late_payment_fee_total' | 'late_payment_fee_gst' | 'gst_if_discounted')
>
type CostlyBill = Pick<
  Bill,
  'bill_status' | 'discounted_bill_sum' | 'othercharges_total' | 'due_gst' | 'gst_percent'
>

export interface InvoiceMargin {
  /** What the invoice brings us, and what its bills cost; both without GST, paid in time. */
  income: string
  cost: string
  margin: string
}

/**
 * What is left of an invoice when both sides are paid in time. GST is nobody's income and a late fee
 * belongs to an earlier invoice: neither is in it. In split billing the fee alone is ours.
 */
export function invoiceMargin(invoice: EarnedInvoice, bills: readonly CostlyBill[]): InvoiceMargin {
  const isSplit = invoice.billing === 'split'
  const income = isSplit ? feeWithoutGst(invoice) : chargesWithoutGst(invoice)
  const live = bills.filter(({ bill_status }) => !isSplit && !bookedBack.includes(bill_status))
  const cost = sumCents(live.map(costWithoutGst))
  const margin = wholeCents(income - cost)
  const [earned, spent, left] = [income, cost, margin].map(toDecimalString)
  return { income: earned ?? '', cost: spent ?? '', margin: left ?? '' }
}

// What was owed for these is booked back.
const bookedBack: readonly Bill['bill_status'][] = ['cancelled', 'refunded']

const at = (amount: string | null) => cents(amount ?? '0.00')

function feeWithoutGst({ discounted_service_fee, gst_percent }: EarnedInvoice): Cents {
  const fee = at(discounted_service_fee)
  return wholeCents(fee - gstInsideOf(fee, gst_percent ?? '0').cents)
}

function chargesWithoutGst(invoice: EarnedInvoice): Cents {
  const period = at(invoice.discounted_total_this_period) - at(invoice.late_payment_fee_total)
  const gst = at(invoice.gst_if_discounted) - at(invoice.late_payment_fee_gst)
  return wholeCents(period - gst)
}

/** This period of a bill; where its GST is not known, what its percentage comes to. */
function costWithoutGst(bill: CostlyBill): Cents {
  const period = sumCents([at(bill.discounted_bill_sum), at(bill.othercharges_total)])
  const gst = bill.due_gst
    ? cents(bill.due_gst)
    : gstInsideOf(period, bill.gst_percent ?? '0').cents
  return wholeCents(period - gst)
}
