import { formatBankAccount } from '#domain/kit/bank-account.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import {
  type DocumentSection,
  facts,
  type Paragraph,
  type PrintedDocument,
  paragraph,
} from '#domain/kit/document.ts'
import { formatGstNumber } from '#domain/kit/gst-number.ts'
import { cents, formatMoney, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { formatPhone } from '#domain/kit/phone.ts'
import type { BilledLine } from '#domain/pricing/billed-line.ts'
import type { Invoice } from './invoice.ts'
import { chartsOf, type UseOfService } from './use-chart.ts'

interface Party {
  name: string
  street: string | null
  suburb: string | null
  city: string | null
  postcode: string | null
  email: string | null
  phone: string | null
}

/** All of an invoice that its page and its letters may say; the rest of the row is ours. */
type PrintedField =
  | 'id'
  | 'invoice_number'
  | 'invoice_date'
  | 'invoiced_at'
  | 'due_date'
  | 'discounted_date'
  | 'period_start'
  | 'period_end'
  | 'period_days'
  | 'contract_id'
  | 'redo_of_id'
  | 'billing'
  | 'split_collection'
  | 'charges_total'
  | 'discounted_charges'
  | 'othercharges_total'
  | 'discounted_service_fee'
  | 'undiscounted_service_fee'
  | 'late_payment_fee_total'
  | 'owncharges_total'
  | 'supplier_opening_balance'
  | 'supplier_discounted_total_this_period'
  | 'supplier_discounted_total'
  | 'supplier_undiscounted_total'
  | 'discounted_total_this_period'
  | 'undiscounted_total_this_period'
  | 'gst_if_discounted'
  | 'gst_if_not'
  | 'opening_balance'
  | 'discounted_total'
  | 'undiscounted_total'
  | 'balance'

type Lines = {
  lines: BilledLine[] | null
  page_items: { invoice_number: string; balance: string }[] | null
}
type PrintedInvoice = Pick<Invoice, PrintedField> & Lines
export type WholeInvoice = Invoice & Lines

export interface InvoiceFacts {
  organisation: Party & {
    trading_name: string | null
    gst_number: string | null
    bank_account_name: string | null
    bank_account_number: string | null
  }
  customer: Party & {
    customer_number: string | null
    name_business: string | null
    nzbn: string | null
  }
  supplier: string | null
  connections: readonly string[]
  invoice: PrintedInvoice
  /** The number of the invoice this one stands in the place of. */
  replaces?: string | null | undefined
  /** The number of the invoice this one gives money back of. */
  credits?: string | null | undefined
  /** The address at which anybody can have our bank account checked, signed. */
  account_proof?: string | undefined
  /** The direct debit that collects it, where one is under way. */
  collection?: Collection | null | undefined
  /** What the contract's connections used up to the end of the period. */
  use?: readonly UseOfService[] | undefined
}

/** What is collected by direct debit, when, and from which account. */
export interface Collection {
  amount: string
  charge_date: string
  account_ending: string | null
}

/** In the words of the page, the mail and the link. */
export function collectionInWords({ amount, charge_date, account_ending }: Collection): string {
  const from = account_ending ? ` from ••${account_ending}` : ''
  return `We’ll collect $${formatMoney(amount)} on ${formatDayShort(charge_date)}${from}.`
}

/** What the page behind the link tells in its own way. */
export const headings = {
  toPay: 'What to pay',
  nothing: 'Nothing to pay',
  howTo: 'How to pay',
  collected: 'Paid by direct debit',
}

/** The tax invoice as the customer reads it: all that the law asks for, and how to pay. */
export function invoiceDocument(given: InvoiceFacts): PrintedDocument {
  const { organisation, customer, invoice } = given
  const broker = organisation.trading_name ?? organisation.name
  const number = invoice.invoice_number ?? 'Draft'
  const isSent = Boolean(invoice.invoiced_at)
  const charts = chartsOf(given.use ?? [])
  return {
    title: invoice.discounted_total_this_period?.startsWith('-')
      ? 'Credit tax invoice'
      : 'Tax invoice',
    reference: number,
    sender: [broker, ...registeredName(organisation), ...addressOf(organisation)],
    recipient: [customer.name_business ?? customer.name, ...reachedAt(customer)],
    day: invoice.invoice_date ?? '',
    sections: [
      amounts(given),
      given.collection ? collected(given, given.collection) : payment(given),
      about(given),
      ...(invoice.billing === 'split' ? [supplierSection(given)] : []),
      linesSection(given),
      summary(given),
      ...charts.map((chart) => ({ heading: `${chart.title}, ${chart.unit}`, blocks: [chart] })),
    ],
    footer: `${broker} · Tax invoice ${number}`,
    ...(isSent ? {} : { mark: 'Draft' }),
  }
}

/** Under a trading name the name that is registered for GST is told as well. */
function registeredName({ name, trading_name }: InvoiceFacts['organisation']): string[] {
  return trading_name && trading_name !== name ? [name] : []
}

/** The law asks for one way to reach the recipient; an address is the best of them. */
function reachedAt(customer: InvoiceFacts['customer']): string[] {
  const lines = addressOf(customer)
  if (lines.length > 0) return lines
  return [customer.email, customer.phone && formatPhone(customer.phone)].flatMap((one) =>
    one ? [one] : [],
  )
}

function amounts({ invoice }: InvoiceFacts): DocumentSection {
  const inTime = invoice.discounted_total ?? '0.00'
  const later = invoice.undiscounted_total ?? '0.00'
  if (inTime.startsWith('-') || inTime === '0.00')
    return {
      heading: headings.nothing,
      blocks: [
        paragraph(
          inTime === '0.00'
            ? 'This invoice is settled. There is nothing to pay.'
            : `You are $${formatMoney(inTime.slice(1))} in credit. There is nothing to pay.`,
        ),
      ],
    }
  const list: [string, string][] =
    inTime === later
      ? [[`To pay by ${formatDayShort(invoice.due_date)}`, dollars(inTime)]]
      : [
          [`To pay by ${formatDayShort(invoice.discounted_date)}`, dollars(inTime)],
          [`To pay after ${formatDayShort(invoice.discounted_date)}`, dollars(later)],
        ]
  return { heading: headings.toPay, blocks: [facts(list)] }
}

function about({
  organisation,
  customer,
  supplier,
  connections,
  invoice,
  replaces,
  credits,
}: InvoiceFacts): DocumentSection {
  return {
    heading: 'About this invoice',
    blocks: [
      facts([
        ['GST number', organisation.gst_number && formatGstNumber(organisation.gst_number)],
        ['Invoice number', invoice.invoice_number],
        ['In place of invoice', replaces],
        ['Credit for invoice', credits],
        ['Invoice date', formatDayShort(invoice.invoice_date)],
        ['Due date', formatDayShort(invoice.due_date)],
        ['Customer number', customer.customer_number],
        ['NZBN', customer.nzbn],
        ['Period', periodOf(invoice)],
        [connections.length > 1 ? 'Connections' : 'Connection', connections.join(', ')],
        ['Supplier', supplier],
      ]),
    ],
  }
}

function periodOf({ period_start, period_end, period_days }: PrintedInvoice): string | null {
  if (!period_start || !period_end) return null
  return `${formatDayShort(period_start)} to ${formatDayShort(period_end)}, ${period_days} days`
}

function supplierSection({ invoice, supplier }: InvoiceFacts): DocumentSection {
  const direct = invoice.split_collection === 'direct'
  return {
    heading: `${supplier ?? 'Supplier'}’s bill`,
    blocks: [
      facts([
        ['Opening balance', dollars(invoice.supplier_opening_balance)],
        ['This period, paid in time', dollars(invoice.supplier_discounted_total_this_period)],
        ['Paid in time', dollars(invoice.supplier_discounted_total)],
        ['Later', dollars(invoice.supplier_undiscounted_total)],
      ]),
      ...(direct ? [paragraph(`Payable to ${supplier ?? 'the supplier'}, not to us.`)] : []),
    ],
  }
}

function linesSection({ invoice, connections }: InvoiceFacts): DocumentSection {
  // With one connection its number stands above; with several each line says whose it is.
  const whose = (line: BilledLine) =>
    connections.length > 1 && line.connection ? `, ${line.connection}` : ''
  const estimated = (line: BilledLine) =>
    new Exact(line.estimated_share || '0').gt(0) ? ' (estimated)' : ''
  return {
    heading: 'Charges',
    blocks: [
      {
        kind: 'table',
        columns: [
          { label: 'Description', isNumber: false },
          { label: 'Days', isNumber: false },
          { label: 'Quantity', isNumber: true },
          { label: 'Rate', isNumber: true },
          { label: 'Amount', isNumber: true },
        ],
        rows: (invoice.lines ?? []).map((line) => [
          `${line.name}${whose(line)}${estimated(line)}`,
          line.from && line.to ? `${formatDayShort(line.from)} – ${formatDayShort(line.to)}` : '',
          `${plain(line.quantity)} ${line.unit === 'm3' ? 'm³' : line.unit}`,
          plain(line.rate),
          formatMoney(line.amount),
        ]),
      },
    ],
  }
}

function summary({ invoice }: InvoiceFacts): DocumentSection {
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

function openingWords({ page_items }: InvoiceFacts['invoice']): Paragraph[] {
  const items = page_items ?? []
  if (items.length === 0) return []
  const named = items.map((item) => `${item.invoice_number} ($${formatMoney(item.balance)})`)
  return [paragraph(`The opening balance is from ${named.join(', ')}.`)]
}

function less(amount: string | null, part: string | null): string {
  return toDecimalString(wholeCents(cents(amount ?? '0.00') - cents(part ?? '0.00')))
}

const SCAN =
  'Is this account ours? Scan the code before you pay: the page it opens shows the account that we signed. If it shows another one, or another address than ours, do not pay and call us.'

const contactOf = ({ email, phone }: Party) =>
  [email, phone && formatPhone(phone)].filter(Boolean).join(' or ')

/** Nobody has to do anything: it says when and how much, and whom to ask. */
function collected({ organisation }: InvoiceFacts, collection: Collection): DocumentSection {
  const contact = contactOf(organisation)
  return {
    heading: headings.collected,
    blocks: [
      paragraph(`${collectionInWords(collection)} You don’t need to do anything.`),
      ...(contact ? [paragraph(`Questions? ${contact}`)] : []),
    ],
  }
}

function payment({
  organisation,
  invoice,
  customer,
  account_proof,
}: InvoiceFacts): DocumentSection {
  const { bank_account_number: account } = organisation
  const contact = contactOf(organisation)
  return {
    heading: headings.howTo,
    blocks: [
      facts([
        ['Account name', organisation.bank_account_name ?? organisation.name],
        ['Account number', account && formatBankAccount(account)],
        ['Reference', invoice.invoice_number],
        ['Code', customer.customer_number],
      ]),
      ...(account_proof ? [{ kind: 'code', text: account_proof, says: SCAN } as const] : []),
      ...(contact ? [paragraph(`Questions? ${contact}`)] : []),
    ],
  }
}

function addressOf(place: Party): string[] {
  const town = [place.city, place.postcode].filter(Boolean).join(' ')
  return [place.street, place.suburb, town].filter((line): line is string => Boolean(line))
}

const dollars = (amount: string | null) => (amount === null ? '' : `$${formatMoney(amount)}`)
const plain = (value: string) => new Exact(value).toFixed()
