import { deviceOf } from '#domain/identity/device.ts'
import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { refusalOf } from '#domain/kit/problem.ts'
import {
  LOG_PAGE,
  type LoggedEvent,
  type LoggedRequest,
  logCalls,
  SECURITY_DAYS,
} from '#domain/upkeep/log-calls.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'

type Filters = [
  /** Null: of every organisation. */
  organisation_id: number | null,
  day: string,
  q: string,
  before: number,
  only: string | null,
]

/** An entry as it lies in the log, with a browser's own words. */
type StoredEntry<E> = Omit<E, 'user_agent' | 'headers' | 'error'> & { user_agent: string | null }

// The days bound what is looked at: both logs are kept by month and indexed by time.
const midnight = (days: number) =>
  fragment`(($2::date + ${days})::timestamp at time zone ${BUSINESS_TIME_ZONE})`
const dayEnd = fragment`l.created_at < ${midnight(1)}`
const who = fragment`case when b.id is null then u.username
    else b.username || ' as ' || u.username end`
const others = fragment`left join users u on u.id = l.user_id
  left join users b on b.id = l.impersonator_id
  left join organisations o on o.id = l.organisation_id`
const shared = fragment`l.id, ${who} as user, o.name as organisation, l.user_agent, l.ip,
  l.request_id, l.created_at`
const page = fragment`and l.id < $4 order by l.id desc limit ${LOG_PAGE}`

const REQUESTS = sql<StoredEntry<LoggedRequest>, Filters>`
  select ${shared}, l.request, l.object_class, l.status, l.success,
    l.server_timing::text as server_timing, l.created_at as processed
  from request_logs l ${others}
  where l.created_at >= ${midnight(0)} and ${dayEnd}
    and ($1::bigint is null or l.organisation_id = $1)
    and position(lower($3) in lower(concat_ws(' ', l.request, l.status, ${who}, o.name, l.ip,
      l.request_id))) > 0
    and case $5::text when 'failed' then l.status >= 500 when 'refused' then not l.success
      when 'slow' then l.server_timing >= 1000 else true end
  ${page}`

// People sign in before they have chosen an organisation: what they do then is told to each of theirs.
const EVENTS = sql<StoredEntry<LoggedEvent>, Filters>`
  select ${shared}, l.event, concat_ws(' · ', l.detail ->> 'reason', l.detail ->> 'name',
    l.detail ->> 'call', l.detail ->> 'object_path', 'from ' || (l.detail ->> 'from')) as detail
  from security_events l ${others}
  where l.created_at >= ${midnight(1 - SECURITY_DAYS)} and ${dayEnd}
    and ($1::bigint is null or l.organisation_id = $1 or l.organisation_id is null
      and exists (select from memberships m where m.organisation_id = $1
        and m.user_id = l.user_id and m.deleted_at is null))
    and position(lower($3) in lower(concat_ws(' ', replace(l.event, '_', ' '), ${who}, o.name,
      l.ip, l.request_id))) > 0
    and ($5::text is null or l.event = $5)
  ${page}`

interface LogRequest {
  day?: string | undefined
  q?: string | undefined
  before?: number | undefined
}

function filtersOf(ctx: Context, { day, q, before }: LogRequest, only: string | null): Filters {
  const { role, organisation_id } = ctx.actor
  return [
    role === 'padmin' ? null : organisation_id,
    day ?? todayOf(ctx),
    q?.trim() ?? '',
    before ?? Number.MAX_SAFE_INTEGER,
    only,
  ]
}

// A browser's own words are long and tell more than anybody needs.
function inWords<R extends { user_agent: string | null }>(row: R) {
  return { ...row, user_agent: deviceOf(row.user_agent ?? '') }
}

/** What the log can say of a call besides what lies in it. */
function withKept<R extends { user_agent: string; status: number }>(row: R) {
  const error = row.status < 400 ? null : refusalOf(row.status)
  return { ...row, error, headers: { 'user-agent': row.user_agent } }
}

function shown<R>(data: R[]) {
  return { data }
}

async function listRequests(ctx: Context, input: CheckedOf<typeof logCalls.requests>) {
  const filters = filtersOf(ctx, input, input.only ?? null)
  const rows = await ctx.database.read(scopeOf(ctx), (conn) => REQUESTS.all(conn, ...filters))
  return shown(rows.map(inWords).map(withKept))
}

async function listEvents(ctx: Context, input: CheckedOf<typeof logCalls.events>) {
  const filters = filtersOf(ctx, input, input.event ?? null)
  const rows = await ctx.database.read(scopeOf(ctx), (conn) => EVENTS.all(conn, ...filters))
  return shown(rows.map(inWords))
}

export const logRoutes: Route[] = serve(logCalls, {
  requests: { run: listRequests },
  events: { run: listEvents },
})
