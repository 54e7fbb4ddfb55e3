import { gstInside, type PostedInvoice } from '#domain/books/postings.ts'
import { cents } from '#domain/kit/money.ts'

/** The amounts of a stored invoice as the books take them. */
export function postedInvoice(row: Record<string, unknown>): PostedInvoice {
  const at = (name: string) => cents(String(row[name] ?? '0.00'))
  const gst = String(row.gst_percent ?? '0')
  return {
    discounted: at('discounted_total_this_period'),
    undiscounted: at('undiscounted_total_this_period'),
    billing: row.billing === 'split' ? 'split' : 'standard',
    split_collection: row.split_collection === 'through_us' ? 'through_us' : 'direct',
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
