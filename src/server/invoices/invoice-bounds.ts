import type { ComputedInvoice } from '#domain/invoices/compute-invoice.ts'
import type { InvoiceWarning } from '#domain/invoices/invoice-warnings.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { badField } from '#domain/kit/problem.ts'

/** A discount that can be earned after the due date would reward paying late. */
export function refuseLateDiscount(
  dates: Pick<ComputedInvoice['fields'], 'due_date' | 'discounted_date'>,
): void {
  const { due_date, discounted_date } = dates
  if (!due_date || !discounted_date || discounted_date <= due_date) return
  const due = formatDayShort(due_date)
  throw badField('discounted_date', `Discount until can’t be after the due date, ${due}.`)
}

/** A date more than a year away is nearly always a slip of the finger; somebody looks at it. */
export function dateWarnings(invoice_date: string, today: string): InvoiceWarning[] {
  const now = Temporal.PlainDate.from(today)
  const [first, last] = [now.subtract({ years: 1 }), now.add({ years: 1 })].map(String)
  if (!first || !last || (invoice_date >= first && invoice_date <= last)) return []
  const message = `Its date, ${formatDayShort(invoice_date)}, is more than a year from today.`
  return [{ code: 'W06', message }]
}
