import { contract } from '#domain/contracts/contract.ts'
import type { contractCalls } from '#domain/contracts/contract-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'

/** A locked contract keeps its terms and rates whatever people try; drafts are still computed. */
export async function lockContract(
  ctx: Context,
  conn: Conn,
  input: CheckedOf<typeof contractCalls.lock>,
  isLocked: boolean,
): Promise<Written<typeof contract>> {
  const action = isLocked ? 'lock' : 'unlock'
  return transition(ctx, conn, contract, action, input, async () => ({ is_locked: isLocked }))
}
