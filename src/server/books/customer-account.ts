import type { Account, Item, ItemKey, Money, MoneyKey } from '#domain/books/account.ts'
import { sentStatuses, voidPaymentStatuses } from '#domain/books/counted-statuses.ts'
import { discountEvents, feeEvents, writeOffEvents } from '#domain/books/ledger-events.ts'
import { moneyOrder } from '#domain/books/money-desk.ts'
import type { PageItem } from '#domain/books/page-item.ts'
import { accounts } from '#domain/books/postings.ts'
import type { SentTerms } from '#domain/books/sent-terms.ts'
import { cents, sumCents, wholeCents } from '#domain/kit/money.ts'
import { addWorkingDays } from '#domain/kit/working-day.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Fragment, fragment, sql } from '#server/kit/database/sql.ts'
import {
  adjustmentCredits,
  adjustmentItems,
  loadAdjustments,
  type StoredAdjustment,
} from './account-adjustments.ts'
import {
  type ItemColumns,
  invoiceItem,
  itemOf as itemKeyOf,
  moneyOf,
  type PlaceColumns,
} from './money-keys.ts'
import { amountColumns, type PostedColumns, postedInvoice } from './posted-invoice.ts'

export type DiscountEvent = (typeof discountEvents)[number]

/** One that went out: it has been dated and is due on some day. */
export type SentInvoice = PostedColumns & {
  customer_id: number
  due_date: string
  discounted_date: string | null
  page_items: PageItem[] | null
  is_held: boolean
  held_date: string | null
  invoiced_date: string
  invoiced_at: string | null
  stands_since: string | null
  sent_terms: SentTerms | null
  ppd_granted: boolean
  discounted_total: string | null
  undiscounted_total: string | null
}

export interface StoredInvoice {
  id: number
  row: SentInvoice
  written_off: string
  /** The discount entry that stands in the books. */
  ppd_event: DiscountEvent | null
}

export interface CustomerAccount {
  customer_id: number
  account: Account
  invoices: Map<ItemKey, StoredInvoice>
  adjustments: Map<ItemKey, StoredAdjustment>
  /** Money the bank has confirmed. */
  confirmed: Set<MoneyKey>
}

/** Everything that decides where a customer's money lies. */
export async function loadAccount(conn: Conn, customer_id: number): Promise<CustomerAccount> {
  const [invoices, adjustments, moves, allocations, aside] = await Promise.all([
    INVOICES.all(conn, customer_id),
    loadAdjustments(conn, customer_id),
    PAYMENTS.all(conn, customer_id),
    ALLOCATIONS.all(conn, customer_id),
    SET_ASIDE.all(conn, customer_id),
  ])
  const asideOf = (key: MoneyKey, purpose: AsideRow['purpose']) =>
    aside
      .filter((one) => one.purpose === purpose && moneyOf(one) === key)
      .map((one) => ({ item: itemKeyOf(one), amount: cents(one.amount) }))
  const withAside = (money: Omit<Money, 'reserved' | 'waiting' | 'paid_back'>): Money => ({
    ...money,
    reserved: asideOf(money.key, 'reserved').map(({ item, amount }) => ({ draft: item, amount })),
    waiting: wholeCents(asideOf(money.key, 'waiting').reduce((sum, one) => sum + one.amount, 0)),
    paid_back: asideOf(money.key, 'paid_back'),
  })
  const payments = moves.filter(({ received }) => cents(received) > 0)
  const payouts = moves.filter(({ received }) => cents(received) < 0)
  const leftOf = (money: BareMoney): BareMoney => {
    const out = payouts.filter((row) => itemKeyOf(row) === money.key)
    return { ...money, amount: sumCents([money.amount, ...out.map((row) => cents(row.received))]) }
  }
  // What an invoice below zero gives back is money of the day it was sent.
  const credits = invoices.filter((row) => isCredit(row))
  const given = adjustmentCredits(adjustments)
  return {
    customer_id,
    invoices: new Map(invoices.map((row) => [invoiceItem(row.id), row])),
    adjustments,
    account: {
      items: [
        ...invoices.filter((row) => !isCredit(row)).map(itemOf),
        ...adjustmentItems(adjustments),
      ],
      money: [
        ...payments.map((row) => paymentMoney(row, invoices)),
        ...[...credits.map(creditMoney), ...given].map(leftOf),
      ].map(withAside),
      placements: allocations.map((row) => ({
        money: moneyOf(row),
        item: itemKeyOf(row),
        amount: cents(row.amount),
        is_manual: row.is_manual,
      })),
    },
    confirmed: new Set<MoneyKey>([
      ...payments.filter((row) => row.is_confirmed).map((row): MoneyKey => `p${row.id}`),
      ...credits.map((row) => invoiceItem(row.id)),
      ...given.map(({ key }) => key),
    ]),
  }
}

interface InvoiceRow extends StoredInvoice {
  waived: string
}

interface PaymentRow extends ItemColumns {
  id: number
  payment_date: string
  reference: string | null
  received: string
  amount: string
  is_confirmed: boolean
}

interface AsideRow extends PlaceColumns, ItemColumns {
  purpose: 'reserved' | 'waiting' | 'paid_back'
  amount: string
}

const isCredit = ({ row }: StoredInvoice) => postedInvoice(row).discounted < 0

/** While it is held, time stands still: money that comes meanwhile is in time. */
const FOR_EVER = '9999-12-31'

