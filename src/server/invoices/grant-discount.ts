import { atLeast } from '#domain/access/role.ts'
import { type Invoice, invoice } from '#domain/invoices/invoice.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { Problem } from '#domain/kit/problem.ts'
import { settleCustomer } from '#server/books/settle.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'

type GrantRequest = ActionRequest & { reason: string }

/** The discount stands although it was not earned; above a limit that is a manager's to say. */
export async function grantDiscount(
  ctx: Context,
  conn: Conn,
  input: GrantRequest,
): Promise<Written<typeof invoice>> {
  const written = await transition(ctx, conn, invoice, 'grantppd', input, async ({ row }) => {
    await refuseLarge(ctx, conn, row)
    return { ppd_granted: true, ppd_granted_with_id: null }
  })
  await settleCustomer(ctx, conn, written.row.customer_id, { because: input.reason })
  return rowNow(ctx, conn, invoice, input.id)
}

/** The discount stands on its own again: it is tested by the money that came. */
export async function revokeDiscount(
  ctx: Context,
  conn: Conn,
  input: GrantRequest,
): Promise<Written<typeof invoice>> {
  const written = await transition(ctx, conn, invoice, 'revokeppd', input, async ({ row }) => {
    await refuseLarge(ctx, conn, row)
    return { ppd_granted: false, ppd_granted_with_id: null }
  })
  await settleCustomer(ctx, conn, written.row.customer_id, { because: input.reason })
  return rowNow(ctx, conn, invoice, input.id)
}

async function refuseLarge(ctx: Context, conn: Conn, row: Invoice): Promise<void> {
  const worth = new Exact(row.undiscounted_total_this_period ?? '0').minus(
    row.discounted_total_this_period ?? '0',
  )
  const limit = await settingOf(conn, 'write_off_limit')
  if (worth.gt(limit) && !atLeast(ctx.actor.role, 'manager')) throw new Problem('forbidden')
}
