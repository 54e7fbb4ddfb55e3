import { endOfDay, lastDayOf, MOST_KEYS } from '#domain/identity/api-key.ts'
import { apiKeyCalls, type KnownApiKey, type NewApiKey } from '#domain/identity/api-key-calls.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { badField, created, deleted, Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { randomSecret, sha256 } from './digest.ts'
import { recordSecurityEvent, type SecurityEvent } from './security-event.ts'

const MEMBERSHIP = sql<
  { id: number },
  [user_id: number, organisation_id: number | null]
>`select id from memberships
  where user_id = $1 and organisation_id = $2 and deleted_at is null`

// Two keys made at once are counted one after the other.
const HOLD_OWNER = sql<never, [user_id: number]>`select from users where id = $1 for update`
const HELD = sql<{ count: number }, [user_id: number]>`select count(*)::integer as count
  from api_keys where user_id = $1`

const KEEP_KEY = sql<
  { id: number },
  [
    user_id: number,
    organisation_id: number | null,
    key_hash: Buffer,
    hint: string,
    now: Date,
    name: string,
    can_write: boolean,
    modules: readonly string[] | null,
    expires_at: Date,
  ]
>`insert into api_keys (user_id, organisation_id, user_version, key_hash, hint, created_at, name,
    can_write, modules, expires_at)
  select id, $2, session_version, $3, $4, $5, $6, $7, $8, $9 from users where id = $1
  returning id`

async function makeKey(ctx: Context, conn: Conn, sent: CheckedOf<typeof apiKeyCalls.make>) {
  await refuseKey(ctx, conn)
  const { user_id, organisation_id } = ctx.actor
  const today = todayOf(ctx)
  const name = sent.name?.trim() || `Key of ${formatDay(today)}`
  const { can_write = true } = sent
  const modules = sent.modules ? [...new Set(sent.modules)] : null
  const expires = endOfDay(lastDayOf(today, sent.ends_on))
  const key = `sb_${randomSecret()}`
  const hint = key.slice(0, 8)
  const now = ctx.clock.now()
  const kept = await KEEP_KEY.one(
    conn,
    user_id,
    organisation_id,
    sha256(key),
    hint,
    now,
    name,
    can_write,
    modules,
    expires,
  )
  if (!kept) throw new Error('The key was not stored.')
  await recordKey(ctx, conn, 'api_key_made', { id: kept.id, name })
  const data: NewApiKey = {
    id: kept.id,
    name,
    api_key: key,
    hint,
    can_write,
    modules,
    created_at: now.toISOString(),
    expires_at: expires.toISOString(),
  }
  return { status: created, data, message: 'Copy the key now: it is not shown again.' }
}

async function refuseKey(ctx: Context, conn: Conn): Promise<void> {
  const { user_id, organisation_id } = ctx.actor
  // A key acts with the rights of a membership, never with a platform admin's.
  if (!(await MEMBERSHIP.one(conn, user_id, organisation_id))) {
    const reason = 'you are not a member of this organisation'
    throw notPossible('make a key for', reason, 'Add yourself as a member first.')
  }
  await HOLD_OWNER.run(conn, user_id)
  const held = await HELD.one(conn, user_id)
  if ((held?.count ?? 0) < MOST_KEYS) return
  const reason = `you have ${MOST_KEYS} keys already`
  throw notPossible('make a key beside', reason, 'Remove one that you no longer need.')
}

const KEYS = sql<KnownApiKey, [user_id: number]>`select k.id, k.name, k.organisation_id,
    o.name as organisation_name, k.hint, k.can_write, k.modules, k.created_at, k.expires_at,
    k.last_used_at, k.last_used_ip
  from api_keys k join organisations o on o.id = k.organisation_id
  where k.user_id = $1 order by k.id desc`

async function listKeys(ctx: Context) {
  const data = await ctx.database.read(scopeOf(ctx), (conn) => KEYS.all(conn, ctx.actor.user_id))
  return { data }
}

const OWN_KEYS = sql<{ id: number; name: string }, [user_id: number]>`select id, name
  from api_keys where user_id = $1 for update`
const REMOVE_KEY = sql<never, [id: number]>`delete from api_keys where id = $1`

async function removeKey(ctx: Context, conn: Conn, sent: CheckedOf<typeof apiKeyCalls.remove>) {
  const own = await OWN_KEYS.all(conn, ctx.actor.user_id)
  if (sent.id === undefined && own.length > 1)
    throw badField('id', 'You have several keys. Say which one, by its id.')
  const key = own.find(({ id }) => sent.id === undefined || id === sent.id)
  if (!key) throw new Problem('notFound', { fill: { what: 'API key' } })
  await REMOVE_KEY.run(conn, key.id)
  await recordKey(ctx, conn, 'api_key_removed', key)
  return { status: deleted, data: { id: key.id }, message: 'API key removed.' }
}

async function recordKey(
  ctx: Context,
  conn: Conn,
  action: SecurityEvent,
  key: { id: number; name: string },
): Promise<void> {
  const { user_id: object_id } = ctx.actor
  const owner = { object_class: 'user', object_id, organisation_id: null }
  await recordHistory(conn, ctx, { ...owner, action, reason: key.name })
  await recordSecurityEvent(conn, ctx, action, { detail: { key_id: key.id, name: key.name } })
}

export const apiKeyRoutes: Route[] = serve(apiKeyCalls, {
  make: { write: makeKey },
  list: { run: listKeys },
  remove: { write: removeKey },
})
