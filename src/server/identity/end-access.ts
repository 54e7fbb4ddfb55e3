import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { voidLinks } from './one-time-token.ts'
import { recordSecurityEvent } from './security-event.ts'

const RAISE_VERSION = sql<
  { session_version: number },
  [user_id: number]
>`update users set session_version = session_version + 1 where id = $1
  returning session_version`
const END_SESSIONS = sql<never, [user_id: number, now: Date]>`update sessions set revoked_at = $2
  where (user_id = $1 or impersonator_id = $1) and revoked_at is null`
const DROP_KEYS = sql<never, [user_id: number]>`delete from api_keys where user_id = $1`
const DROP_LOCKS = sql<never, [user_id: number]>`delete from datalocks where user_id = $1`

type Ending =
  | 'password_changed'
  | 'password_reset'
  | 'password_set'
  | 'factor_reset'
  | 'disabled'
  | 'deleted'
  | 'roles'

/**
 * Ends every way in that a person holds: sessions, those opened in their name, the API keys, the
 * locks, and the links in mailboxes. Called in the transaction of the change that makes it necessary.
 * Answers the version that new sessions are opened under.
 */
export async function endAccess(
  ctx: Context,
  conn: Conn,
  user_id: number,
  reason: Ending,
): Promise<number> {
  const raised = await RAISE_VERSION.one(conn, user_id)
  await endSessions(ctx, conn, user_id)
  await DROP_KEYS.run(conn, user_id)
  // Roles say nothing of the mailbox: who is new still chooses their password by the link they have.
  if (reason !== 'roles') await voidLinks(ctx, conn, user_id)
  await recordSecurityEvent(conn, ctx, 'access_ended', { user_id, detail: { reason } })
  return raised?.session_version ?? 1
}

/** Ends every session of a person, those they opened in another's name as well, and the locks. */
export async function endSessions(ctx: Context, conn: Conn, user_id: number): Promise<void> {
  await END_SESSIONS.run(conn, user_id, ctx.clock.now())
  await asUser(conn, ctx, user_id, () => DROP_LOCKS.run(conn, user_id))
}

type Others = [user_id: number, session_id: string | null]

const END_OTHERS = sql<never, [...Others, now: Date]>`update sessions set revoked_at = $3
  where (user_id = $1 or impersonator_id = $1) and id is distinct from $2 and revoked_at is null`
const DROP_OTHER_LOCKS = sql<
  never,
  Others
>`delete from datalocks where user_id = $1 and session_id is distinct from $2`

/** Ends every session of the caller but the one they are in. Programs with a key go on. */
export async function endOtherSessions(ctx: Context, conn: Conn): Promise<void> {
  const { user_id, session_id } = ctx.actor
  await END_OTHERS.run(conn, user_id, session_id, ctx.clock.now())
  await asUser(conn, ctx, user_id, () => DROP_OTHER_LOCKS.run(conn, user_id, session_id))
}

type Here = [user_id: number, organisation_id: number | null]

const END_SESSIONS_HERE = sql<never, [...Here, now: Date]>`update sessions set revoked_at = $3
  where user_id = $1 and organisation_id = $2 and revoked_at is null`
const DROP_KEYS_HERE = sql<
  never,
  Here
>`delete from api_keys where user_id = $1 and organisation_id = $2`
const DROP_LOCKS_HERE = sql<
  never,
  Here
>`delete from datalocks where user_id = $1 and organisation_id = $2`

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
  await END_SESSIONS_HERE.run(conn, user_id, organisation_id, ctx.clock.now())
  await DROP_KEYS_HERE.run(conn, user_id, organisation_id)
  await DROP_LOCKS_HERE.run(conn, user_id, organisation_id)
  await recordSecurityEvent(conn, ctx, 'access_ended', { user_id, detail: { reason } })
}

const SET_USER = sql<never, [user_id: string]>`select set_config('app.user_id', $1, true)`
const SET_ORGANISATION = sql<
  never,
  [organisation_id: string]
>`select set_config('app.organisation_id', $1, true)`

/** Lets row-level security show a person's own rows in every organisation, inside a transaction. */
export async function asUser<T>(
  conn: Conn,
  ctx: Context,
  user_id: number,
  work: () => Promise<T>,
): Promise<T> {
  await SET_USER.run(conn, `${user_id}`)
  const result = await work()
  await SET_USER.run(conn, `${ctx.actor.user_id || ''}`)
  return result
}

/** Works in another organisation for a moment, as a platform admin may. */
export async function inOrganisation<T>(
  conn: Conn,
  ctx: Context,
  organisation_id: number,
  work: () => Promise<T>,
): Promise<T> {
  await SET_ORGANISATION.run(conn, `${organisation_id}`)
  const result = await work()
  await SET_ORGANISATION.run(conn, `${ctx.actor.organisation_id ?? ''}`)
  return result
}
