import type { Account, Item, ItemKey, Money, MoneyKey } from '#domain/books/account.ts'
import { moneyOrder } from '#domain/books/money-desk.ts'
import { cents, sumCents, wholeCents } from '#domain/kit/money.ts'
import { addWorkingDays } from '#domain/kit/working-day.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { adjustmentCredits, adjustmentItems, type StoredAdjustment } from './account-adjustments.ts'
import {
  type AccountRows,
  type AllocationRow,
  type AsideRow,
  accountRows,
  type InvoiceRow,
  type PaymentRow,
} from './account-rows.ts'
import { adjustmentItem, invoiceItem, itemOf as itemKeyOf, moneyOf } from './money-keys.ts'
import { postedInvoice } from './posted-invoice.ts'
import type { PendingDebit } from './promised.ts'

export interface CustomerAccount {
  customer_id: number
  account: Account
  invoices: Map<ItemKey, InvoiceRow>
  adjustments: Map<ItemKey, StoredAdjustment>
  /** Where its money lies, as it is stored. */
  allocations: AllocationRow[]
  /** Something is still kept of money that is gone. */
  keepsGoneMoney: boolean
  /** Money the bank has confirmed. */
  confirmed: Set<MoneyKey>
}

/** Everything that decides where some customers' money lies. */
export async function loadAccounts(
  conn: Conn,
  customer_ids: readonly number[],
): Promise<Map<number, CustomerAccount>> {
  const rows = await accountRows(conn, customer_ids)
  const of = {
    invoices: byCustomer(rows.invoices),
    adjustments: byCustomer(rows.adjustments),
    payments: byCustomer(rows.payments),
    allocations: byCustomer(rows.allocations),
    aside: byCustomer(rows.aside),
    pending: byCustomer(rows.pending),
  }
  return new Map(
    customer_ids.map((id) => [
      id,
      accountOf(id, {
        invoices: of.invoices.get(id) ?? [],
        adjustments: of.adjustments.get(id) ?? [],
        payments: of.payments.get(id) ?? [],
        allocations: of.allocations.get(id) ?? [],
        aside: of.aside.get(id) ?? [],
        pending: of.pending.get(id) ?? [],
      }),
    ]),
  )
}

const byCustomer = <R extends { customer_id: number }>(rows: readonly R[]): Map<number, R[]> =>
  Map.groupBy(rows, ({ customer_id }) => customer_id)

function accountOf(customer_id: number, rows: AccountRows): CustomerAccount {
  const { invoices, payments: moves, allocations, aside, pending } = rows
  const adjustments = new Map(rows.adjustments.map((row) => [adjustmentItem(row.id), row]))
  const asideOf = (key: MoneyKey, purpose: AsideRow['purpose']) =>
    aside
      .filter((one) => one.purpose === purpose && moneyOf(one) === key)
      .map((one) => ({
        item: itemKeyOf(one),
        amount: cents(one.amount),
        is_manual: one.is_manual,
      }))
  const withAside = (money: Omit<Money, 'reserved' | 'waiting' | 'paid_back'>): Money => ({
    ...money,
    reserved: asideOf(money.key, 'reserved').map(({ item, ...part }) => ({ draft: item, ...part })),
    waiting: wholeCents(asideOf(money.key, 'waiting').reduce((sum, one) => sum + one.amount, 0)),
    paid_back: asideOf(money.key, 'paid_back').map(({ item, amount }) => ({ item, amount })),
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
  const money = [
    ...payments.map((row) => paymentMoney(row, invoices)),
    ...[...credits.map(creditMoney), ...given].map(leftOf),
  ].map(withAside)
  const there = new Set(money.map(({ key }) => key))
  return {
    customer_id,
    keepsGoneMoney: aside.some((one) => !there.has(moneyOf(one))),
    invoices: new Map(invoices.map((row) => [invoiceItem(row.id), row])),
    adjustments,
    allocations,
    account: {
      items: [
        ...invoices.filter((row) => !isCredit(row)).map((row) => awaited(itemOf(row), pending)),
        ...adjustmentItems(adjustments),
      ],
      money,
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

const isCredit = ({ row }: InvoiceRow) => postedInvoice(row).discounted < 0

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

/**
 * A debit that is in time keeps the discount open until it is honoured or fails. One that grants it
 * does so for its own page: what that page carries was decided before.
 */
function awaited(item: Item, pending: readonly PendingDebit[]): Item {
  const is_awaited = pending.some(
    ({ charge_date, grant_ppd, invoice_id, plan }) =>
      plan.some(({ key }) => key === item.key) &&
      (charge_date <= item.in_time_until ||
        (grant_ppd && invoice_id !== null && invoiceItem(invoice_id) === item.key)),
  )
  return is_awaited ? { ...item, is_awaited } : item
}

const sentOrder = ({ id, row }: Pick<InvoiceRow, 'id' | 'row'>) =>
  Date.parse(row.invoiced_at ?? '') || id

type BareMoney = Omit<Money, 'reserved' | 'waiting' | 'paid_back'>

function paymentMoney(row: PaymentRow, invoices: readonly InvoiceRow[]): BareMoney {
  const named = invoices.find(({ id }) => id === row.invoice_id)
  const received = cents(row.received)
  return {
    key: `p${row.id}`,
    date: row.payment_date,
    order: moneyOrder(named ? sentOrder(named) : null, received, row.reference ?? ''),
    received,
    amount: cents(row.amount),
    names: row.invoice_id === null && row.adjustment_id === null ? null : itemKeyOf(row),
    plan: row.plan?.map(({ key, amount }) => ({ item: key, amount: cents(amount) })),
  }
}

function creditMoney({ id, row }: InvoiceRow): BareMoney {
  const amount = wholeCents(-postedInvoice(row).discounted)
  const key = invoiceItem(id)
  const names = row.credits_id === null ? null : invoiceItem(row.credits_id)
  return { key, date: row.invoiced_date, order: 'credit', received: amount, amount, names }
}
