import { contract } from '#domain/contracts/contract.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'

/** A locked contract keeps its terms and rates whatever people try; drafts are still computed. */
export async function lockContract(
  ctx: Context,
  conn: Conn,
  input: { id: number; version?: number | undefined; reason?: string | undefined },
  isLocked: boolean,
): Promise<Written<typeof contract>> {
  const action = isLocked ? 'lock' : 'unlock'
  return transition(ctx, conn, contract, action, input, async () => ({ is_locked: isLocked }))
}
