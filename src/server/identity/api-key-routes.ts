import { apiKeyCalls, type KnownApiKey } from '#domain/identity/api-key-calls.ts'
import { created, deleted, empty, Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { randomSecret, sha256 } from './digest.ts'
import { recordSecurityEvent, type SecurityEvent } from './security-event.ts'

const MEMBERSHIP = sql<
  { id: number },
  [user_id: number, organisation_id: number | null]
>`select id from memberships
  where user_id = $1 and organisation_id = $2 and deleted_at is null`

const KEEP_KEY = sql<
  never,
  [user_id: number, organisation_id: number | null, key_hash: Buffer, hint: string, now: Date]
>`insert into api_keys (user_id, organisation_id, user_version, key_hash, hint, created_at)
  select id, $2, session_version, $3, $4, $5 from users where id = $1
  on conflict (user_id) do update set organisation_id = excluded.organisation_id,
    user_version = excluded.user_version, key_hash = excluded.key_hash,
    hint = excluded.hint, created_at = excluded.created_at, last_used_at = null`

async function makeKey(ctx: Context, conn: Conn) {
  const { user_id, organisation_id } = ctx.actor
  // A key acts with the rights of a membership, never with a platform admin's.
  if (!(await MEMBERSHIP.one(conn, user_id, organisation_id))) {
    const reason = 'you are not a member of this organisation'
    const instead = 'Add yourself as a member first.'
    throw new Problem('notPossible', { fill: { action: 'make a key for', reason, instead } })
  }
  const key = `sb_${randomSecret()}`
  const hint = key.slice(0, 8)
  const now = ctx.clock.now()
  await KEEP_KEY.run(conn, user_id, organisation_id, sha256(key), hint, now)
  await recordKey(ctx, conn, 'api_key_made')
  const data = { api_key: key, hint, created_at: now.toISOString() }
  return { status: created, data, message: 'Copy the key now: it is not shown again.' }
}

const KEY = sql<KnownApiKey, [user_id: number]>`select organisation_id, hint, created_at,
    last_used_at
  from api_keys where user_id = $1`

async function lookAtKey(ctx: Context) {
  const row = await ctx.database.read(scopeOf(ctx), (conn) => KEY.one(conn, ctx.actor.user_id))
  return row ? { data: row } : { status: empty, data: null }
}

const REMOVE_KEY = sql<
  { user_id: number },
  [user_id: number]
>`delete from api_keys where user_id = $1 returning user_id`

async function removeKey(ctx: Context, conn: Conn) {
  const gone = await REMOVE_KEY.one(conn, ctx.actor.user_id)
  if (!gone) throw new Problem('notFound', { fill: { what: 'API key' } })
  await recordKey(ctx, conn, 'api_key_removed')
  return { status: deleted, data: null, message: 'API key removed.' }
}

async function recordKey(ctx: Context, conn: Conn, action: SecurityEvent): Promise<void> {
  const { user_id: object_id } = ctx.actor
  const owner = { object_class: 'user', object_id, organisation_id: null }
  await recordHistory(conn, ctx, { ...owner, action })
  await recordSecurityEvent(conn, ctx, action)
}

export const apiKeyRoutes: Route[] = serve(apiKeyCalls, {
  make: { write: makeKey },
  look: { run: lookAtKey },
  remove: { write: removeKey },
})
