import { type DocumentSection, type Paragraph, paragraph } from '#domain/kit/document.ts'
import { cents, formatMoney, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { PrintedInvoice } from './invoice-document.ts'

/** How the charges come to what is asked for, paid in time and later. */
export function summarySection(invoice: PrintedInvoice): DocumentSection {
  const row = (label: string, inTime: string | null, later: string | null) => [
    label,
    formatMoney(inTime),
    formatMoney(later),
  ]
  const { discounted_total_this_period: inTime, undiscounted_total_this_period: later } = invoice
  const { gst_if_discounted, gst_if_not } = invoice
  const parts = partsOf(invoice).map(([label, left, right]) => row(label, left, right))
  const rows = [
    ...parts,
    row('This period, GST included', inTime, later),
    row('GST in this period', gst_if_discounted, gst_if_not),
    row('This period without GST', less(inTime, gst_if_discounted), less(later, gst_if_not)),
    row('Opening balance', invoice.opening_balance, invoice.opening_balance),
    row('Total to pay', invoice.discounted_total, invoice.undiscounted_total),
  ]
  return {
    heading: 'How it adds up',
    blocks: [
      {
        kind: 'table',
        columns: [
          { label: '', isNumber: false },
          { label: 'Paid in time', isNumber: true },
          { label: 'Later', isNumber: true },
        ],
        rows,
        totals: [parts.length, rows.length - 1],
      },
      ...openingWords(invoice),
    ],
  }
}

/** What this period is made of; amounts that are nothing are left out. */
function partsOf(invoice: PrintedInvoice): [string, string | null, string | null][] {
  const isDirect = invoice.billing === 'split' && invoice.split_collection === 'direct'
  const { othercharges_total: other, late_payment_fee_total: late } = invoice
  const own = invoice.owncharges_total ?? '0.00'
  const charges: [string, string | null, string | null][] = [
    ['Charges, GST included', invoice.discounted_charges, invoice.charges_total],
    ['Other charges, GST included', other, other],
  ]
  const all: typeof charges = [
    // What the supplier collects itself is no part of what is paid to us.
    ...(isDirect ? [] : charges),
    ['Service fee, GST included', invoice.discounted_service_fee, invoice.undiscounted_service_fee],
    ['Our own charges, GST included', own, own],
    ['Late payment fees, GST included', late, late],
  ]
  return all.filter(([, inTime, later]) => inTime !== '0.00' || later !== '0.00')
}

function openingWords({ page_items }: PrintedInvoice): Paragraph[] {
  const items = page_items ?? []
  if (items.length === 0) return []
  const named = items.map((item) => `${item.invoice_number} ($${formatMoney(item.balance)})`)
  return [paragraph(`The opening balance is from ${named.join(', ')}.`)]
}

function less(amount: string | null, part: string | null): string {
  return toDecimalString(wholeCents(cents(amount ?? '0.00') - cents(part ?? '0.00')))
}
