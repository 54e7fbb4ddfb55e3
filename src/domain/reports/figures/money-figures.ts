import { banktransaction } from '#domain/bank/banktransaction.ts'
import { bill } from '#domain/bills/bill.ts'
import { commission } from '#domain/commissions/commission.ts'
import { customer } from '#domain/customers/customer.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import { filterBy } from '#domain/kit/list-filter.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import type { Figure } from './figure.ts'
import { openitem } from './openitem.ts'

const accounting = { sets: ['money'], from: 'accounting' } as const
const toMatch = filterBy('transaction_status', 'in', 'new', 'suggested')
const dollars = (amount: string | null | undefined) => `$${formatMoney(amount ?? '0.00')}`

/** What is owed to us and by us, and what is about to be lost. */
export const moneyFigures: readonly Figure[] = [
  {
    ...accounting,
    name: 'owed',
    label: 'Owed to us',
    entity: openitem,
    where: () => [],
    sum: 'balance',
    shows: 'sum',
    screen: { path: '/app/openitems' },
    tone: 'petrol',
    hint: ({ count }) => plural(count, 'open item'),
  },
  {
    ...accounting,
    name: 'overdue',
    label: 'Overdue',
    entity: customer,
    where: () => [filterBy('balance_overdue', 'gte', '0.01')],
    sum: 'balance_overdue',
    shows: 'sum',
    screen: { path: '/app/customers', params: { order: '-balance_overdue' } },
    tone: 'red',
    hint: ({ count }) => plural(count, 'customer'),
  },
  {
    ...accounting,
    name: 'free_credit',
    label: 'Free credit',
    entity: customer,
    where: () => [filterBy('account_credit', 'gte', '0.01')],
    sum: 'account_credit',
    shows: 'sum',
    screen: { path: '/app/customers', params: { order: '-account_credit' } },
    tone: 'petrol',
    hint: ({ count }) => `of ${plural(count, 'customer')}`,
  },
  {
    name: 'bank_lines',
    label: 'Bank lines to match',
    sets: ['money', 'work'],
    from: 'accounting',
    shows: 'count',
    entity: banktransaction,
    where: () => [toMatch],
    parts: {
      in: { where: () => [toMatch, filterBy('amount', 'gt', '0')], sum: 'amount' },
      out: { where: () => [toMatch, filterBy('amount', 'lt', '0')], sum: 'amount' },
    },
    screen: { path: '/app/banktransactions', isWhole: true },
    tone: 'amber',
    hint: ({ parts }) => `${dollars(parts.in?.amount)} in · ${outOf(parts.out?.amount)} out`,
  },
  {
    ...accounting,
    name: 'bills_due',
    label: 'Bills due in 7 days',
    entity: bill,
    where: null,
    sum: 'balance',
    shows: 'sum',
    screen: {
      path: '/app/bills',
      params: { list: 'due', order: 'supplier_due_date' },
      isWhole: true,
    },
    tone: 'amber',
    hint: ({ count }) => `${plural(count, 'bill')}, those overdue with them`,
  },
  {
    ...accounting,
    name: 'our_discount',
    label: 'Our discount at stake',
    entity: bill,
    where: ({ in7Days }) => [
      filterBy('discount_at_stake', 'gt', '0'),
      filterBy('bill_status', 'in', 'approved', 'invoiced'),
      filterBy('supplier_due_date', 'lte', in7Days),
    ],
    sum: 'discount_at_stake',
    shows: 'sum',
    screen: { path: '/app/bills', params: { order: 'supplier_due_date' } },
    tone: 'amber',
    hint: ({ count }) => `${plural(count, 'bill')} would cost more after 7 days`,
  },
  {
    ...accounting,
    name: 'customers_discount',
    label: 'Customers’ discount at stake',
    entity: invoice,
    where: ({ in7Days }) => [
      filterBy('ppd_state', 'in', 'open'),
      filterBy('discount_at_stake', 'gt', '0'),
      filterBy('discounted_date', 'lte', in7Days),
    ],
    sum: 'discount_at_stake',
    shows: 'sum',
    screen: { path: '/app/invoices', params: { order: 'discounted_date' } },
    tone: 'petrol',
    hint: ({ count }) => `${plural(count, 'invoice')} to pay within 7 days`,
  },
  {
    name: 'debits_failed_today',
    label: 'Debits that failed today',
    sets: ['work'],
    from: 'accounting',
    shows: 'count',
    entity: invoicepayment,
    where: null,
    sum: 'amount_incl_gst',
    screen: { path: '/app/invoicepayments' },
    tone: 'red',
    hint: ({ amount }) => `${dollars(amount)} not honoured or taken back`,
  },
  {
    name: 'debits_failed',
    label: 'Debits failed',
    sets: ['money', 'work'],
    from: 'accounting',
    shows: 'count',
    entity: invoicepayment,
    where: null,
    sum: 'amount_incl_gst',
    screen: { path: '/app/invoicepayments' },
    tone: 'red',
    hint: ({ amount }) => `${dollars(amount)} in 14 days, still owed`,
  },
  {
    name: 'commissions',
    label: 'Commissions to state',
    sets: ['money', 'work'],
    from: 'accounting',
    shows: 'sum',
    entity: commission,
    where: () => [filterBy('commission_status', 'in', 'accrued')],
    sum: 'amount',
    screen: { path: '/app/commissions' },
    tone: 'petrol',
    hint: ({ count }) => `${plural(count, 'entry', 'entries')} on no statement yet`,
  },
]

/** What went out is below zero in the list; in words it needs no sign. */
function outOf(amount: string | null | undefined): string {
  return dollars(amount?.replace('-', ''))
}
