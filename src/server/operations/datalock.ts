import { atLeast } from '#domain/access/role.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { datalockCalls, LAPSE_SECONDS, type ShownLock } from '#domain/kit/datalock-calls.ts'
import type { LockPath } from '#domain/kit/datalock-path.ts'
import { created, deleted, empty, Problem, updated } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { recordSecurityEvent } from '../identity/security-event.ts'

const LOST = "Your lock has ended. You can still save: we'll check that nobody else has."

interface LockRow {
  object_path: string
  user_id: number
  impersonator_id: number | null
  user_name: string
  locked_at: string
  renewed_at: string
  is_mine: boolean
  is_live: boolean
}

type LockKey = [
  object_path: string,
  user_id: number,
  impersonator_id: number | null,
  organisation_id: number | null,
]

// Leases are measured by the database's clock alone, whatever the servers' clocks say.
const selectLock = fragment`select object_path, user_id, impersonator_id, user_name, locked_at,
    renewed_at, (user_id = $2 and impersonator_id is not distinct from $3) as is_mine,
    renewed_at > now() - make_interval(secs => ${LAPSE_SECONDS}) as is_live
  from datalocks where object_path = $1 and organisation_id = $4`
const LOCK = sql<LockRow, LockKey>`${selectLock}`
const LOCK_HELD = sql<LockRow, LockKey>`${selectLock} for update`

const lockKey = ({ actor }: Context, path: LockPath): LockKey => [
  path.object_path,
  actor.user_id,
  actor.impersonator_id,
  actor.organisation_id,
]

function shownLock(row: LockRow): ShownLock {
  const { object_path, user_id, user_name, locked_at, renewed_at, is_mine } = row
  return { object_path, user_id, holder: user_name, since: locked_at, renewed_at, is_mine }
}

function heldBy(row: LockRow): Problem {
  const lock = shownLock(row)
  return new Problem('lockHeld', {
    fill: { holder: row.user_name },
    data: lock,
    info: { holder: lock.holder, since: lock.since },
  })
}

const TAKE_TURNS = sql<
  never,
  [object_path: string, organisation_id: number | null]
>`select pg_advisory_xact_lock(hashtextextended($1, $2))`

const TAKE = sql<
  never,
  [
    organisation_id: number | null,
    object_path: string,
    object_class: string | null,
    object_id: number | null,
    user_id: number,
    impersonator_id: number | null,
    session_id: string | null,
    user_name: string,
    is_renewed: boolean,
  ]
>`insert into datalocks (organisation_id, object_path, object_class, object_id, user_id,
    impersonator_id, session_id, user_name)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (organisation_id, object_path) do update set user_id = excluded.user_id,
    impersonator_id = excluded.impersonator_id, session_id = excluded.session_id,
    user_name = excluded.user_name, renewed_at = now(),
    locked_at = case when $9 then datalocks.locked_at else now() end`

async function takeLock(
  ctx: Context,
  conn: Conn,
  { object_path: path, take_over }: CheckedOf<typeof datalockCalls.take>,
) {
  const { actor } = ctx
  await TAKE_TURNS.run(conn, path.object_path, actor.organisation_id)
  const current = await LOCK.one(conn, ...lockKey(ctx, path))
  const isHeld = current?.is_live && !current.is_mine
  if (isHeld && !take_over) throw heldBy(current)
  if (isHeld && !atLeast(actor.role, 'manager')) throw new Problem('forbidden')
  if (isHeld) {
    const detail = { object_path: path.object_path, from: current.user_name }
    await recordSecurityEvent(conn, ctx, 'lock_taken_over', { detail })
  }
  const isRenewed = current?.is_live && current.is_mine
  await TAKE.run(
    conn,
    actor.organisation_id,
    path.object_path,
    path.object_class,
    path.object_id,
    actor.user_id,
    actor.impersonator_id,
    actor.session_id,
    actor.name,
    isRenewed ?? false,
  )
  const now = await LOCK.one(conn, ...lockKey(ctx, path))
  return { status: created, data: now ? shownLock(now) : null }
}

const RENEW = sql<
  never,
  [object_path: string, organisation_id: number | null, session_id: string | null]
>`update datalocks set renewed_at = now(), session_id = $3
  where object_path = $1 and organisation_id = $2`

interface LockRequest {
  object_path: LockPath
}

async function renewLock(ctx: Context, conn: Conn, { object_path: path }: LockRequest) {
  const current = await LOCK_HELD.one(conn, ...lockKey(ctx, path))
  if (current?.is_live && !current.is_mine) throw heldBy(current)
  // One that lapsed while the laptop slept goes on, unless somebody has had it meanwhile.
  if (!current?.is_mine) throw new Problem('conflict', { message: LOST, data: null })
  await RENEW.run(conn, path.object_path, ctx.actor.organisation_id, ctx.actor.session_id)
  const now = await LOCK.one(conn, ...lockKey(ctx, path))
  return { status: updated, data: now ? shownLock(now) : null }
}

async function lookAtLock(ctx: Context, { object_path: path }: LockRequest) {
  const row = await ctx.database.read(scopeOf(ctx), (conn) => LOCK.one(conn, ...lockKey(ctx, path)))
  return row?.is_live ? { data: shownLock(row) } : { status: empty, data: null }
}

// Only one's own: a page that closes late must not free what somebody else has taken over.
const RELEASE = sql<never, LockKey>`delete from datalocks where object_path = $1 and user_id = $2
  and impersonator_id is not distinct from $3 and organisation_id = $4`

async function releaseLock(ctx: Context, conn: Conn, { object_path: path }: LockRequest) {
  await RELEASE.run(conn, ...lockKey(ctx, path))
  return { status: deleted, data: null }
}

export const datalockRoutes: Route[] = serve(datalockCalls, {
  take: { write: takeLock },
  renew: { write: renewLock },
  look: { run: lookAtLock },
  release: { write: releaseLock },
})
