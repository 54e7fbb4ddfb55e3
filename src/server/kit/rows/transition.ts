import type { ActionOf, Entity, StoredColumns } from '#domain/kit/entity.ts'
import type { Transition } from '#domain/kit/machine.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { cellsOf } from './cell.ts'
import { type Locked, lockRow, outdated, refuseIfHeld } from './change-row.ts'
import type { Changes } from './history.ts'
import { lineOf, refuseRole, stateAfter } from './state.ts'
import { updateRow, type Written } from './write-row.ts'

/** Which row an action is about, and what was said about it. */
export interface ActionRequest {
  id: number
  version?: number | undefined
  reason?: string | undefined
  /** A customer's answer does not wait for a form that somebody left open. */
  despiteHolder?: boolean | undefined
}

/** What an action changes beside the state. */
type Handler<E extends Entity> = (
  current: Locked<E>,
  transition: Transition,
) => Promise<StoredColumns<E>>

/**
 * Runs one action of a state machine inside the caller's transaction: the row is locked, then role,
 * version, datalock and state are checked, the handler acts, and the change is told to the history.
 */
export async function transition<E extends Entity>(
  ctx: Context,
  conn: Conn,
  entity: E,
  action: ActionOf<E>,
  asked: ActionRequest,
  handler: Handler<E>,
): Promise<Written<E>> {
  const current = await lockRow(ctx, conn, entity, asked.id)
  refuseRole(entity, action, current, ctx.actor.role)
  if (asked.version !== undefined && asked.version !== current.version)
    throw await outdated(conn, entity, current)
  if (!asked.despiteHolder) refuseIfHeld(current)
  const line = lineOf(entity, action, current, ctx.actor.role)
  const handled = await handler(current, line)
  const values = { ...handled, ...stateAfter(entity, line) }
  const told = { action, changes: changesOf(current.row, values), reason: asked.reason }
  return updateRow(ctx, conn, entity, asked.id, values, told)
}

/** What a change tells the history: the columns that really differ. */
export function changesOf<E extends Entity>(before: object, after: StoredColumns<E>): Changes<E> {
  const was = cellsOf(before)
  const changed = Object.entries(after).filter(([name, value]) => was[name] !== value)
  // The columns are those of `after`.
  return Object.fromEntries(
    changed.map(([name, value]) => [name, [was[name] ?? null, value]]),
  ) as Changes<E>
}
