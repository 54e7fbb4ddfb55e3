import type { Workplace } from '#domain/identity/account.ts'
import { user } from '#domain/identity/user.ts'
import { userCalls } from '#domain/identity/user-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { deleted, Problem, updated } from '#domain/kit/problem.ts'
import type { RemovedRows } from '#domain/kit/verbs.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { changeUser } from './change-user.ts'
import { createUser } from './create-user.ts'
import { register } from './registration.ts'
import { removeUser } from './remove-user.ts'
import { userAnswer } from './user-answer.ts'

async function getUser(ctx: Context, { id }: CheckedOf<typeof userCalls.get>) {
  const user_id = id ?? ctx.actor.user_id
  const isOwn = user_id === ctx.actor.user_id
  if (!isOwn && ctx.actor.role !== 'padmin') throw notFound(user)
  const found = await answerFor(ctx, user_id, isOwn)
  if (!found) throw notFound(user)
  const update = { action: 'update', allowed: true }
  const remove = { action: 'delete', allowed: !isOwn }
  const available_actions =
    found.deleted_at === null ? [update, remove] : [{ action: 'restore', allowed: true }]
  return { data: found, info: { available_actions } }
}

const CHOSEN = sql<
  { organisation_id: number | null },
  [session_id: string | null]
>`select organisation_id from sessions where id = $1`

/** Read in that user's own scope, so that row-level security shows their memberships. */
async function answerFor(ctx: Context, user_id: number, isOwn: boolean) {
  const { organisation_id, session_id, impersonator_name: impersonator } = ctx.actor
  return ctx.database.read({ organisation_id, user_id }, async (conn) => {
    if (!isOwn) return userAnswer(conn, user_id, { organisation_id: null, impersonator: null })
    if (organisation_id !== null)
      return userAnswer(conn, user_id, { organisation_id, impersonator })
    // Who must still set up the second factor has no organisation yet, but has chosen one.
    const working = (await CHOSEN.one(conn, session_id))?.organisation_id ?? null
    return userAnswer(conn, user_id, { organisation_id: working, impersonator })
  })
}

async function putUser(ctx: Context, raw: CheckedOf<typeof userCalls.create>) {
  if (ctx.guest) return register(ctx, raw)
  if (ctx.actor.role !== 'padmin' || ctx.actor.via === 'key') throw new Problem('forbidden')
  if (ctx.actor.impersonator_id !== null) throw new Problem('impersonating')
  return createUser(ctx, raw)
}

async function postUser(ctx: Context, raw: CheckedOf<typeof userCalls.update>) {
  const changed = await changeUser(ctx, { ...raw, id: raw.id ?? ctx.actor.user_id })
  return { status: updated, data: changed.account, message: changed.message }
}

async function deleteUser(
  ctx: Context,
  conn: Conn,
  { id, username_confirm }: CheckedOf<typeof userCalls.remove>,
) {
  await removeUser(ctx, conn, id, username_confirm)
  return { status: deleted, data: { id }, message: 'User deleted.' }
}

async function deleteUsers(ctx: Context, conn: Conn, { ids }: { ids: number[] }) {
  const data: RemovedRows = { deleted: [], refused: [] }
  for (const id of new Set(ids)) {
    try {
      await removeUser(ctx, conn, id, null)
      data.deleted.push(id)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      data.refused.push({ id, code: error.code, message: error.message })
    }
  }
  const kept = data.refused.length ? `, ${data.refused.length} kept` : ''
  return { status: deleted, data, message: `${data.deleted.length} deleted${kept}.` }
}

const WORKPLACES = sql<
  Workplace,
  [user_id: number, is_padmin: boolean]
>`select o.id as organisation_id, o.name as organisation_name,
    coalesce(m.role_name, 'padmin') as role_name
  from organisations o left join memberships m on m.organisation_id = o.id
    and m.user_id = $1 and m.deleted_at is null
  where o.is_active and o.deleted_at is null and (m.id is not null or $2)
  order by o.name limit 1000`

async function ownOrganisations(ctx: Context) {
  const rows = await ctx.database.read(scopeOf(ctx), (conn) =>
    WORKPLACES.all(conn, ctx.actor.user_id, ctx.actor.role === 'padmin'),
  )
  return { data: rows }
}

export function userRoutes(catalogue: Catalogue): Route[] {
  return serve(userCalls, {
    ...verbHandlers(user, catalogue),
    get: { run: getUser },
    create: { run: putUser },
    update: { run: postUser },
    remove: { write: deleteUser },
    removeMany: { write: deleteUsers },
    organisations: { run: ownOrganisations },
  })
}
