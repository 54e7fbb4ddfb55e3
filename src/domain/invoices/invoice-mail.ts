import { formatDayShort } from '#domain/kit/calendar.ts'
import { letter } from '#domain/kit/letter.ts'
import { formatMoney } from '#domain/kit/money.ts'
import type { InvoiceFacts } from './invoice-document.ts'

interface Letter {
  subject: string
  text: string
}

/** The mail an invoice comes with: both amounts with their days, and where to read it. */
export function invoiceMail(given: {
  facts: InvoiceFacts
  link: string
  message?: string | undefined
}): Letter {
  const { organisation, customer, invoice } = given.facts
  const broker = organisation.trading_name ?? organisation.name
  return {
    subject: `Invoice ${invoice.invoice_number} from ${broker}`,
    text: letter(broker, customer.name, [
      ...(given.message ? [given.message] : []),
      ...(given.facts.credits ? [`It is a credit for invoice ${given.facts.credits}.`] : []),
      toPay(given.facts),
      'Your invoice is attached as a PDF.',
      `You can also read it, see how every amount comes about and find out how to pay here:\n${given.link}`,
    ]),
  }
}

/** The mail that reminds of an invoice that is overdue. */
export function reminderMail(given: {
  facts: InvoiceFacts
  link: string
  message?: string | undefined
  late_fee: string | null
}): Letter {
  const { organisation, customer, invoice } = given.facts
  const broker = organisation.trading_name ?? organisation.name
  const fee = given.late_fee
    ? [
        `A late payment fee of $${formatMoney(given.late_fee)} plus GST comes with your next invoice.`,
      ]
    : []
  return {
    subject: `Reminder: invoice ${invoice.invoice_number} is overdue`,
    text: letter(broker, customer.name, [
      ...(given.message ? [given.message] : []),
      `Invoice ${invoice.invoice_number} was due on ${formatDayShort(invoice.due_date)}. $${formatMoney(invoice.balance)} is still to pay.`,
      ...fee,
      `If you have paid in the meantime, thank you. If paying is difficult, please talk to us – we can help.`,
      `Your invoice: ${given.link}`,
    ]),
  }
}

/** The same in a few words, for the phone. */
export function reminderSms({ invoice }: InvoiceFacts, link: string): string {
  const owed = `$${formatMoney(invoice.balance)} is still to pay`
  return `Invoice ${invoice.invoice_number} was due on ${formatDayShort(invoice.due_date)}: ${owed}. ${link}`
}

/** The mail that gives longer to pay an invoice that was sent. */
export function laterMail(given: {
  facts: InvoiceFacts
  link: string
  isDiscountOpen: boolean
}): Letter {
  const { organisation, customer, invoice } = given.facts
  const broker = organisation.trading_name ?? organisation.name
  const { invoice_number: number, balance, due_date, discounted_date } = invoice
  const hasDiscount =
    given.isDiscountOpen && invoice.discounted_total !== invoice.undiscounted_total
  return {
    subject: `More time to pay invoice ${number} from ${broker}`,
    text: letter(broker, customer.name, [
      `You have longer to pay invoice ${number}: $${formatMoney(balance)} is still to pay, by ${formatDayShort(due_date)}.`,
      ...(hasDiscount ? [`Paid by ${formatDayShort(discounted_date)}, your discount counts.`] : []),
      `Your invoice: ${given.link}`,
    ]),
  }
}

function toPay({ invoice }: InvoiceFacts): string {
  const { discounted_total: inTime, undiscounted_total: later } = invoice
  if (!inTime || inTime.startsWith('-') || inTime === '0.00') return 'There is nothing to pay.'
  if (inTime === later)
    return `Please pay $${formatMoney(inTime)} by ${formatDayShort(invoice.due_date)}.`
  return `Please pay $${formatMoney(inTime)} by ${formatDayShort(invoice.discounted_date)}. After that day it is $${formatMoney(later)}.`
}
