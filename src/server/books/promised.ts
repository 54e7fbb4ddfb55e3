import type { ItemKey, PaymentPlan } from '#domain/books/account.ts'
import { type Cents, cents, wholeCents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Fragment, fragment, sql } from '#server/kit/database/sql.ts'

/** A direct debit that is under way: promised, and not there yet. */
export interface PendingDebit {
  id: number
  customer_id: number
  /** The page it was planned for. */
  invoice_id: number | null
  charge_date: string
  grant_ppd: boolean
  plan: PaymentPlan
}

const PENDING = sql<PendingDebit, [customer_ids: readonly number[]]>`
  select id, customer_id, invoice_id, charge_date, grant_ppd, coalesce(plan, '[]') as plan
  from invoicepayments where customer_id = any($1) and payment_status = 'pending'
    and deleted_at is null order by charge_date, id`.named('pending_debits')

export const pendingDebits = (conn: Conn, customer_ids: readonly number[]) =>
  PENDING.all(conn, customer_ids)

/** What is under way for each item. */
export function promisedOn(debits: readonly Pick<PendingDebit, 'plan'>[]): Map<ItemKey, Cents> {
  const sums = new Map<ItemKey, Cents>()
  for (const { plan } of debits)
    for (const { key, amount } of plan)
      sums.set(key, wholeCents((sums.get(key) ?? 0) + cents(amount)))
  return sums
}

/** What is under way for one row of invoices (`i`) or adjustments (`a`), never more than is open. */
export const promisedFor = (kind: 'i' | 'a', own: Fragment): Fragment => fragment`least(
  ${own}.balance, coalesce((select sum((e->>'amount')::numeric) from invoicepayments pending
    cross join jsonb_array_elements(pending.plan) e
    where pending.customer_id = ${own}.customer_id and pending.payment_status = 'pending'
      and pending.deleted_at is null and e->>'key' = ${kind} || ${own}.id), 0))`
