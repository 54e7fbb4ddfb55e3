import { gstInside, type PostedInvoice } from '#domain/books/postings.ts'
import { cents, sumCents, wholeCents } from '#domain/kit/money.ts'
import { fragment } from '#server/kit/database/sql.ts'

/** The amounts of an invoice that reach the books, by their columns. */
export const amountColumns = [
  ...(['discounted_total_this_period', 'undiscounted_total_this_period'] as const),
  ...(['charges_sum', 'charges_gst', 'charges_total', 'discounted_charges'] as const),
  ...(['othercharges_sum', 'othercharges_gst', 'othercharges_total'] as const),
  ...(['discounted_service_fee', 'undiscounted_service_fee'] as const),
  ...(['late_payment_fee_amount', 'late_payment_fee_gst'] as const),
  ...(['owncharges_sum', 'owncharges_gst'] as const),
  ...(['undiscounted_subtotal', 'supplier_difference'] as const),
]
type AmountColumn = (typeof amountColumns)[number]

/** The columns of an invoice that reach the books: whoever passes one must have them all. */
export type PostedColumns = Record<AmountColumn, string | null> &
  Pick<PostedInvoice, 'billing' | 'split_collection'> & { gst_percent: string | null }

/** What is owed on an invoice in time and later, in SQL of the invoice `i`. */
export const DISCOUNTED = fragment`(i.discounted_total_this_period + coalesce(i.supplier_difference, 0))`
export const UNDISCOUNTED = fragment`(i.undiscounted_total_this_period
  + coalesce(i.supplier_difference, 0))`

/** The amounts of a stored invoice as the books take them. */
export function postedInvoice(row: PostedColumns): PostedInvoice {
  const at = (name: AmountColumn) => cents(row[name] ?? '0.00')
  const gst = row.gst_percent ?? '0'
  const [charges_total, charges_gst] = [at('charges_total'), at('charges_gst')]
  const discounted_charges_gst = gstInside(at('discounted_charges'), gst)
  const undiscounted_charges = wholeCents(at('undiscounted_subtotal') - at('othercharges_total'))
  const supplier_difference = at('supplier_difference')
  return {
    discounted: sumCents([at('discounted_total_this_period'), supplier_difference]),
    undiscounted: sumCents([at('undiscounted_total_this_period'), supplier_difference]),
    billing: row.billing,
    split_collection: row.split_collection,
    charges_sum: at('charges_sum'),
    charges_gst,
    charges_total,
    undiscounted_charges,
    // A credit counts with its discount whenever it is used.
    undiscounted_charges_gst:
      undiscounted_charges === charges_total ? charges_gst : discounted_charges_gst,
    discounted_charges: at('discounted_charges'),
    discounted_charges_gst,
    othercharges_sum: at('othercharges_sum'),
    othercharges_gst: at('othercharges_gst'),
    othercharges_total: at('othercharges_total'),
    service_fee: at('undiscounted_service_fee'),
    service_fee_gst: gstInside(at('undiscounted_service_fee'), gst),
    discounted_service_fee: at('discounted_service_fee'),
    discounted_service_fee_gst: gstInside(at('discounted_service_fee'), gst),
    late_payment_fee_amount: at('late_payment_fee_amount'),
    late_payment_fee_gst: at('late_payment_fee_gst'),
    owncharges_sum: at('owncharges_sum'),
    owncharges_gst: at('owncharges_gst'),
    supplier_difference,
  }
}
