import type { TraceStep } from '#domain/pricing/trace.ts'
import { type Explained, explainInvoice, type SentPage } from './explain-invoice.ts'

export type Billing = 'standard' | 'split'

/** What the customer is charged and how it adds up: use × rate, GST, discount, fee, old debts. */
const ours = [
  'charges_sum',
  'charges_gst',
  'charges_total',
  'othercharges_sum',
  'othercharges_gst',
  'othercharges_total',
  'discounted_charges',
  'discounted_subtotal',
  'undiscounted_subtotal',
  'discounted_service_fee',
  'undiscounted_service_fee',
  'late_payment_fee_amount',
  'late_payment_fee_gst',
  'late_payment_fee_total',
  'owncharges_sum',
  'owncharges_gst',
  'owncharges_total',
  'reliance_opening_balance',
  'opening_balance',
  'discounted_total_this_period',
  'undiscounted_total_this_period',
  'discounted_total',
  'undiscounted_total',
  'discounted_charges_gst',
  'discounted_service_fee_gst',
  'undiscounted_service_fee_gst',
  'reliance_opening_balance_gst',
  'gst_if_discounted',
  'gst_if_not',
] as const

/** The supplier's bill, where it is the customer's own: passed on line by line. */
const supplierBill = [
  'supplier_rest',
  'supplier_difference',
  'supplier_opening_balance',
  'supplier_discounted_charges',
  'supplier_charges',
  'supplier_other',
  'supplier_discounted_total_this_period',
  'supplier_discounted_total',
  'supplier_undiscounted_total',
] as const

/** At our own rates, what the supplier asks of us is our cost and nobody else's business. */
const told: Record<Billing, ReadonlySet<string>> = {
  standard: new Set(ours),
  split: new Set([...ours, ...supplierBill]),
}

const isLine = (key: string) => /^line\.\d+$/.test(key)

/** Every amount the customer is asked for in words; what is nothing needs no explaining. */
export function explainToCustomer(
  trace: readonly TraceStep[],
  invoice: SentPage & { billing: Billing },
): Explained[] {
  const seen = told[invoice.billing]
  return explainInvoice(trace, invoice).filter(
    ({ key, amount }) => (isLine(key) || seen.has(key)) && amount !== '0.00',
  )
}
