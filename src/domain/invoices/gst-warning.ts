import { formatDayShort } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { type GstRates, gstPercentOn } from '#domain/kit/gst.ts'
import type { InvoiceWarning } from './invoice-warnings.ts'

interface TaxedInvoice {
  gst_percent: string | null
  invoice_date: string | null
  /** A credit note is taxed as what it credits. */
  credits_id?: number | null | undefined
}

/** An invoice that was drafted for another day may have the percentage of that day. */
export function gstWarnings(
  rates: GstRates,
  { gst_percent, invoice_date, credits_id }: TaxedInvoice,
): InvoiceWarning[] {
  if (gst_percent === null || invoice_date === null || credits_id) return []
  const own = new Exact(gst_percent)
  const due = gstPercentOn(rates, invoice_date)
  const isOfAnotherDay = !own.eq(due) && rates.some(({ percent }) => own.eq(percent))
  if (!isOfAnotherDay) return []
  const day = formatDayShort(invoice_date)
  return [
    { code: 'W07', message: `GST is ${due} % on ${day}, the invoice has ${own.toFixed()} %.` },
  ]
}
