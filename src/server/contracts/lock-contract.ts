import { contract } from '#domain/contracts/contract.ts'
import type { Context } from '#server/context.ts'
import type { Conn } from '#server/kit/database.ts'
import { transition } from '#server/kit/transition.ts'
import type { Written } from '#server/kit/write-row.ts'

/** A locked contract keeps its terms and rates whatever people try; drafts are still computed. */
export async function lockContract(
  ctx: Context,
  conn: Conn,
  input: { id: number; version?: number | undefined; reason?: string | undefined },
  isLocked: boolean,
): Promise<Written> {
  const action = isLocked ? 'lock' : 'unlock'
  return transition(ctx, conn, contract, action, input, async () => ({ is_locked: isLocked }))
}
