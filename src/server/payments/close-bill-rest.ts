import { atLeast } from '#domain/access/role.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { accounts } from '#domain/books/postings.ts'
import { billCleared } from '#domain/books/supplier-postings.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { cents } from '#domain/kit/money.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { SupplierItem } from '#server/bills/supplier-money.ts'
import { post, reverse } from '#server/books/ledger.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'

const REST = sql<{ rest: string }, [bill_id: number | null, adjustment_id: number | null]>`
  select (-coalesce(sum(a.amount), 0))::numeric(14,2)::text as rest from accounttransactions a
  where (a.bill_id = $1 or a.adjustment_id = $2) and a.account = ${accounts.payables}`

const CLOSED_RESTS = sql<{ id: number }, [billpayment_id: number]>`
  select t.id from transactions t
  where t.billpayment_id = $1 and t.event = ${ledgerEvents.billCleared}
    and not exists (select from transactions r where r.reverses_id = t.id)`

/** Closes a small rest with its payment; a larger one is a manager's to close. */
export async function closeRest(
  ctx: Context,
  conn: Conn,
  about: SupplierItem & { supplier_id: number | null; billpayment_id: number },
): Promise<void> {
  const row = await REST.one(conn, about.bill_id, about.adjustment_id)
  const rest = cents(row?.rest ?? '0.00')
  if (rest <= 0) return
  const limit = await settingOf(conn, 'write_off_limit')
  const isLarge = new Exact(rest).div(100).gt(limit)
  if (isLarge && !atLeast(ctx.actor.role, 'manager')) throw new Problem('forbidden')
  await post(ctx, conn, [{ event: ledgerEvents.billCleared, ...about, lines: billCleared(rest) }])
}

/** A rest that was closed with a payment is owed again once the payment is taken back. */
export async function reopenRest(ctx: Context, conn: Conn, billpayment_id: number): Promise<void> {
  const closed = await CLOSED_RESTS.all(conn, billpayment_id)
  await reverse(
    ctx,
    conn,
    closed.map((entry) => entry.id),
    'The payment that closed it was taken back.',
  )
}
