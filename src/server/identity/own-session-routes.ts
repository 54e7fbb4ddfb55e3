import { deviceOf } from '#domain/identity/device.ts'
import { type OwnSession, ownSessionCalls } from '#domain/identity/own-session-calls.ts'
import { deleted, Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer, Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { asUser, endSessions } from './end-access.ts'
import { voidLinks } from './one-time-token.ts'
import { recordSecurityEvent } from './security-event.ts'
import { dropCookies, leaveNothing, revokeSession } from './session.ts'

type StoredSession = Omit<OwnSession, 'device' | 'is_current'> & { user_agent: string }

// Somebody who works in another's name has told them; here are only the person's own.
const live = fragment`s.user_id = $1 and s.impersonator_id is null and s.revoked_at is null
  and s.expires_at > $2 and s.user_version = (select session_version from users where id = $1)
  and (s.api_key_hash is null
    or exists (select from api_keys k where k.key_hash = s.api_key_hash))`

const SESSIONS = sql<
  StoredSession,
  [user_id: number, now: Date]
>`select s.id, s.ip, s.user_agent, s.created_at, s.last_seen_at,
    s.api_key_hash is not null as is_program
  from sessions s where ${live} order by s.last_seen_at desc, s.created_at desc limit 100`

async function list(ctx: Context): Promise<Answer<OwnSession[]>> {
  const { user_id, session_id } = ctx.actor
  const rows = await ctx.database.read({ organisation_id: null, user_id }, (conn) =>
    SESSIONS.all(conn, user_id, ctx.clock.now()),
  )
  const data = rows.map(({ user_agent, ...row }) => ({
    ...row,
    device: deviceOf(user_agent),
    is_current: row.id === session_id,
  }))
  return { data }
}

const OWN = sql<
  { id: string },
  [user_id: number, now: Date, id: string]
>`select s.id from sessions s where ${live} and s.id = $3`

async function end(ctx: Context, conn: Conn, { id }: { id: string }) {
  const own = await OWN.one(conn, ctx.actor.user_id, ctx.clock.now(), id)
  if (!own) throw new Problem('notFound', { fill: { what: 'session' } })
  await asUser(conn, ctx, ctx.actor.user_id, () => revokeSession(ctx, conn, id))
  await recordSecurityEvent(conn, ctx, 'signed_out', { session_id: id })
  if (id === ctx.actor.session_id) dropCookies(ctx)
  return { status: deleted, data: { id }, message: 'Signed out there.' }
}

async function endAll(ctx: Context, conn: Conn): Promise<Answer<{ ended: number }>> {
  const { user_id } = ctx.actor
  const ended = (await SESSIONS.all(conn, user_id, ctx.clock.now())).length
  await endSessions(ctx, conn, user_id)
  // Whoever does this may have found a stranger in their account, who asked for another mailbox.
  await voidLinks(ctx, conn, user_id)
  await recordSecurityEvent(conn, ctx, 'signed_out', { detail: { everywhere: ended } })
  leaveNothing(ctx)
  return { status: deleted, data: { ended }, message: 'You are signed out everywhere.' }
}

export const ownSessionRoutes: Route[] = serve(ownSessionCalls, {
  list: { run: list },
  end: { write: end },
  endAll: { write: endAll },
})
