import { z } from 'zod'
import { user } from '#domain/identity/user.ts'
import { deleted, empty, Problem, updated } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { nothingShown } from '#domain/kit/shown.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { resource } from '#server/kit/rows/resource.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { changeUser } from './change-user.ts'
import { createUser } from './create-user.ts'
import { register } from './registration.ts'
import { removeUser } from './remove-user.ts'
import { ownPolicy } from './session-routes.ts'
import { type MembershipAnswer, userAnswer } from './user-answer.ts'

type Raw = Record<string, unknown>

const getUser = route<{ id?: number | undefined }>({
  method: 'GET',
  path: '/user',
  summary: 'Your own user with memberships and roles; any user for platform admins',
  policy: ownPolicy,
  input: z.object({ id: idSchema.optional() }),
  run: async (ctx, { id }) => {
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
  },
})

/** Read in that user's own scope, so that row-level security shows their memberships. */
async function answerFor(ctx: Context, user_id: number, isOwn: boolean) {
  const { organisation_id, session_id, impersonator_name: impersonator } = ctx.actor
  return ctx.database.read({ organisation_id, user_id }, async (conn) => {
    if (!isOwn) return userAnswer(conn, user_id, { organisation_id: null, impersonator: null })
    if (organisation_id !== null)
      return userAnswer(conn, user_id, { organisation_id, impersonator })
    // Who must still set up the second factor has no organisation yet, but has chosen one.
    const [session] = await conn.query<{ organisation_id: number | null }>(
      'select organisation_id from sessions where id = $1',
      [session_id],
    )
    const working = session?.organisation_id ?? null
    return userAnswer(conn, user_id, { organisation_id: working, impersonator })
  })
}

const putUser = route<Raw>({
  method: 'PUT',
  path: '/user',
  summary: 'Register, as a guest; create a user, as a platform admin',
  policy: { from: 'guest' },
  shows: nothingShown,
  replayed: false,
  input: z.looseObject({}),
  run: async (ctx, raw) => {
    if (ctx.guest) return register(ctx, raw)
    if (ctx.actor.role !== 'padmin' || ctx.actor.via === 'key') throw new Problem('forbidden')
    if (ctx.actor.impersonator_id !== null) throw new Problem('impersonating')
    return createUser(ctx, raw)
  },
})

const postUser = route<Raw>({
  method: 'POST',
  path: '/user',
  summary: 'Change your own profile; any user, their password and roles for platform admins',
  policy: ownPolicy,
  target: user,
  replayed: false,
  input: z.looseObject({}),
  run: async (ctx, raw) => {
    const data = await changeUser(ctx, { ...raw, id: raw.id ?? ctx.actor.user_id })
    return { status: updated, data, message: 'Changes saved.' }
  },
})

const username_confirm = z.string({ error: 'Type the username to carry on.' }).max(60)

const deleteUser = route<{ id: number; username_confirm: string }>({
  method: 'DELETE',
  path: '/user',
  summary: 'Delete a user; their username must be typed',
  policy: { from: 'padmin', withoutOrganisation: true, apiKey: false, notWhileImpersonating: true },
  target: user,
  input: z.strictObject({ id: idSchema, username_confirm, version: z.coerce.number().optional() }),
  write: async (ctx, conn, { id, username_confirm: typed }) => {
    await removeUser(ctx, conn, id, typed)
    return { status: deleted, data: { id }, message: 'User deleted.' }
  },
})

const deleteUsers = route<{ ids: number[] }>({
  method: 'DELETE',
  path: '/users',
  summary: 'Delete several users',
  policy: {
    from: 'padmin',
    withoutOrganisation: true,
    apiKey: false,
    notWhileImpersonating: true,
    stepUp: true,
  },
  input: z.strictObject({ ids: z.array(idSchema).min(1).max(500) }),
  write: async (ctx, conn, { ids }) => {
    const removed: number[] = []
    const refused: { id: number; code: number; message: string }[] = []
    for (const id of new Set(ids)) {
      try {
        await removeUser(ctx, conn, id, null)
        removed.push(id)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        refused.push({ id, code: error.code, message: error.message })
      }
    }
    const message = `${removed.length} deleted${refused.length ? `, ${refused.length} kept` : ''}.`
    return { status: deleted, data: { deleted: removed, refused }, message }
  },
})

const ownOrganisations = route<unknown>({
  method: 'GET',
  path: '/user/organisations',
  summary: 'The organisations you may work in',
  policy: ownPolicy,
  input: z.object({}),
  run: async (ctx) => {
    const rows = await ctx.database.read(scopeOf(ctx), (conn) =>
      conn.query<MembershipAnswer>(
        `select o.id as organisation_id, o.name as organisation_name,
           coalesce(m.role_name, 'padmin') as role_name
         from organisations o left join memberships m on m.organisation_id = o.id
           and m.user_id = $1 and m.deleted_at is null
         where o.is_active and o.deleted_at is null and (m.id is not null or $2)
         order by o.name limit 1000`,
        [ctx.actor.user_id, ctx.actor.role === 'padmin'],
      ),
    )
    return rows.length > 0 ? { data: rows } : { status: empty, data: [] }
  },
})

export function userRoutes(catalogue: Catalogue): Route[] {
  const without = ['get', 'create', 'update', 'remove', 'removeMany'] as const
  return [
    getUser,
    putUser,
    postUser,
    deleteUser,
    deleteUsers,
    ownOrganisations,
    ...resource(user, catalogue, { without }),
  ]
}