function itemOf({ id, row, waived, written_off }: InvoiceRow): Item {
  const { discounted, undiscounted } = postedInvoice(row)
  const last = row.discounted_date ?? row.due_date
  const grace = row.sent_terms?.ppd_grace_working_days ?? 0
  const until = grace > 0 ? addWorkingDays(last, grace) : last
  const asked = [row.discounted_total, row.undiscounted_total].map((one) => cents(one ?? '0.00'))
  return {
    key: invoiceItem(id),
    due_date: row.due_date,
    in_time_until: row.is_held && (row.held_date ?? until) <= until ? FOR_EVER : until,
    discounted,
    undiscounted,
    tolerance: wholeCents(row.sent_terms?.ppd_tolerance_cents ?? 0),
    waived: cents(waived),
    written_off: cents(written_off),
    is_held: row.is_held,
    ppd_granted: row.ppd_granted,
    sent_date: row.stands_since ?? row.invoiced_date,
    sent_order: sentOrder({ id, row }),
    page: {
      carried: (row.page_items ?? []).map((item) => ({
        key: itemKeyOf(item),
        printed: cents(item.balance),
      })),
      asked: asked.filter((amount) => amount > 0),
      old_items_first: row.sent_terms?.ppd_needs_old_balance ?? true,
    },
  }
}

const sentOrder = ({ id, row }: Pick<StoredInvoice, 'id' | 'row'>) =>
  Date.parse(row.invoiced_at ?? '') || id

type BareMoney = Omit<Money, 'reserved' | 'waiting' | 'paid_back'>

function paymentMoney(row: PaymentRow, invoices: readonly StoredInvoice[]): BareMoney {
  const named = invoices.find(({ id }) => id === row.invoice_id)
  const received = cents(row.received)
  return {
    key: `p${row.id}`,
    date: row.payment_date,
    order: moneyOrder(named ? sentOrder(named) : null, received, row.reference ?? ''),
    received,
    amount: cents(row.amount),
    names: row.invoice_id === null && row.adjustment_id === null ? null : itemKeyOf(row),
  }
}

function creditMoney({ id, row }: StoredInvoice): BareMoney {
  const amount = wholeCents(-postedInvoice(row).discounted)
  const key = invoiceItem(id)
  return { key, date: row.invoiced_date, order: 'credit', received: amount, amount, names: null }
}

// What the account and the books need to know; whole rows, with their lines, would cost several times
// as much.
const plainColumns = [
  ...(['customer_id', 'due_date', 'discounted_date', 'page_items', 'is_held'] as const),
  ...(['held_date', 'invoiced_date', 'invoiced_at', 'stands_since', 'sent_terms'] as const),
  ...(['ppd_granted', 'billing', 'split_collection'] as const),
] satisfies (keyof SentInvoice)[]
// Amounts leave as text, so that no JSON parser turns them into floats.
const decimalColumns = [
  ...amountColumns,
  ...(['gst_percent', 'discounted_total', 'undiscounted_total'] as const),
] satisfies (keyof SentInvoice)[]
const SENT_COLUMNS: Fragment = {
  fragment: [
    ...plainColumns.map((name) => `i.${name}`),
    ...decimalColumns.map((name) => `i.${name}::text`),
  ].join(', '),
}

// Lines of an entry that change what is owed on an invoice.
const OWED_LINES = fragment`transactions t
      join accounttransactions a on a.transaction_id = t.id and a.account = ${accounts.receivables}`

const INVOICES = sql<InvoiceRow, [customer_id: number]>`
  select i.id,
    coalesce((select sum(-a.amount) from ${OWED_LINES}
      where t.invoice_id = i.id and t.event in (${feeEvents})), 0)::numeric(14,2)::text as waived,
    coalesce((select sum(-a.amount) from ${OWED_LINES}
      where t.invoice_id = i.id and t.event in (${writeOffEvents})), 0)::numeric(14,2)::text
      as written_off,
    (select t.event from transactions t where t.invoice_id = i.id and t.reverses_id is null
      and t.event in (${discountEvents})
      and not exists (select from transactions r where r.reverses_id = t.id)
      order by t.id desc limit 1) as ppd_event,
    (select row_to_json(r) from (select ${SENT_COLUMNS}) r) as row
  from invoices i where i.customer_id = $1 and i.deleted_at is null
    and i.invoice_status in (${sentStatuses}) order by i.due_date, i.id`.named('account_invoices')

const PAYMENTS = sql<PaymentRow, [customer_id: number]>`
  select p.id, p.payment_date, p.invoice_id, p.adjustment_id, p.reference, p.amount_incl_gst::text as received,
    (p.amount_incl_gst - coalesce(p.refunded_amount, 0))::text as amount,
    p.payment_status = 'reconciled' as is_confirmed
  from invoicepayments p where p.customer_id = $1 and p.deleted_at is null
    and p.payment_status not in (${voidPaymentStatuses})
  order by p.payment_date, p.id`.named('account_payments')

interface AllocationRow extends PlaceColumns, ItemColumns {
  amount: string
  is_manual: boolean
}

const ALLOCATIONS = sql<AllocationRow, [customer_id: number]>`
  select invoice_id, adjustment_id, invoicepayment_id, credit_invoice_id, credit_adjustment_id,
    amount::text, is_manual
  from allocations where customer_id = $1 order by id`.named('account_allocations')

const SET_ASIDE = sql<AsideRow, [customer_id: number]>`
  select purpose, invoice_id, adjustment_id, invoicepayment_id, credit_invoice_id,
    credit_adjustment_id, amount::text
  from money_set_aside where customer_id = $1 order by id`.named('account_set_aside')
