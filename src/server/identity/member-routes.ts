import { atLeast } from '#domain/access/role.ts'
import {
  type Member,
  memberCalls,
  type OrganisationOverview,
  type PlatformVisit,
} from '#domain/identity/member-calls.ts'
import { Problem } from '#domain/kit/problem.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'

type MembersAsked = [organisation_id: number | null, user_id: number | null]

const colleague = fragment`m.id, m.user_id, u.username, u.firstname, u.lastname, m.role_name`
const managed = fragment`${colleague}, u.email, u.is_disabled, u.has_totp, u.last_signed_in_at,
  m.version`
const ofOrganisation = fragment`from memberships m
  join users u on u.id = m.user_id and u.deleted_at is null
  where m.organisation_id = $1 and m.deleted_at is null and ($2::bigint is null or u.id = $2)
  order by u.username limit 10000`
const COLLEAGUES = sql<Member, MembersAsked>`select ${colleague} ${ofOrganisation}`
const MEMBERS = sql<Member, MembersAsked>`select ${managed} ${ofOrganisation}`

/** Colleagues are known by name; addresses and access are for those who manage them. */
async function membersOf(ctx: Context, user_id: number | null): Promise<Member[]> {
  const { role, organisation_id } = ctx.actor
  const asked = atLeast(role, 'manager') ? MEMBERS : COLLEAGUES
  return ctx.database.read(scopeOf(ctx), (conn) => asked.all(conn, organisation_id, user_id))
}

async function getMember(ctx: Context, { user_id }: { user_id: number }) {
  const [member] = await membersOf(ctx, user_id)
  if (!member) throw new Problem('notFound', { fill: { what: 'member' } })
  return { data: member }
}

async function listMembers(ctx: Context) {
  const rows = await membersOf(ctx, null)
  return { data: rows }
}

interface OrganisationCounts {
  members: number
  customers: number
}

const ORGANISATIONS = sql<Omit<OrganisationOverview, keyof OrganisationCounts>>`select id, name,
    city, is_active, demo, totp_required, created_at
  from organisations where deleted_at is null order by name limit 500`

const COUNTS = sql<OrganisationCounts, [organisation_id: number]>`select
    (select count(*)::int from memberships
      where organisation_id = $1 and deleted_at is null) as members,
    (select count(*)::int from customers
      where organisation_id = $1 and deleted_at is null) as customers`

async function overview(ctx: Context) {
  const rows = await ctx.database.read(scopeOf(ctx), (conn) => ORGANISATIONS.all(conn))
  const data: OrganisationOverview[] = []
  // One after the other, each in its own scope: row-level security counts for nobody else.
  for (const row of rows) data.push({ ...row, ...(await countsOf(ctx, row.id)) })
  return { data }
}

async function countsOf(ctx: Context, organisation_id: number): Promise<OrganisationCounts> {
  const scope = { organisation_id, user_id: ctx.actor.user_id }
  const counts = await ctx.database.read(scope, (conn) => COUNTS.one(conn, organisation_id))
  return counts ?? { members: 0, customers: 0 }
}

const VISITS = sql<
  PlatformVisit,
  [organisation_id: number | null]
>`select e.id, b.username as by_name,
    case when e.event = 'impersonation_began' then u.username end as as_name,
    e.detail ->> 'reason' as reason, e.created_at
  from security_events e join users u on u.id = e.user_id
  join users b on b.id = coalesce((e.detail ->> 'by')::bigint, e.user_id)
  where e.organisation_id = $1 and e.event in ('organisation_entered', 'impersonation_began')
  order by e.id desc limit 100`

async function listVisits(ctx: Context) {
  const data = await ctx.database.read(scopeOf(ctx), (conn) =>
    VISITS.all(conn, ctx.actor.organisation_id),
  )
  return { data }
}

export const memberRoutes: Route[] = serve(memberCalls, {
  visits: { run: listVisits },
  get: { run: getMember },
  list: { run: listMembers },
  overview: { run: overview },
})
