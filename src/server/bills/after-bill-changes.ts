import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'

/**
 * What follows for invoices from a bill of theirs that was changed: what partners earn of the margin.
 * It belongs to the same transaction, so that neither is there without the other.
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

/** Told after a bill was changed, approved, replaced or refunded; one of no invoice is nobody's. */
export async function afterBillChanges(
  ctx: Context,
  conn: Conn,
  { invoice_id }: { invoice_id: number | null },
): Promise<void> {
  if (invoice_id !== null) await followUp(ctx, conn, [invoice_id], 'A bill of it was changed.')
}
