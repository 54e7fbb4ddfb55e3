import type { Placed } from '#domain/books/place-money.ts'
import { cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import type { CustomerAccount } from './customer-account.ts'

const STORE_INVOICES = sql<never, [states: string, now: Date, today: string]>`
  update invoices i set balance = c.balance, ppd_state = c.ppd_state, invoice_status = c.status,
    cleared_at = case when c.status = 'invoiced' then null else coalesce(i.cleared_at, $2) end,
    reopened_date = case when c.status = 'invoiced' and i.invoice_status in ('cleared', 'paid')
      then $3 else i.reopened_date end
  from jsonb_to_recordset($1::jsonb)
    as c (id bigint, balance numeric, status text, ppd_state text)
  where i.id = c.id and (i.balance is distinct from c.balance
    or i.ppd_state is distinct from c.ppd_state or i.invoice_status <> c.status)`.named(
  'settle_invoices',
)

// A credit invoice asks for nothing: it is settled the moment it is sent.
const STORE_CREDITS = sql<never, [customer_id: number, now: Date]>`
  update invoices set invoice_status = 'paid', balance = 0, ppd_state = 'earned',
    cleared_at = coalesce(cleared_at, $2)
  where customer_id = $1 and invoice_status in ('invoiced', 'cleared')
    and discounted_total_this_period < 0 and deleted_at is null`.named('settle_credits')

const STORE_PAYMENTS = sql<never, [amounts: string]>`
  update invoicepayments p set allocated_amount = c.amount,
    unallocated_amount = p.amount_incl_gst - coalesce(p.refunded_amount, 0) - c.amount
  from jsonb_to_recordset($1::jsonb) as c (id bigint, amount numeric)
  where p.id = c.id and (p.allocated_amount is distinct from c.amount or p.unallocated_amount
    is distinct from p.amount_incl_gst - coalesce(p.refunded_amount, 0) - c.amount)`.named(
  'settle_payments',
)

/** Cleared when nothing is owed, paid when the bank has confirmed all of its money. */
export async function storeStates(
  ctx: Context,
  conn: Conn,
  account: CustomerAccount,
  placed: Placed,
): Promise<void> {
  const confirmed = new Set(account.confirmed)
  const rows = account.invoices.map((invoice) => {
    const balance = placed.balances.get(invoice.id) ?? cents('0.00')
    const own = placed.placements.filter((one) => one.invoice_id === invoice.id)
    const isConfirmed = own.every((one) => confirmed.has(one.money_id))
    const status = balance > 0 ? 'invoiced' : isConfirmed ? 'paid' : 'cleared'
    const ppd_state = placed.ppd.get(invoice.id) ?? 'open'
    return { id: invoice.id, balance: toDecimalString(balance), status, ppd_state }
  })
  const now = ctx.clock.now()
  await Promise.all([
    STORE_INVOICES.run(conn, JSON.stringify(rows), now, todayOf(ctx)),
    STORE_CREDITS.run(conn, account.customer_id, now),
    STORE_PAYMENTS.run(conn, JSON.stringify(allocatedOf(account, placed))),
  ])
}

/** How much of each payment lies on invoices. */
function allocatedOf(account: CustomerAccount, placed: Placed): { id: number; amount: string }[] {
  const sums = new Map<string, number>()
  for (const { money_id, amount } of placed.placements)
    sums.set(money_id, (sums.get(money_id) ?? 0) + amount)
  return account.money
    .filter((money) => money.id.startsWith('p'))
    .map(({ id }) => ({
      id: Number(id.slice(1)),
      amount: toDecimalString(wholeCents(sums.get(id) ?? 0)),
    }))
}
