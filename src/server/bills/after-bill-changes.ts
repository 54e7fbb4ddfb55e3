import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'

/**
 * What follows for invoices whose bills cost more or less from now on: what partners earn of the
 * margin. It belongs to the same transaction, so that neither is there without the other.
 */
type FollowUp = (
  ctx: Context,
  conn: Conn,
  invoice_ids: readonly number[],
  because: string,
) => Promise<void>

let followUp: FollowUp = async () => undefined

/** Said once, where the modules are tied together: later ones cannot be known here. */
export function followBills(work: FollowUp): void {
  followUp = work
}

// A bill of several invoices is borne by all of them, whichever it was captured with.
const BEARING = sql<{ id: number }, [bill_id: number]>`
  select i.id from bills b cross join lateral invoices_of_bill(b) i where b.id = $1 order by i.id`

/** Told after what a bill costs was booked, or booked back; one of no invoice is nobody's. */
export async function afterBillChanges(
  ctx: Context,
  conn: Conn,
  { id }: { id: number },
): Promise<void> {
  const invoices = await BEARING.all(conn, id)
  const ids = invoices.map((invoice) => invoice.id)
  if (ids.length > 0) await followUp(ctx, conn, ids, 'A bill of it was changed.')
}

/** Told after what is left of the supplier's money for an invoice and its bills was booked. */
export async function afterPairChanges(
  ctx: Context,
  conn: Conn,
  invoice_id: number,
): Promise<void> {
  await followUp(ctx, conn, [invoice_id], 'What is left of the supplier’s money was booked.')
}
