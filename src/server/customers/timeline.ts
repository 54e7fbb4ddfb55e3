import { reaches } from '#domain/access/key-scope.ts'
import { customer } from '#domain/customers/customer.ts'
import type { TimelinePlace, timelineCalls } from '#domain/customers/timeline-calls.ts'
import { entityNamed } from '#domain/entities.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { empty } from '#domain/kit/problem.ts'
import { normaliseTimeZone } from '#domain/kit/time-zone.ts'
import { type Act, actsOf, classesOf, type ToldRow } from '#domain/operations/timeline.ts'
import { eventOf } from '#domain/operations/timeline-words.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { visibleColumns } from '#server/kit/rows/column.ts'
import { isVisible } from '#server/kit/rows/store.ts'
import { idsBeyondReach } from '#server/kit/rows/within-reach.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { type RecordTitles, titlesOfReferences, withTitles } from './timeline-titles.ts'

const PAGE = 40
// One act may have written hundreds of rows: the second look goes further back than the first.
const LOOKS = [160, 1200]
const FUTURE: TimelinePlace = { created_at: '9999-01-01T00:00:00Z', id: 0 }

type TimelineQuery = CheckedOf<typeof timelineCalls.list>

/** Everything that happened to a customer, newest first. */
export async function findTimeline(ctx: Context, asked: TimelineQuery) {
  const { role } = ctx.actor
  return ctx.database.read(scopeOf(ctx), async (conn) => {
    if (!(await isVisible(conn, customer, asked.id, ctx.actor.organisation_id)))
      throw notFound(customer)
    const { acts, next_cursor } = await pageOfActs(ctx, conn, asked)
    const titles = await titlesOfReferences(conn, acts.flat())
    const reader = await CLOCKS.one(conn, ctx.actor.user_id)
    const data = acts.map((act) =>
      eventOf(act, {
        entity: entityNamed,
        title: (target, id) => titles.get(`${target} ${id}`),
        isSeen: (entity, field) => visibleColumns(entity, role).includes(field),
        timeZone: normaliseTimeZone(reader?.timezone ?? '') ?? undefined,
      }),
    )
    const info = { next_cursor }
    if (data.length > 0) return { data, info }
    return { status: empty, data: [], info, message: 'Nothing here yet.' }
  })
}

const CLOCKS = sql<
  { timezone: string | null },
  [user_id: number | null]
>`select timezone from users where id = $1`.named('clocks')

/** A page of whole acts; one that may go on beyond what was looked at is left to the next page. */
async function pageOfActs(ctx: Context, conn: Conn, asked: TimelineQuery) {
  const rows: ToldRow[] = []
  let acts: Act[] = []
  let before: TimelinePlace = asked.cursor ?? FUTURE
  for (const look of LOOKS) {
    const found = await historyOf(ctx, conn, asked, before, look)
    rows.push(...(await withTitles(conn, await withinKey(ctx, conn, found))))
    before = found.at(-1) ?? before
    acts = actsOf(rows)
    const isEnd = found.length < look
    if (isEnd && acts.length <= PAGE) return { acts, next_cursor: null }
    if (acts.length > PAGE) break
  }
  const whole = acts.length > 1 ? acts.slice(0, Math.min(PAGE, acts.length - 1)) : acts
  const last = whole.at(-1)?.at(-1) ?? before
  return { acts: whole, next_cursor: `${isoOf(last.created_at)}_${last.id}` }
}

const isoOf = (instant: string) => new Date(instant).toISOString()

type FoundHistory = Omit<ToldRow, keyof RecordTitles>

// An update of rates tells itself what it did to its contract.
const HISTORY = sql<
  FoundHistory,
  [customer_id: number, before: string, before_id: number, classes: string[], limit: number]
>`select id, object_class, object_id, action, changes, reason, actor_name,
    impersonator_name, source, request_id, created_at
  from history where organisation_id = scope_organisation() and customer_id = $1
    and (created_at, id) < ($2::timestamptz, $3::bigint)
    and object_class = any($4)
    and action not in ('addrateupdates', 'addsupplierrateupdates', 'unmask', 'opened_medical')
  order by created_at desc, id desc limit $5`.named('timeline')

function historyOf(
  { actor }: Context,
  conn: Conn,
  { id, kinds = [] }: TimelineQuery,
  before: TimelinePlace,
  look: number,
) {
  const classes = classesOf(kinds).filter((name) => reaches(actor.scope, name))
  return HISTORY.all(conn, id, before.created_at, before.id, classes, look)
}

/** A note about an invoice is told to a key that is made for invoices as well. */
async function withinKey(
  ctx: Context,
  conn: Conn,
  found: readonly FoundHistory[],
): Promise<FoundHistory[]> {
  if (!ctx.actor.scope?.modules) return [...found]
  const beyond = new Set<FoundHistory>()
  for (const [name, rows] of Map.groupBy(found, ({ object_class }) => object_class)) {
    const entity = entityNamed(name)
    const ids = rows.map(({ object_id }) => object_id)
    const out = entity ? await idsBeyondReach(ctx, conn, entity, ids) : new Set()
    for (const row of rows) if (out.has(row.object_id)) beyond.add(row)
  }
  return found.filter((row) => !beyond.has(row))
}
