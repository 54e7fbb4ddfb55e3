import { z } from 'zod'
import { atLeast } from '#domain/access/role.ts'
import { created, deleted, empty, Problem, updated } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { recordSecurityEvent } from '../identity/security-event.ts'
import { type LockPath, lockPathSchema } from './datalock-path.ts'

const LOST = "Your lock has ended. You can still save: we'll check that nobody else has."
// Leases are measured by the database's clock alone, whatever the servers' clocks say.
const LAPSE = `interval '150 seconds'`

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

const columns = `object_path, user_id, impersonator_id, user_name, locked_at, renewed_at,
  (user_id = $2 and impersonator_id is not distinct from $3) as is_mine,
  renewed_at > now() - ${LAPSE} as is_live`

const input = z.strictObject({ object_path: lockPathSchema })
const policy = { from: 'user', apiKey: false } as const

async function lockAt(
  conn: Conn,
  ctx: Context,
  path: LockPath,
  hold = '',
): Promise<LockRow | null> {
  const { user_id, impersonator_id, organisation_id } = ctx.actor
  const [row] = await conn.query<LockRow>(
    `select ${columns} from datalocks where object_path = $1 and organisation_id = $4 ${hold}`,
    [path.object_path, user_id, impersonator_id, organisation_id],
  )
  return row ?? null
}

/** What others may know of a lock: who, and since when. */
function shownLock(row: LockRow) {
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

interface LockRequest {
  object_path: LockPath
  take_over?: boolean | undefined
}

const take = route<LockRequest>({
  method: 'PUT',
  path: '/datalock',
  summary: 'Take the lock of a page; a manager may take it over from somebody else',
  policy,
  replayed: false,
  input: z.strictObject({ object_path: lockPathSchema, take_over: z.boolean().optional() }),
  write: async (ctx, conn, { object_path: path, take_over }) => {
    const { actor } = ctx
    await conn.query('select pg_advisory_xact_lock(hashtextextended($1, $2))', [
      path.object_path,
      actor.organisation_id,
    ])
    const current = await lockAt(conn, ctx, path)
    const isHeld = current?.is_live && !current.is_mine
    if (isHeld && !take_over) throw heldBy(current)
    if (isHeld && !atLeast(actor.role, 'manager')) throw new Problem('forbidden')
    if (isHeld) {
      const detail = { object_path: path.object_path, from: current.user_name }
      await recordSecurityEvent(conn, ctx, 'lock_taken_over', { detail })
    }
    const isRenewed = current?.is_live && current.is_mine
    await conn.query(
      `insert into datalocks (organisation_id, object_path, object_class, object_id, user_id,
         impersonator_id, session_id, user_name)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (organisation_id, object_path) do update set user_id = excluded.user_id,
         impersonator_id = excluded.impersonator_id, session_id = excluded.session_id,
         user_name = excluded.user_name, renewed_at = now(),
         locked_at = case when $9 then datalocks.locked_at else now() end`,
      [
        actor.organisation_id,
        path.object_path,
        path.object_class,
        path.object_id,
        actor.user_id,
        actor.impersonator_id,
        actor.session_id,
        actor.name,
        isRenewed ?? false,
      ],
    )
    const now = await lockAt(conn, ctx, path)
    return { status: created, data: now ? shownLock(now) : null }
  },
})

const renew = route<{ object_path: LockPath }>({
  method: 'POST',
  path: '/datalock',
  summary: 'Keep the lock of a page; 409 tells who has it now',
  policy,
  replayed: false,
  input,
  write: async (ctx, conn, { object_path: path }) => {
    const current = await lockAt(conn, ctx, path, 'for update')
    if (current?.is_live && !current.is_mine) throw heldBy(current)
    // One that lapsed while the laptop slept goes on, unless somebody has had it meanwhile.
    if (!current?.is_mine) throw new Problem('conflict', { message: LOST, data: null })
    await conn.query(
      `update datalocks set renewed_at = now(), session_id = $3
       where object_path = $1 and organisation_id = $2`,
      [path.object_path, ctx.actor.organisation_id, ctx.actor.session_id],
    )
    const now = await lockAt(conn, ctx, path)
    return { status: updated, data: now ? shownLock(now) : null }
  },
})

const look = route<{ object_path: LockPath }>({
  method: 'GET',
  path: '/datalock',
  summary: 'Who is working on a page',
  policy,
  input: z.object({ object_path: lockPathSchema }),
  run: async (ctx, { object_path }) => {
    const row = await ctx.database.read(scopeOf(ctx), (conn) => lockAt(conn, ctx, object_path))
    return row?.is_live ? { data: shownLock(row) } : { status: empty, data: null }
  },
})

const release = route<{ object_path: LockPath }>({
  method: 'DELETE',
  path: '/datalock',
  summary: 'Give up the lock of a page',
  policy,
  replayed: false,
  input,
  write: async (ctx, conn, { object_path: path }) => {
    const { actor } = ctx
    // Only one's own: a page that closes late must not free what somebody else has taken over.
    await conn.query(
      `delete from datalocks where object_path = $1 and organisation_id = $2 and user_id = $3
       and impersonator_id is not distinct from $4`,
      [path.object_path, actor.organisation_id, actor.user_id, actor.impersonator_id],
    )
    return { status: deleted, data: null }
  },
})

export const datalockRoutes: Route[] = [take, renew, look, release]
