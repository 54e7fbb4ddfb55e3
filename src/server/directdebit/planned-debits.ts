import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { askToCancel, type PlannedDebit } from './ask-to-cancel.ts'
import { followDebit } from './follow-debit.ts'
import { planForPage } from './plan-debit.ts'
import { withdrawDebit } from './provider-call.ts'
import { tellPlanned } from './tell-customer.ts'

const ON_MANDATE = sql<PlannedDebit, [mandate_id: number]>`
  select id, customer_id, version from invoicepayments where mandate_id = $1
    and payment_status = 'pending' and debit_state = 'planned' and cancel_asked_at is null
    and deleted_at is null order by id`

/** Has every debit of an authority cancelled that is not with the bank yet. */
export async function stopPlanned(
  ctx: Context,
  conn: Conn,
  { mandate_id, plansAnew }: { mandate_id: number; plansAnew: boolean },
): Promise<void> {
  for (const debit of await ON_MANDATE.all(conn, mandate_id))
    await stopDebit(ctx, conn, debit, { plansAnew, reason: 'Its authority has ended.' })
}

/** Has one debit cancelled; what the provider was never asked for is cancelled at once. */
export async function stopDebit(
  ctx: Context,
  conn: Conn,
  debit: PlannedDebit,
  how: { plansAnew: boolean; reason: string },
): Promise<void> {
  if (!how.plansAnew && (await withdrawDebit(conn, debit.id)))
    await followDebit(ctx, conn, debit.id, { status: 'cancelled' })
  else await askToCancel(ctx, conn, debit, how)
}

const OPEN_PAGES = sql<{ id: number; customer_id: number }, [customer_id: number, today: string]>`
  select id, customer_id from invoices where customer_id = $1 and invoice_status = 'invoiced'
    and balance > 0 and due_date >= $2 and not is_held and deleted_at is null order by due_date, id`

/** With a new authority, pages not yet due are collected; older debts come with the next. */
export async function planOpenPages(ctx: Context, conn: Conn, customer_id: number): Promise<void> {
  for (const page of await OPEN_PAGES.all(conn, customer_id, todayOf(ctx))) {
    const planned = await planForPage(ctx, conn, page)
    if (planned) await tellPlanned(ctx, conn, planned)
  }
}
