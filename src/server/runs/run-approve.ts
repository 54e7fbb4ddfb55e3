import { parkedReasons } from '#server/books/parked-accounts.ts'
import { approveInvoices } from '#server/invoices/approve-invoice.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { RunItem } from './run-progress.ts'

const NOTE_APPROVED = sql<never, [ids: readonly number[]]>`
  update billingrun_items set item_status = 'approved', message = null where id = any($1)`

/**
 * Approves those drafts of a part that nothing speaks against, in a handful of statements. Answers
 * their ids; the others are tried one by one, where each hears its own reason.
 */
export async function approveTogether(
  ctx: Context,
  conn: Conn,
  items: readonly RunItem[],
  acknowledged: readonly string[],
): Promise<Set<number>> {
  const customers = items.map((item) => item.customer_id)
  const parked = await parkedReasons(conn, customers)
  const open = items.filter((item) => !parked.has(item.customer_id))
  const ids = open.flatMap((item) => item.invoice_id ?? [])
  const approved = await approveInvoices(ctx, conn, ids, acknowledged)
  const done = open.filter((item) => approved.has(item.invoice_id ?? 0))
  await NOTE_APPROVED.run(
    conn,
    done.map((item) => item.id),
  )
  return approved
}
