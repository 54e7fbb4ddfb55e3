import type { ItemKey } from '#domain/books/account.ts'
import type { SettledAccount } from '#domain/books/place-money.ts'
import { toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { idOf, isAdjustment } from './money-keys.ts'
import { DISCOUNTED } from './posted-invoice.ts'
import type { Settlement } from './settle.ts'
import { storeAdjustments } from './store-adjustments.ts'

const STORE_INVOICES = sql<never, [states: string, now: Date, today: string]>`
  update invoices i set balance = c.balance, ppd_state = c.ppd_state, invoice_status = c.status,
    written_off = c.written_off,
    cleared_at = case when c.status = 'invoiced' then null else coalesce(i.cleared_at, $2) end,
    reopened_date = case when c.status = 'invoiced' and i.invoice_status in ('cleared', 'paid')
      then $3 else i.reopened_date end
  from jsonb_to_recordset($1::jsonb)
    as c (id bigint, balance numeric, status text, ppd_state text, written_off numeric)
  where i.id = c.id and (i.balance is distinct from c.balance
    or i.written_off is distinct from c.written_off
    or i.ppd_state is distinct from c.ppd_state or i.invoice_status <> c.status)`.named(
  'settle_invoices',
)

// A credit invoice asks for nothing: it is settled the moment it is sent.
const STORE_CREDITS = sql<never, [customer_ids: readonly number[], now: Date]>`
  update invoices i set invoice_status = 'paid', balance = 0, ppd_state = 'earned',
    cleared_at = coalesce(cleared_at, $2)
  where customer_id = any($1) and invoice_status in ('invoiced', 'cleared')
    and ${DISCOUNTED} < 0 and deleted_at is null`.named('settle_credits')

const STORE_PAYMENTS = sql<never, [amounts: string]>`
  update invoicepayments p set allocated_amount = c.amount,
    unallocated_amount = p.amount_incl_gst - coalesce(p.refunded_amount, 0) - c.amount
  from jsonb_to_recordset($1::jsonb) as c (id bigint, amount numeric)
  where p.id = c.id and (p.allocated_amount is distinct from c.amount or p.unallocated_amount
    is distinct from p.amount_incl_gst - coalesce(p.refunded_amount, 0) - c.amount)`.named(
  'settle_payments',
)

/**
 * Cleared when nothing is owed, paid when the bank has confirmed all of its money. What was given up
 * without any money stays cleared.
 */
export async function storeStates(
  ctx: Context,
  conn: Conn,
  settlements: readonly Settlement[],
): Promise<void> {
  const states = settlements.flatMap(statesOf)
  const invoices = states.filter(({ key }) => !isAdjustment(key))
  const now = ctx.clock.now()
  await Promise.all([
    STORE_INVOICES.run(conn, JSON.stringify(invoices), now, todayOf(ctx)),
    storeAdjustments(ctx, conn, settlements, states),
    STORE_CREDITS.run(
      conn,
      settlements.map(({ before }) => before.customer_id),
      now,
    ),
    STORE_PAYMENTS.run(conn, JSON.stringify(settlements.flatMap(paymentsOf))),
  ])
}

/** What an item comes to, as its row keeps it. */
export interface ItemState {
  key: ItemKey
  id: number
  balance: string
  status: string
  ppd_state: string
  written_off: string
}

function statesOf({ before: { confirmed }, settled }: Settlement): ItemState[] {
  return [...settled.outcomes].map(([key, { balance, ppd, written_off }]) => {
    const own = settled.placements.filter((one) => one.item === key)
    const isPaid = own.every((one) => confirmed.has(one.money))
    const isGivenUp = own.length === 0 && written_off > 0
    const status = balance > 0 ? 'invoiced' : isPaid && !isGivenUp ? 'paid' : 'cleared'
    return {
      key,
      id: idOf(key),
      balance: toDecimalString(balance),
      status,
      ppd_state: ppd,
      written_off: toDecimalString(written_off),
    }
  })
}

function paymentsOf({ before, settled }: Settlement) {
  const payments = before.account.money.filter(({ key }) => key.startsWith('p'))
  return payments.map(({ key }) => ({ id: idOf(key), amount: allocatedOf(settled, key) }))
}

/** How much of some money lies on items. */
function allocatedOf({ placements }: SettledAccount, key: string): string {
  const own = placements.filter(({ money }) => money === key)
  return toDecimalString(wholeCents(own.reduce((sum, { amount }) => sum + amount, 0)))
}
