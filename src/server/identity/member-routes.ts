import { z } from 'zod'
import { atLeast } from '#domain/access/role.ts'
import { empty, Problem } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'

interface Member {
  id: number
  user_id: number
  username: string
  firstname: string | null
  lastname: string | null
  email?: string
  role_name: string
}

/** Colleagues are known by name; addresses and access are for those who manage them. */
async function membersOf(ctx: Context, user_id: number | null): Promise<Member[]> {
  const more = atLeast(ctx.actor.role, 'manager')
    ? ', u.email, u.is_disabled, u.has_totp, u.last_signed_in_at, m.version'
    : ''
  return ctx.database.read(scopeOf(ctx), (conn) =>
    conn.query<Member>(
      `select m.id, m.user_id, u.username, u.firstname, u.lastname, m.role_name ${more}
       from memberships m join users u on u.id = m.user_id and u.deleted_at is null
       where m.organisation_id = $1 and m.deleted_at is null and ($2::bigint is null or u.id = $2)
       order by u.username limit 10000`,
      [ctx.actor.organisation_id, user_id],
    ),
  )
}

const one = route<{ user_id: number }>({
  method: 'GET',
  path: '/organisation/member',
  summary: 'One person of the organisation',
  policy: { from: 'user' },
  input: z.object({ user_id: idSchema }),
  run: async (ctx, { user_id }) => {
    const [member] = await membersOf(ctx, user_id)
    if (!member) throw new Problem('notFound', { fill: { what: 'member' } })
    return { data: member }
  },
})

const all = route<unknown>({
  method: 'GET',
  path: '/organisation/members',
  summary: 'The people of the organisation',
  policy: { from: 'user' },
  input: z.looseObject({}),
  run: async (ctx) => {
    const rows = await membersOf(ctx, null)
    return rows.length > 0 ? { data: rows } : { status: empty, data: [] }
  },
})

const overview = route<unknown>({
  method: 'GET',
  path: '/organisations/overview',
  summary: 'Every organisation with how many people and customers it has',
  policy: { from: 'padmin', withoutOrganisation: true, apiKey: false },
  input: z.looseObject({}),
  run: async (ctx) => {
    const rows = await ctx.database.read(scopeOf(ctx), (conn) =>
      conn.query<{ id: number }>(
        `select id, name, city, is_active, demo, totp_required, created_at
         from organisations where deleted_at is null order by name limit 500`,
      ),
    )
    const data = []
    // One after the other, each in its own scope: row-level security counts for nobody else.
    for (const row of rows) data.push({ ...row, ...(await countsOf(ctx, row.id)) })
    return data.length > 0 ? { data } : { status: empty, data: [] }
  },
})

async function countsOf(ctx: Context, organisation_id: number) {
  const scope = { organisation_id, user_id: ctx.actor.user_id }
  const [counts] = await ctx.database.read(scope, (conn) =>
    conn.query(
      `select (select count(*)::int from memberships
           where organisation_id = $1 and deleted_at is null) as members,
         (select count(*)::int from customers
           where organisation_id = $1 and deleted_at is null) as customers`,
      [organisation_id],
    ),
  )
  return counts
}

export const memberRoutes: Route[] = [one, all, overview]
