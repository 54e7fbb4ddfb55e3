import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { recordSecurityEvent } from './security-event.ts'

/**
 * Ends every way in that a person holds: sessions, those opened in their name, the API key and
 * the locks. Called in the transaction of the change that makes it necessary. Answers the version
 * that new sessions are opened under.
 */
export async function endAccess(
  ctx: Context,
  conn: Conn,
  user_id: number,
  reason: string,
): Promise<number> {
  const [raised] = await conn.query<{ session_version: number }>(
    `update users set session_version = session_version + 1 where id = $1
     returning session_version`,
    [user_id],
  )
  await conn.query(
    `update sessions set revoked_at = $2
     where (user_id = $1 or impersonator_id = $1) and revoked_at is null`,
    [user_id, ctx.clock.now()],
  )
  await conn.query('delete from api_keys where user_id = $1', [user_id])
  await asUser(conn, ctx, user_id, () =>
    conn.query('delete from datalocks where user_id = $1', [user_id]),
  )
  await recordSecurityEvent(conn, ctx, 'access_ended', { user_id, detail: { reason } })
  return raised?.session_version ?? 1
}

/**
 * Ends a person's ways into one organisation, where their role there has changed. What they do in
 * others goes on: no organisation reaches into another through the people they share.
 */
export async function endAccessHere(
  ctx: Context,
  conn: Conn,
  user_id: number,
  reason: string,
): Promise<void> {
  const { organisation_id } = ctx.actor
  const here = [user_id, organisation_id]
  await conn.query(
    `update sessions set revoked_at = $3
     where user_id = $1 and organisation_id = $2 and revoked_at is null`,
    [...here, ctx.clock.now()],
  )
  await conn.query('delete from api_keys where user_id = $1 and organisation_id = $2', here)
  await conn.query('delete from datalocks where user_id = $1 and organisation_id = $2', here)
  await recordSecurityEvent(conn, ctx, 'access_ended', { user_id, detail: { reason } })
}

/** Lets row-level security show a person's own rows in every organisation, inside a transaction. */
export async function asUser<T>(
  conn: Conn,
  ctx: Context,
  user_id: number,
  work: () => Promise<T>,
): Promise<T> {
  const set = `select set_config('app.user_id', $1, true)`
  await conn.query(set, [`${user_id}`])
  const result = await work()
  await conn.query(set, [`${ctx.actor.user_id || ''}`])
  return result
}

/** Works in another organisation for a moment, as a platform admin may. */
export async function inOrganisation<T>(
  conn: Conn,
  ctx: Context,
  organisation_id: number,
  work: () => Promise<T>,
): Promise<T> {
  const set = `select set_config('app.organisation_id', $1, true)`
  await conn.query(set, [`${organisation_id}`])
  const result = await work()
  await conn.query(set, [`${ctx.actor.organisation_id ?? ''}`])
  return result
}
