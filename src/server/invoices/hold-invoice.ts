import { atLeast } from '#domain/access/role.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { Problem } from '#domain/kit/problem.ts'
import { settleCustomer } from '#server/books/settle.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'

/** A held invoice is left in peace: money passes it by and time takes nothing from it. */
export async function holdInvoice(
  ctx: Context,
  conn: Conn,
  input: ActionRequest & { reason: string },
): Promise<Written<typeof invoice>> {
  const written = await transition(ctx, conn, invoice, 'hold', input, async () => ({
    is_held: true,
    hold_reason: input.reason,
  }))
  await settleCustomer(ctx, conn, written.row.customer_id)
  return rowNow(ctx, conn, invoice, input.id)
}

export async function releaseInvoice(
  ctx: Context,
  conn: Conn,
  input: ActionRequest,
): Promise<Written<typeof invoice>> {
  const written = await transition(ctx, conn, invoice, 'release', input, async () => ({
    is_held: false,
    hold_reason: null,
  }))
  await settleCustomer(ctx, conn, written.row.customer_id)
  return rowNow(ctx, conn, invoice, input.id)
}

/** The discount stands although it was not earned; above a limit that is a manager's to say. */
export async function grantDiscount(
  ctx: Context,
  conn: Conn,
  input: ActionRequest,
): Promise<Written<typeof invoice>> {
  const written = await transition(ctx, conn, invoice, 'grantppd', input, async ({ row }) => {
    const worth = new Exact(row.undiscounted_total_this_period ?? '0').minus(
      row.discounted_total_this_period ?? '0',
    )
    const limit = await settingOf(conn, 'write_off_limit')
    if (worth.gt(limit) && !atLeast(ctx.actor.role, 'manager')) throw new Problem('forbidden')
    return { ppd_granted: true }
  })
  await settleCustomer(ctx, conn, written.row.customer_id)
  return rowNow(ctx, conn, invoice, input.id)
}
