import { bill } from '#domain/bills/bill.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'

/** A bill somebody disagrees with; withheld, it is left out of payments until it is resolved. */
export async function disputeBill(
  ctx: Context,
  conn: Conn,
  input: ActionRequest & { reason: string; withhold?: boolean | undefined },
): Promise<Written<typeof bill>> {
  return transition(ctx, conn, bill, 'dispute', input, async () => ({
    is_disputed: true,
    is_withheld: input.withhold ?? true,
    dispute_reason: input.reason,
  }))
}

export async function resolveDispute(
  ctx: Context,
  conn: Conn,
  input: ActionRequest,
): Promise<Written<typeof bill>> {
  return transition(ctx, conn, bill, 'resolve', input, async () => ({
    is_disputed: false,
    is_withheld: false,
    dispute_reason: null,
  }))
}
