import { gstInside, type PostedInvoice } from '#domain/books/postings.ts'
import { cents } from '#domain/kit/money.ts'

/** The amounts of an invoice that reach the books, by their columns. */
export const amountColumns = [
  ...(['discounted_total_this_period', 'undiscounted_total_this_period'] as const),
  ...(['charges_sum', 'charges_gst', 'charges_total', 'discounted_charges'] as const),
  ...(['othercharges_sum', 'othercharges_gst', 'othercharges_total'] as const),
  ...(['discounted_service_fee', 'undiscounted_service_fee'] as const),
  ...(['late_payment_fee_amount', 'late_payment_fee_gst'] as const),
  ...(['owncharges_sum', 'owncharges_gst'] as const),
]
type AmountColumn = (typeof amountColumns)[number]

/** The columns of an invoice that reach the books: whoever passes one must have them all. */
export type PostedColumns = Record<AmountColumn, string | null> &
  Pick<PostedInvoice, 'billing' | 'split_collection'> & { gst_percent: string | null }

/** The amounts of a stored invoice as the books take them. */
export function postedInvoice(row: PostedColumns): PostedInvoice {
  const at = (name: AmountColumn) => cents(row[name] ?? '0.00')
  const gst = row.gst_percent ?? '0'
  return {
    discounted: at('discounted_total_this_period'),
    undiscounted: at('undiscounted_total_this_period'),
    billing: row.billing,
    split_collection: row.split_collection,
    charges_sum: at('charges_sum'),
    charges_gst: at('charges_gst'),
    charges_total: at('charges_total'),
    discounted_charges: at('discounted_charges'),
    discounted_charges_gst: gstInside(at('discounted_charges'), gst),
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
  }
}
