import type { ItemKey, PaymentPlan } from '#domain/books/account.ts'
import { type Cents, cents, wholeCents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { promisedFor } from '#server/messaging/checks/promised-for.ts'

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

const PROMISED_INVOICE = sql<{ id: number }, [id: number]>`select i.id from invoices i
  where i.id = $1 and ${promisedFor('i', fragment`i`)} > 0`
const PROMISED_ADJUSTMENT = sql<{ id: number }, [id: number]>`select d.id from adjustments d
  where d.id = $1 and ${promisedFor('a', fragment`d`)} > 0`

/** Whether money for it is under way: nobody is asked for it until that has come or failed. */
export async function isPromised(conn: Conn, kind: 'i' | 'a', id: number): Promise<boolean> {
  const promised = kind === 'i' ? PROMISED_INVOICE : PROMISED_ADJUSTMENT
  return (await promised.one(conn, id)) !== undefined
}
