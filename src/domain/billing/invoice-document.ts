import { formatDayShort } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import {
  type DocumentSection,
  facts,
  type PrintedDocument,
  paragraph,
} from '#domain/kit/document.ts'
import { formatGstNumber } from '#domain/kit/gst-number.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { formatPhone } from '#domain/kit/phone.ts'
import type { Invoice } from './invoice.ts'
import type { InvoiceLine } from './invoice-lines.ts'

interface Party {
  name: string
  street: string | null
  suburb: string | null
  city: string | null
  postcode: string | null
  email: string | null
  phone: string | null
}

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
  invoice: Invoice & {
    lines: InvoiceLine[] | null
    page_items: { invoice_number: string; balance: string }[] | null
  }
  isCopy?: boolean | undefined
}

/** The tax invoice as the customer reads it: everything New Zealand law asks for, and how to pay. */
export function invoiceDocument(given: InvoiceFacts): PrintedDocument {
  const { organisation, customer, invoice } = given
  const broker = organisation.trading_name ?? organisation.name
  const number = invoice.invoice_number ?? 'Draft'
  const isCredit = invoice.discounted_total_this_period?.startsWith('-')
  return {
    title: isCredit ? 'Credit tax invoice' : 'Tax invoice',
    reference: `${number}${given.isCopy ? ' (copy)' : ''}`,
    sender: [broker, ...addressOf(organisation)],
    recipient: [customer.name_business ?? customer.name, ...addressOf(customer)],
    day: invoice.invoice_date ?? '',
    sections: [
      amounts(given),
      about(given),
      ...(invoice.billing === 'split' ? [supplierSection(given)] : []),
      linesSection(given),
      summary(given),
      payment(given),
    ],
    footer: `${broker} · Tax invoice ${number}`,
  }
}

function amounts({ invoice }: InvoiceFacts): DocumentSection {
  const inTime = invoice.discounted_total ?? '0.00'
  const later = invoice.undiscounted_total ?? '0.00'
  if (inTime.startsWith('-') || inTime === '0.00')
    return {
      heading: 'Nothing to pay',
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
          ['To pay after that', dollars(later)],
        ]
  return { heading: 'What to pay', blocks: [facts(list)] }
}

function about({
  organisation,
  customer,
  supplier,
  connections,
  invoice,
}: InvoiceFacts): DocumentSection {
  return {
    heading: 'About this invoice',
    blocks: [
      facts([
        ['GST number', organisation.gst_number && formatGstNumber(organisation.gst_number)],
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

function periodOf({ period_start, period_end, period_days }: Invoice): string | null {
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

function linesSection({ invoice }: InvoiceFacts): DocumentSection {
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
          `${line.name}${new Exact(line.estimated_share || '0').gt(0) ? ' (estimated)' : ''}`,
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
  const late = invoice.late_payment_fee_total
  const row = (label: string, inTime: string | null, later: string | null) => [
    label,
    formatMoney(inTime),
    formatMoney(later),
  ]
  const items = invoice.page_items ?? []
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
        rows: [
          row('Charges, GST included', invoice.discounted_charges, invoice.charges_total),
          row(
            'Other charges, GST included',
            invoice.othercharges_total,
            invoice.othercharges_total,
          ),
          row(
            'Service fee, GST included',
            invoice.discounted_service_fee,
            invoice.undiscounted_service_fee,
          ),
          ...(late && late !== '0.00' ? [row('Late payment fees, GST included', late, late)] : []),
          row(
            'This period',
            invoice.discounted_total_this_period,
            invoice.undiscounted_total_this_period,
          ),
          row('Opening balance', invoice.opening_balance, invoice.opening_balance),
          row('Total', invoice.discounted_total, invoice.undiscounted_total),
          row('GST in this period', invoice.gst_if_discounted, invoice.gst_if_not),
        ],
      },
      ...(items.length > 0
        ? [
            paragraph(
              `The opening balance is from ${items.map((item) => `${item.invoice_number} ($${formatMoney(item.balance)})`).join(', ')}.`,
            ),
          ]
        : []),
    ],
  }
}

function payment({ organisation, invoice, customer }: InvoiceFacts): DocumentSection {
  return {
    heading: 'How to pay',
    blocks: [
      facts([
        ['Account name', organisation.bank_account_name ?? organisation.name],
        ['Account number', organisation.bank_account_number],
        ['Reference', invoice.invoice_number],
        ['Code', customer.customer_number],
      ]),
      paragraph(
        `Questions? ${[organisation.email, organisation.phone && formatPhone(organisation.phone)].filter(Boolean).join(' or ')}`,
      ),
    ],
  }
}

function addressOf(place: Party): string[] {
  const town = [place.city, place.postcode].filter(Boolean).join(' ')
  return [place.street, place.suburb, town].filter((line): line is string => Boolean(line))
}

const dollars = (amount: string | null) => (amount === null ? '' : `$${formatMoney(amount)}`)
const plain = (value: string) => new Exact(value).toFixed()
