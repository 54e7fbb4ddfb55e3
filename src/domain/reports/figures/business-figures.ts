import { accounttransaction } from '#domain/books/transaction.ts'
import { customer } from '#domain/customers/customer.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import { filterBy } from '#domain/kit/list-filter.ts'
import { plural } from '#domain/kit/wording.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import { proposal } from '#domain/proposals/proposal.ts'
import { connectionmove } from './connectionmove.ts'
import type { Figure, FigureNumbers } from './figure.ts'
import type { DaySpan } from './figure-facts.ts'
import { invoicemargin } from './invoicemargin.ts'

const manager = { sets: ['business'], from: 'manager' } as const
const LIVE = ['received', 'reconciled', 'partly_refunded', 'refunded']
const movesOf = (move: 'won' | 'lost', span: DaySpan) => [
  filterBy('move', 'in', move),
  filterBy('day', 'gte', span.from),
  filterBy('day', 'lte', span.to),
]
const OPEN = filterBy('proposal_status', 'in', 'open', 'waiting')

/** How the business goes, each month beside the same days of others. */
export const businessFigures: readonly Figure[] = [
  {
    ...manager,
    name: 'billed',
    label: 'Billed this month',
    entity: accounttransaction,
    where: ({ span }) => [
      filterBy('account', 'gte', '4000'),
      filterBy('account', 'lte', '4030'),
      filterBy('transaction_date', 'gte', span.from),
      filterBy('transaction_date', 'lte', span.to),
    ],
    sum: 'amount',
    isCredit: true,
    shows: 'sum',
    screen: { path: '/app/accounttransactions', params: { order: '-transaction_date' } },
    tone: 'petrol',
    hint: () => 'without GST, by the day it was booked',
    isCompared: true,
    kept: { source: 'books', keys: ['billed'] },
  },
  {
    ...manager,
    name: 'received',
    label: 'Received this month',
    entity: invoicepayment,
    where: ({ span }) => [
      filterBy('payment_status', 'in', ...LIVE),
      filterBy('payment_date', 'gte', span.from),
      filterBy('payment_date', 'lte', span.to),
    ],
    sum: 'received_amount',
    shows: 'sum',
    screen: { path: '/app/invoicepayments' },
    tone: 'petrol',
    hint: () => 'from customers, less refunds',
    isCompared: true,
    kept: { source: 'received', keys: ['received'] },
  },
  {
    ...manager,
    name: 'margin',
    label: 'Margin this month',
    entity: invoicemargin,
    where: ({ span }) => [
      filterBy('invoiced_date', 'gte', span.from),
      filterBy('invoiced_date', 'lte', span.to),
    ],
    sum: 'margin',
    shows: 'sum',
    screen: { path: '/app/invoicemargins' },
    tone: 'petrol',
    hint: () => 'of invoices sent, less what their bills cost',
    isCompared: true,
    kept: { source: 'margin', keys: ['margin'] },
  },
  {
    ...manager,
    name: 'days_to_pay',
    label: 'Days to pay',
    entity: invoice,
    where: ({ last90 }) => [
      filterBy('invoice_status', 'in', 'cleared', 'paid'),
      filterBy('cleared_at', 'gte', last90.from),
    ],
    shows: 'days',
    screen: { path: '/app/invoices' },
    tone: 'petrol',
    hint: ({ count }) => `median of ${plural(count, 'invoice')} cleared in 90 days`,
    kept: { source: 'clearing', keys: [] },
  },
  {
    ...manager,
    name: 'won',
    label: 'Won this month',
    entity: connectionmove,
    where: ({ span }) => movesOf('won', span),
    shows: 'count',
    screen: { path: '/app/connectionmoves' },
    tone: 'petrol',
    hint: () => 'connections with their first contract',
    isCompared: true,
  },
  {
    ...manager,
    name: 'lost',
    label: 'Lost this month',
    entity: connectionmove,
    where: ({ span }) => movesOf('lost', span),
    shows: 'count',
    screen: { path: '/app/connectionmoves' },
    tone: 'red',
    hint: () => 'connections: their last contract ended, and none follows on',
    isCompared: true,
  },
  {
    ...manager,
    name: 'proposals',
    label: 'Proposals',
    entity: proposal,
    where: () => [OPEN],
    parts: {
      won: {
        where: ({ last90 }) => [
          filterBy('proposal_status', 'in', 'won'),
          filterBy('decided_at', 'gte', last90.from),
        ],
      },
      decided: {
        where: ({ last90 }) => [
          filterBy('proposal_status', 'in', 'won', 'lost'),
          filterBy('decided_at', 'gte', last90.from),
        ],
      },
    },
    sum: 'yearly_fee',
    shows: 'sum',
    screen: { path: '/app/proposals' },
    tone: 'petrol',
    hint: wonShare,
  },
  {
    ...manager,
    name: 'parked',
    label: 'Parked accounts',
    entity: customer,
    where: null,
    shows: 'count',
    screen: { path: '/app/customers' },
    tone: 'red',
    hint: () => 'left alone until their books add up',
  },
]

function wonShare({ count, parts }: FigureNumbers): string {
  const { won, decided } = parts
  const open = `a year, ${plural(count, 'proposal')} open`
  if (!decided?.count) return open
  return `${open} · ${won?.count ?? 0} of ${decided.count} won in 90 days`
}
