import type { Context } from '../context.ts'
import type { Conn } from './database.ts'

export type Changes = Record<string, [before: unknown, after: unknown]>

export interface HistoryEntry {
  object_class: string
  object_id: number
  action: string
  object_version?: number | null
  changes?: Changes
  reason?: string | null
  /** Null for rows of the platform. */
  organisation_id?: number | null
}

/** Adds one row to the history, in the transaction of the change it tells of. */
export async function recordHistory(conn: Conn, ctx: Context, entry: HistoryEntry): Promise<void> {
  const organisation_id =
    entry.organisation_id === undefined ? ctx.actor.organisation_id : entry.organisation_id
  await conn.query(
    `insert into history (${historyColumns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      organisation_id,
      entry.object_class,
      entry.object_id,
      entry.action,
      entry.object_version ?? null,
      JSON.stringify(entry.changes ?? {}),
      entry.reason ?? null,
      ...actorValues(ctx),
    ],
    'history',
  )
}

export const historyColumns =
  'organisation_id, object_class, object_id, action, object_version, changes, reason, ' +
  'actor_id, actor_name, impersonator_id, impersonator_name, source, request_id'

export function actorValues(ctx: Context): unknown[] {
  const { actor } = ctx
  return [
    actor.user_id || null,
    actor.name,
    actor.impersonator_id,
    actor.impersonator_name,
    actor.via === 'key' ? 'api' : 'screen',
    ctx.request.id,
  ]
}
