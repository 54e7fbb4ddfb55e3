import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { unitWord } from '#domain/kit/words.ts'
import type { KeyValues } from '#domain/messaging/template/standards.ts'
import type { BillChange } from './bill-change.ts'
import { collectionInWords, type InvoiceFacts } from './invoice-document.ts'

const dollars = (amount: string | null) => (amount === null ? null : `$${formatMoney(amount)}`)

/** What every mail about an invoice may print of it. */
export function invoiceFields({ customer, invoice, supplier, connections }: InvoiceFacts) {
  const { discounted_total: inTime, undiscounted_total: later } = invoice
  return {
    customer_name: customer.name,
    customer_number: customer.customer_number,
    invoice_number: invoice.invoice_number,
    invoice_date: formatDayShort(invoice.invoice_date),
    due_date: formatDayShort(invoice.due_date),
    discounted_date: formatDayShort(invoice.discounted_date),
    discounted_total: dollars(inTime),
    total: dollars(later),
    balance: `$${formatMoney(invoice.balance)}`,
    period_start: formatDayShort(invoice.period_start),
    period_end: formatDayShort(invoice.period_end),
    supplier_name: supplier,
    connections: connections.join(', '),
    has_discount: isAnythingToPay(invoice) && inTime !== later,
  }
}

/** The lines of an invoice, for whoever wants to see them in the mail itself. */
export function invoiceRows({ invoice }: InvoiceFacts) {
  return (invoice.lines ?? []).map(({ name, quantity, unit, amount, connection }) => ({
    line_name: name,
    line_quantity: quantity,
    line_unit: unitWord(unit),
    line_amount: dollars(amount),
    line_connection: connection,
  }))
}

/** The mail an invoice comes with: both amounts with their days, and where to read it. */
export function invoiceValues(given: {
  facts: InvoiceFacts
  link: string
  message?: string | undefined
  isCopy?: boolean
  why_changed?: string | null
}): KeyValues<'invoice'> {
  const { facts, link, message = null, isCopy = false, why_changed = null } = given
  const fields = invoiceFields(facts)
  const isAny = isAnythingToPay(facts.invoice)
  const collection = facts.collection ? collectionInWords(facts.collection) : null
  return {
    fields: {
      ...fields,
      // Who is collected from is not asked to pay as well.
      has_discount: fields.has_discount && collection === null,
      collection,
      link,
      message,
      credited_invoice: facts.credits ?? null,
      has_one_amount: isAny && !fields.has_discount && collection === null,
      is_nothing_to_pay: !isAny,
      is_copy: isCopy,
      why_changed,
    },
    rows: invoiceRows(facts),
  }
}

/** Why the bill changed, a line for each cause that makes a difference. */
export function changeInMail({ words, parts }: Pick<BillChange, 'words' | 'parts'>): string {
  const causes = parts.filter(({ amount }) => amount !== '0.00')
  return [words, ...causes.map((part) => `– ${part.words}`)].join('\n')
}

/** The mail that reminds of an invoice that is overdue. */
export function reminderValues(given: {
  facts: InvoiceFacts
  link: string
  message?: string | undefined
  late_fee: string | null
  /** The first, the second or a later one; a reminder by hand is a first one. */
  place: number
}): KeyValues<'reminder'> {
  const { facts, link, message = null, late_fee, place } = given
  return {
    fields: {
      ...invoiceFields(facts),
      link,
      message,
      late_fee: dollars(late_fee),
      step: String(place),
    },
    rows: invoiceRows(facts),
  }
}

interface RemindedInvoice {
  invoice: Pick<InvoiceFacts['invoice'], 'invoice_number' | 'due_date' | 'balance'>
}

/** The same in a few words, for the phone. */
export function reminderSms(
  { invoice }: RemindedInvoice,
  more: { link: string; late_fee: string | null; message?: string | undefined },
): string {
  const { link, late_fee, message } = more
  const due = `Invoice ${invoice.invoice_number} was due on ${formatDayShort(invoice.due_date)}`
  return [
    `${due}: $${formatMoney(invoice.balance)} is still to pay.`,
    ...(late_fee === null
      ? []
      : [`Your next invoice adds a late fee of ${dollars(late_fee)} + GST.`]),
    ...(message ? [message] : []),
    link,
  ].join(' ')
}

/** The mail that gives longer to pay an invoice that was sent. */
export function newDatesValues(given: {
  facts: InvoiceFacts
  link: string
  isDiscountOpen: boolean
}): KeyValues<'new_dates'> {
  const { facts, link, isDiscountOpen } = given
  const { discounted_total, undiscounted_total } = facts.invoice
  const is_discount_open = isDiscountOpen && discounted_total !== undiscounted_total
  return {
    fields: { ...invoiceFields(facts), link, is_discount_open },
    rows: invoiceRows(facts),
  }
}

function isAnythingToPay({ discounted_total: inTime }: InvoiceFacts['invoice']): boolean {
  return Boolean(inTime) && !inTime?.startsWith('-') && inTime !== '0.00'
}
