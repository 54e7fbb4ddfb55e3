import { z } from 'zod'
import type { Policy } from '#domain/kit/call.ts'
import { created, deleted, empty, Problem } from '#domain/kit/problem.ts'
import { scopeOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { randomSecret, sha256 } from './digest.ts'
import { recordSecurityEvent } from './security-event.ts'

const reading: Policy = { from: 'user', apiKey: false }
const changing: Policy = { ...reading, notWhileImpersonating: true, stepUp: true }
const nothing = z.strictObject({})

const make = route<unknown>({
  method: 'PUT',
  path: '/apikey',
  summary: 'Make your one API key; it is shown this once, and replaces the one before',
  policy: changing,
  replayed: false,
  input: nothing,
  write: async (ctx, conn) => {
    const { user_id, organisation_id } = ctx.actor
    const [member] = await conn.query(
      `select 1 from memberships where user_id = $1 and organisation_id = $2
       and deleted_at is null`,
      [user_id, organisation_id],
    )
    // A key acts with the rights of a membership, never with a platform admin's.
    if (!member) {
      const reason = 'you are not a member of this organisation'
      const instead = 'Add yourself as a member first.'
      throw new Problem('notPossible', { fill: { action: 'make a key for', reason, instead } })
    }
    const key = `sb_${randomSecret()}`
    const now = ctx.clock.now()
    await conn.query(
      `insert into api_keys (user_id, organisation_id, user_version, key_hash, hint, created_at)
       select id, $2, session_version, $3, $4, $5 from users where id = $1
       on conflict (user_id) do update set organisation_id = excluded.organisation_id,
         user_version = excluded.user_version, key_hash = excluded.key_hash,
         hint = excluded.hint, created_at = excluded.created_at, last_used_at = null`,
      [user_id, organisation_id, sha256(key), key.slice(0, 8), now],
    )
    const told = { object_class: 'user', object_id: user_id, organisation_id: null }
    await recordHistory(conn, ctx, { ...told, action: 'api_key_made' })
    await recordSecurityEvent(conn, ctx, 'api_key_made')
    const data = { api_key: key, hint: key.slice(0, 8), created_at: now.toISOString() }
    const message = 'Copy the key now: it is not shown again.'
    return { status: created, data, message }
  },
})

const look = route<unknown>({
  method: 'GET',
  path: '/apikey',
  summary: 'When your API key was made and last used; never the key itself',
  policy: reading,
  input: z.object({}),
  run: async (ctx) => {
    const [row] = await ctx.database.read(scopeOf(ctx), (conn) =>
      conn.query(
        `select organisation_id, hint, created_at, last_used_at from api_keys where user_id = $1`,
        [ctx.actor.user_id],
      ),
    )
    return row ? { data: row } : { status: empty, data: null }
  },
})

const remove = route<unknown>({
  method: 'DELETE',
  path: '/apikey',
  summary: 'Remove your API key; programs that use it are refused at once',
  policy: { ...reading, notWhileImpersonating: true },
  input: nothing,
  write: async (ctx, conn) => {
    const { user_id } = ctx.actor
    const gone = await conn.query('delete from api_keys where user_id = $1 returning 1', [user_id])
    if (gone.length === 0) throw new Problem('notFound', { fill: { what: 'API key' } })
    const told = { object_class: 'user', object_id: user_id, organisation_id: null }
    await recordHistory(conn, ctx, { ...told, action: 'api_key_removed' })
    await recordSecurityEvent(conn, ctx, 'api_key_removed')
    return { status: deleted, data: null, message: 'API key removed.' }
  },
})

export const apiKeyRoutes: Route[] = [make, look, remove]
