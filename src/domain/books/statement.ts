import { formatBankAccount } from '#domain/kit/bank-account.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import {
  type DocumentSection,
  facts,
  largeFacts,
  type PrintedDocument,
  paragraph,
} from '#domain/kit/document.ts'
import { formatGstNumber } from '#domain/kit/gst-number.ts'
import { type Cents, cents, formatMoney, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { BookedEvent } from './ledger-events.ts'
import { entryWords } from './statement-words.ts'

/** Money that changed what a customer owes, as the books have it. */
export interface StatementEntry {
  transaction_date: string
  event: BookedEvent
  /** Of the invoice or adjustment it is about. */
  number: string | null
  reference: string | null
  /** Positive when more is owed. */
  amount: string
}

export interface OpenItem {
  number: string
  due_date: string
  balance: string
}

export interface StatementFacts {
  organisation: {
    name: string
    gst_number: string | null
    bank_account_name: string | null
    bank_account_number: string | null
    email: string | null
    phone: string | null
    address: string[]
  }
  customer: { name: string; customer_number: string | null; address: string[] }
  from: string
  to: string
  today: string
  opening: string
  entries: readonly StatementEntry[]
  open: readonly OpenItem[]
}

/** What is owed at the end of the days of a statement. */
export function closingOf({ opening, entries }: Pick<StatementFacts, 'opening' | 'entries'>) {
  return toDecimalString(entries.reduce((sum, entry) => add(sum, entry.amount), cents(opening)))
}

/** A customer's account over some days: what was owed, asked for and paid, entry by entry. */
export function statementDocument(given: StatementFacts): PrintedDocument {
  const { organisation, customer, from, to, today } = given
  const number = customer.customer_number ?? customer.name
  return {
    title: 'Statement of account',
    reference: `${number}, ${formatDayShort(from)} to ${formatDayShort(to)}`,
    sender: [organisation.name, ...organisation.address],
    recipient: [customer.name, ...customer.address],
    day: today,
    sections: [summary(given), movements(given), ...openSection(given), payment(given)],
    footer: `${organisation.name} · Statement ${number}`,
  }
}

function summary(given: StatementFacts): DocumentSection {
  const closing = closingOf(given)
  const isCredit = closing.startsWith('-')
  return {
    heading: 'In short',
    blocks: [
      largeFacts([
        [
          isCredit
            ? `Your credit on ${formatDayShort(given.to)}`
            : `Owed on ${formatDayShort(given.to)}`,
          money(isCredit ? closing.slice(1) : closing),
        ],
        [`Owed before ${formatDayShort(given.from)}`, money(given.opening)],
      ]),
      facts([
        [
          'GST number',
          given.organisation.gst_number && formatGstNumber(given.organisation.gst_number),
        ],
      ]),
    ],
  }
}

function movements({ opening, entries, from }: StatementFacts): DocumentSection {
  let balance = cents(opening)
  const rows = entries.map((entry) => {
    balance = add(balance, entry.amount)
    const isCharge = !entry.amount.startsWith('-')
    return [
      entryWords(entry),
      formatDayShort(entry.transaction_date),
      isCharge ? formatMoney(entry.amount) : '',
      isCharge ? '' : formatMoney(entry.amount.slice(1)),
      formatMoney(balance),
    ]
  })
  const first = ['Balance brought forward', formatDayShort(from), '', '', formatMoney(opening)]
  const last = ['Balance', '', '', '', formatMoney(balance)]
  return {
    heading: 'Your account',
    blocks: [
      {
        kind: 'table',
        columns: [
          { label: 'What', isNumber: false },
          { label: 'Date', isNumber: false },
          { label: 'Charged', isNumber: true },
          { label: 'Paid', isNumber: true },
          { label: 'Balance', isNumber: true },
        ],
        rows: [first, ...rows, last],
        totals: [rows.length + 1],
      },
    ],
  }
}

/** What is open is known of today alone. */
function openSection({ open, today }: StatementFacts): DocumentSection[] {
  if (open.length === 0) return []
  return [
    {
      heading: `Open on ${formatDayShort(today)}`,
      blocks: [
        {
          kind: 'table',
          columns: [
            { label: 'Number', isNumber: false },
            { label: 'Due', isNumber: false },
            { label: 'Still to pay', isNumber: true },
          ],
          rows: open.map((item) => [
            item.number,
            `${formatDayShort(item.due_date)}${item.due_date < today ? ', overdue' : ''}`,
            formatMoney(item.balance),
          ]),
        },
      ],
    },
  ]
}

function payment({ organisation, customer }: StatementFacts): DocumentSection {
  const account = organisation.bank_account_number
  const contact = [organisation.email, organisation.phone].filter(Boolean).join(' or ')
  return {
    heading: 'How to pay',
    blocks: [
      facts([
        ['Account name', organisation.bank_account_name ?? organisation.name],
        ['Account number', account && formatBankAccount(account)],
        ['Code', customer.customer_number],
      ]),
      ...(contact ? [paragraph(`Questions? ${contact}`)] : []),
    ],
  }
}

const add = (sum: Cents, amount: string): Cents => wholeCents(sum + cents(amount))
const money = (amount: string) => `$${formatMoney(amount)}`
