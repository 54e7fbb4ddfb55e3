import { invoice } from '#domain/invoices/invoice.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { isVisible } from '#server/kit/rows/store.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'

/** Reads about one invoice of the caller's organisation; any other answers 404. */
export async function aboutInvoice<T>(
  ctx: Context,
  id: number,
  work: (conn: Conn) => Promise<T>,
): Promise<T> {
  return ctx.database.read(scopeOf(ctx), async (conn) => {
    if (!(await isVisible(conn, invoice, id, ctx.actor.organisation_id))) throw notFound(invoice)
    return work(conn)
  })
}
