import type { Invoice } from '#domain/invoices/invoice.ts'
import { addressOf } from '#server/identity/mail-texts.ts'
import { makePublicLink } from '#server/identity/public-link.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'

/** What a link to an invoice opens. */
export const INVOICE_LINK = 'invoice'

// A link ends this long after the due date, and is good for at least a month when it goes out.
const DAYS_AFTER_DUE = 90
const LEAST_DAYS = 30

/** The address at which a customer reads one invoice; its secret stands in the fragment. */
export async function makeInvoiceLink(
  ctx: Context,
  conn: Conn,
  { id, due_date }: Pick<Invoice, 'id' | 'due_date'>,
): Promise<string> {
  const today = Temporal.PlainDate.from(todayOf(ctx))
  const last = Temporal.PlainDate.from(due_date ?? today).add({ days: DAYS_AFTER_DUE })
  const days = Math.max(LEAST_DAYS, today.until(last).days)
  const token = await makePublicLink(ctx, conn, {
    object_class: INVOICE_LINK,
    object_id: id,
    days,
  })
  return addressOf(ctx.config, `/invoice/#${token}`)
}
