import type { Entity } from '#domain/kit/entity.ts'
import type { Transition } from '#domain/kit/machine.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type Locked, lockRow, outdated, refuseIfHeld } from './change-row.ts'
import type { Changes } from './history.ts'
import { lineOf, refuseRole } from './state.ts'
import { updateRow, type Written } from './write-row.ts'

interface Asked {
  id: number
  version?: number | undefined
  reason?: string | undefined
  /** A customer's answer does not wait for a form that somebody left open. */
  despiteHolder?: boolean | undefined
}

/** What an action changes beside the state. */
type Handler = (current: Locked, transition: Transition) => Promise<Record<string, unknown>>

/**
 * Runs one action of a state machine inside the caller's transaction: the row is locked, then role,
 * version, datalock and state are checked, the handler acts, and the change is told to the history.
 */
export async function transition(
  ctx: Context,
  conn: Conn,
  entity: Entity,
  action: string,
  asked: Asked,
  handler: Handler,
): Promise<Written> {
  const current = await lockRow(ctx, conn, entity, asked.id)
  refuseRole(entity, action, current, ctx.actor.role)
  if (asked.version !== undefined && asked.version !== current.version)
    throw await outdated(conn, entity, current)
  if (!asked.despiteHolder) refuseIfHeld(current)
  const line = lineOf(entity, action, current, ctx.actor.role)
  const handled = await handler(current, line)
  const field = entity.machine?.field ?? ''
  const values = { ...handled, ...(line.to && line.to !== 'deleted' ? { [field]: line.to } : {}) }
  const changes: Changes = {}
  for (const [name, value] of Object.entries(values)) {
    if (current.row[name] !== value) changes[name] = [current.row[name] ?? null, value]
  }
  return updateRow(ctx, conn, entity, asked.id, values, { action, changes, reason: asked.reason })
}
