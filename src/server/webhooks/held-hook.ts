import { Problem } from '#domain/kit/problem.ts'
import type { Webhook } from '#domain/webhooks/webhook-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type Changes, recordHistory } from '#server/kit/rows/history.ts'

export const unknownHook = () => new Problem('notFound', { fill: { what: 'webhook' } })

export type HeldHook = Pick<Webhook, 'id' | 'name' | 'url' | 'events' | 'is_active' | 'version'>

const HOLD = sql<HeldHook, [id: number]>`select id, name, url, events, is_active, version
  from webhooks where id = $1 and deleted_at is null for update`

/** A webhook that nobody else changes meanwhile. */
export async function heldHook(conn: Conn, id: number): Promise<HeldHook> {
  const held = await HOLD.one(conn, id)
  if (!held) throw unknownHook()
  return held
}

/** What somebody did with a webhook, in the history. */
export async function recordHook(
  ctx: Context,
  conn: Conn,
  object_id: number,
  action: string,
  told: { version: number | null; changes: Changes },
): Promise<void> {
  const { version: object_version, changes } = told
  const object_class = 'webhook'
  await recordHistory(conn, ctx, { object_class, object_id, action, object_version, changes })
}
