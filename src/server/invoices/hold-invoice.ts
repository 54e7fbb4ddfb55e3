import { releasedDates } from '#domain/books/released-dates.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import { settleCustomer } from '#server/books/settle.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { arrangedAtSending } from './at-sending.ts'

/** A held invoice is left in peace: money passes it by and time takes nothing from it. */
export async function holdInvoice(
  ctx: Context,
  conn: Conn,
  input: ActionRequest & { reason: string },
): Promise<Written<typeof invoice>> {
  const written = await transition(ctx, conn, invoice, 'hold', input, async () => ({
    is_held: true,
    hold_reason: input.reason,
    held_date: todayOf(ctx),
  }))
  await settleCustomer(ctx, conn, written.row.customer_id, { because: input.reason })
  return rowNow(ctx, conn, invoice, input.id)
}

/** The customer gets back the days that were left when it was held. */
export async function releaseInvoice(
  ctx: Context,
  conn: Conn,
  input: ActionRequest,
): Promise<Written<typeof invoice>> {
  const written = await transition(ctx, conn, invoice, 'release', input, async ({ row }) => ({
    is_held: false,
    hold_reason: null,
    held_date: null,
    ...releasedDates(row, todayOf(ctx), row.sent_terms?.ppd_grace_working_days),
  }))
  const { customer_id, invoice_number } = written.row
  await settleCustomer(ctx, conn, customer_id, {
    because: input.reason ?? `Invoice ${invoice_number} was released.`,
  })
  await arrangedAtSending(ctx, conn, written.row, 'released')
  return rowNow(ctx, conn, invoice, input.id)
}
