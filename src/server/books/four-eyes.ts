import { Exact } from '#domain/kit/decimal.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { lastEditor } from '#server/kit/rows/last-editor.ts'
import { notPossible } from '#server/kit/rows/state.ts'

/** The organisation's limit where an amount is over it: two people look at that. */
export async function limitExceeded(conn: Conn, amount: unknown): Promise<string | null> {
  const limit = await settingOf(conn, 'four_eyes_limit')
  return new Exact(String(amount ?? '0')).abs().gt(limit) ? limit : null
}

interface Work {
  id: number
  amount: unknown
}

/** Over the limit, whoever lets something happen is not who edited it last. */
export async function refuseOwnWork(
  ctx: Context,
  conn: Conn,
  entity: Entity,
  { id, amount }: Work,
  action = 'approve',
): Promise<void> {
  const limit = await limitExceeded(conn, amount)
  if (limit === null) return
  if ((await lastEditor(conn, entity, id)) !== ctx.actor.user_id) return
  throw notPossible(action, `it is over ${limit} and you edited it last`, 'Ask a colleague.')
}
