import { discountEvents, ledgerEvents } from '#domain/books/ledger-events.ts'
import { type Placed, placeMoney } from '#domain/books/place-money.ts'
import { allocated, discountLost, discountTaken } from '#domain/books/postings.ts'
import { toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { type CustomerAccount, loadAccount, type StoredInvoice } from './customer-account.ts'
import { type Entry, post, reverse, standingEntries } from './ledger.ts'
import { postedInvoice } from './posted-invoice.ts'
import { refreshBalances } from './refresh-balances.ts'
import { storeStates } from './store-states.ts'

/**
 * Places a customer's money anew after anything about it changed: payments, invoices, holds, grants.
 * What is already as it should be is left alone, so that calling it twice books nothing twice.
 */
export async function settleCustomer(ctx: Context, conn: Conn, customer_id: number): Promise<void> {
  const [, ppd_needs_old_balance, ppd_tolerance_cents, account] = await Promise.all([
    // Whoever settles the same customer waits: money is placed by one at a time. The statements
    // behind it leave in the same packet and see what there is once it is their turn.
    HOLD.run(conn, customer_id),
    settingOf(conn, 'ppd_needs_old_balance'),
    settingOf(conn, 'ppd_tolerance_cents'),
    loadAccount(conn, customer_id),
  ])
  const rules = { today: todayOf(ctx), ppd_needs_old_balance, ppd_tolerance_cents }
  const placed = placeMoney(account.invoices, account.money, rules)
  const discounts = account.invoices.filter((invoice) => isToBook(invoice, placed))
  await takeBackDiscounts(ctx, conn, discounts)
  const moved = movementsOf(account, placed)
  const entries = [...moved, ...discounts.flatMap((invoice) => discountEntry(invoice, placed))]
  await Promise.all([
    post(ctx, conn, entries),
    moved.length > 0 ? storeAllocations(ctx, conn, account, placed) : null,
  ])
  await Promise.all([
    storeStates(ctx, conn, account, placed),
    refreshBalances(ctx, conn, [customer_id]),
  ])
}

const HOLD = sql<never, [customer_id: number]>`
  select 1 from customers where id = $1 for no key update`.named('settle_hold')

// What was put by hand on an invoice that asks for nothing any more is free, too.
const FREE = sql<never, [customer_id: number, invoice_ids: number[]]>`
  delete from allocations where customer_id = $1
    and (not is_manual or invoice_id <> all($2::bigint[]))`.named('settle_free')

const PLACE = sql<
  never,
  [allocations: string, organisation_id: number | null, customer_id: number]
>`insert into allocations (organisation_id, customer_id, invoice_id, invoicepayment_id,
    credit_invoice_id, amount)
  select $2, $3, invoice_id, invoicepayment_id, credit_invoice_id, amount
  from jsonb_populate_recordset(null::allocations, $1::jsonb)`.named('settle_place')

const keyOf = (money_id: string, invoice_id: number) => `${money_id} ${invoice_id}`

/** Money on an invoice by what it is and where it lies. */
function sumsOf(
  parts: readonly { money_id: string; invoice_id: number; amount: number }[],
): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { money_id, invoice_id, amount } of parts) {
    const key = keyOf(money_id, invoice_id)
    sums.set(key, (sums.get(key) ?? 0) + amount)
  }
  return sums
}

function movementsOf(account: CustomerAccount, placed: Placed): Entry[] {
  const wanted = sumsOf(placed.placements)
  const had = sumsOf(account.allocations)
  return [...new Set([...wanted.keys(), ...had.keys()])].flatMap((key) => {
    const change = (wanted.get(key) ?? 0) - (had.get(key) ?? 0)
    return change === 0 ? [] : [allocationEntry(account.customer_id, key, change)]
  })
}

async function storeAllocations(
  ctx: Context,
  conn: Conn,
  account: CustomerAccount,
  placed: Placed,
): Promise<void> {
  const { customer_id } = account
  const manual = sumsOf(account.allocations.filter((one) => one.is_manual))
  const rows = [...sumsOf(placed.placements)].flatMap(([key, amount]) => {
    const rest = amount - (manual.get(key) ?? 0)
    if (rest <= 0) return []
    const [money_id = '', invoice_id] = key.split(' ')
    return [
      {
        ...moneyColumns(money_id),
        invoice_id: Number(invoice_id),
        amount: toDecimalString(wholeCents(rest)),
      },
    ]
  })
  await Promise.all([
    FREE.run(
      conn,
      customer_id,
      account.invoices.map((invoice) => invoice.id),
    ),
    PLACE.run(conn, JSON.stringify(rows), ctx.actor.organisation_id, customer_id),
  ])
}

/** Money is a payment (p12) or a credit invoice (c7). */
function moneyColumns(money_id: string) {
  const id = Number(money_id.slice(1))
  return money_id.startsWith('p')
    ? { invoicepayment_id: id, credit_invoice_id: null }
    : { invoicepayment_id: null, credit_invoice_id: id }
}

function allocationEntry(customer_id: number, key: string, change: number): Entry {
  const [money_id = '', invoice_id] = key.split(' ')
  const { invoicepayment_id } = moneyColumns(money_id)
  return {
    event: change > 0 ? ledgerEvents.allocation : ledgerEvents.unallocation,
    customer_id,
    invoice_id: Number(invoice_id),
    invoicepayment_id,
    lines: allocated(wholeCents(change)),
  }
}

/** The discount is booked as taken or lost, and booked back when the answer changes. */
function discountWanted(invoice: StoredInvoice, placed: Placed): StoredInvoice['ppd_event'] {
  const state = placed.ppd.get(invoice.id) ?? 'open'
  if (state === 'open') return null
  return state === 'lost' ? ledgerEvents.discountLost : ledgerEvents.discountTaken
}

function isToBook(invoice: StoredInvoice, placed: Placed): boolean {
  return (
    invoice.discounted !== invoice.undiscounted &&
    invoice.ppd_event !== discountWanted(invoice, placed)
  )
}

async function takeBackDiscounts(
  ctx: Context,
  conn: Conn,
  invoices: readonly StoredInvoice[],
): Promise<void> {
  for (const { id, ppd_event } of invoices) {
    if (ppd_event === null) continue
    const standing = await standingEntries(conn, id, discountEvents)
    const ids = standing.map((entry) => entry.id)
    await reverse(ctx, conn, ids, 'The discount was looked at again.')
  }
}

function discountEntry(invoice: StoredInvoice, placed: Placed): Entry[] {
  const wanted = discountWanted(invoice, placed)
  if (!wanted) return []
  const posted = postedInvoice(invoice.row)
  const isLost = wanted === ledgerEvents.discountLost
  const lines = isLost ? discountLost(posted) : discountTaken(posted)
  const { customer_id } = invoice
  return [{ event: wanted, customer_id, invoice_id: invoice.id, lines }]
}
