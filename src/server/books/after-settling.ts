import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'

/**
 * What follows from how customers' invoices stand once their money was settled: what their partners
 * earn by them. It belongs to the same transaction, so that neither is there without the other.
 */
type FollowUp = (
  ctx: Context,
  conn: Conn,
  customer_ids: readonly number[],
  because: string,
) => Promise<void>

let followUp: FollowUp = async () => undefined

/** Said once, where the modules are tied together: later ones cannot be known here. */
export function followSettling(work: FollowUp): void {
  followUp = work
}

export const afterSettling: FollowUp = (ctx, conn, customer_ids, because) =>
  followUp(ctx, conn, customer_ids, because)
