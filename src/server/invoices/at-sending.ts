import type { Invoice } from '#domain/invoices/invoice.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'

/**
 * What is arranged when a page goes out, before it is drawn: how it will be collected. One that was
 * held and is let go again says nothing by itself, so the customer is told.
 */
type Arrange = (ctx: Context, conn: Conn, page: Invoice, why: 'sent' | 'released') => Promise<void>

let arrange: Arrange = async () => undefined

/** Said once, where the modules are tied together: later ones cannot be known here. */
export function arrangeAtSending(work: Arrange): void {
  arrange = work
}

export const arrangedAtSending: Arrange = (ctx, conn, page, why) => arrange(ctx, conn, page, why)
