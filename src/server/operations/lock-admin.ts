import type { CheckedOf } from '#domain/kit/call.ts'
import { LAPSE_SECONDS } from '#domain/kit/datalock-calls.ts'
import { Problem, updated } from '#domain/kit/problem.ts'
import { type HeldLock, lockAdminCalls } from '#domain/operations/lock-admin-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { recordSecurityEvent } from '../identity/security-event.ts'

const HELD = sql<HeldLock, [organisation_id: number | null]>`
  select object_path, user_name as holder, object_class, locked_at as since, renewed_at
  from datalocks where organisation_id = $1
    and renewed_at > now() - make_interval(secs => ${LAPSE_SECONDS})
  order by locked_at limit 500`

async function listLocks(ctx: Context) {
  const data = await ctx.database.read(scopeOf(ctx), (conn) =>
    HELD.all(conn, ctx.actor.organisation_id),
  )
  return { data }
}

const RELEASE = sql<
  { holder: string; user_id: number },
  [object_path: string, organisation_id: number | null]
>`delete from datalocks where object_path = $1 and organisation_id = $2
  returning user_name as holder, user_id`

async function releaseLock(
  ctx: Context,
  conn: Conn,
  { object_path: { object_path }, reason }: CheckedOf<typeof lockAdminCalls.release>,
) {
  const lock = await RELEASE.one(conn, object_path, ctx.actor.organisation_id)
  if (!lock) throw new Problem('notFound', { fill: { what: 'lock' } })
  const detail = { object_path, from: lock.holder, reason }
  await recordSecurityEvent(conn, ctx, 'lock_released', { detail })
  return { status: updated, data: null, message: `${lock.holder} no longer holds the page.` }
}

export const lockAdminRoutes: Route[] = serve(lockAdminCalls, {
  list: { run: listLocks },
  release: { write: releaseLock },
})
