import type { Contract } from '#domain/contracts/contract.ts'
import { formatBankAccount } from '#domain/kit/bank-account.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import {
  type DocumentSection,
  facts,
  largeFacts,
  type PrintedDocument,
  paragraph,
} from '#domain/kit/document.ts'
import { formatGstNumber } from '#domain/kit/gst-number.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { formatPhone } from '#domain/kit/phone.ts'
import { unitWord } from '#domain/kit/words.ts'
import type { PeriodReading } from '#domain/meters/period-reading.ts'
import type { BilledLine } from '#domain/pricing/billed-line.ts'
import type { Invoice } from './invoice.ts'
import { summarySection } from './invoice-summary.ts'
import { readingsSection } from './printed-readings.ts'
import { chartsOf, comparedSections, type UseOfService } from './use-chart.ts'

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
export const printedFields = [
  'id',
  'invoice_number',
  'invoice_date',
  'invoiced_at',
  'due_date',
  'discounted_date',
  'period_start',
  'period_end',
  'period_days',
  'contract_id',
  'redo_of_id',
  'billing',
  'split_collection',
  'charges_total',
  'discounted_charges',
  'othercharges_total',
  'discounted_service_fee',
  'undiscounted_service_fee',
  'late_payment_fee_total',
  'owncharges_total',
  'supplier_opening_balance',
  'supplier_discounted_total_this_period',
  'supplier_discounted_total',
  'supplier_undiscounted_total',
  'discounted_total_this_period',
  'undiscounted_total_this_period',
  'gst_if_discounted',
  'gst_if_not',
  'opening_balance',
  'discounted_total',
  'undiscounted_total',
  'balance',
] as const satisfies readonly (keyof Invoice)[]
type PrintedField = (typeof printedFields)[number]

type Lines = {
  lines: BilledLine[] | null
  page_items: { invoice_number: string; balance: string }[] | null
}
export type PrintedInvoice = Pick<Invoice, PrintedField> & Lines
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
  contract?: PrintedPlan | null | undefined
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
  /** What the contract's meters showed around the period. */
  readings?: readonly PeriodReading[] | undefined
  /** How to complain, in the organisation's words. */
  complaint_words?: string | undefined
}

/** Of the contract what tells a customer what they are on. */
type PrintedPlan = Pick<Contract, 'contract_number' | 'date_end' | 'is_open_plan'>

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
  const period = { from: invoice.period_start, to: invoice.period_end }
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
      ...readingsSection(given.readings ?? [], period),
      linesSection(given),
      summarySection(invoice),
      ...comparedSections(given.use ?? []),
      ...charts.map((chart) => ({ heading: `${chart.title}, ${chart.unit}`, blocks: [chart] })),
      ...complaints(given),
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
  return { heading: headings.toPay, blocks: [largeFacts(list)] }
}

function about({
  organisation,
  customer,
  supplier,
  connections,
  contract,
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
        ['Contract', contract?.contract_number],
        ['Plan', contract && planOf(contract)],
      ]),
    ],
  }
}

function planOf({ date_end, is_open_plan }: PrintedPlan): string {
  if (!date_end) return 'Open, without a fixed end'
  const end = formatDayShort(date_end)
  return is_open_plan ? `Fixed until ${end}, open after that` : `Fixed until ${end}`
}

function complaints({ complaint_words }: InvoiceFacts): DocumentSection[] {
  if (!complaint_words) return []
  return [{ heading: 'If something is wrong', blocks: [paragraph(complaint_words)] }]
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
          `${plain(line.quantity)} ${unitWord(line.unit)}`,
          plain(line.rate),
          formatMoney(line.amount),
        ]),
      },
    ],
  }
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
