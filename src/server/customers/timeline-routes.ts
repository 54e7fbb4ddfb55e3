import { z } from 'zod'
import { customer } from '#domain/customers/customer.ts'
import { entityNamed } from '#domain/entities.ts'
import { empty } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import {
  type Act,
  actsOf,
  allKinds,
  classesOf,
  type TimelineKind,
  type ToldRow,
} from '#domain/operations/timeline.ts'
import { eventOf } from '#domain/operations/timeline-words.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { scopeOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { visibleColumns } from '#server/kit/rows/column.ts'
import { isVisible } from '#server/kit/rows/store.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { titlesOfReferences, withTitles } from './timeline-titles.ts'

const PAGE = 40
// One act may have written hundreds of rows: the second look goes further back than the first.
const LOOKS = [160, 1200]
const FUTURE: Place = { created_at: '9999-01-01T00:00:00Z', id: 0 }

interface Place {
  created_at: string
  id: number
}

interface TimelineQuery {
  id: number
  cursor?: Place | undefined
  kinds?: TimelineKind[] | undefined
}

// Where the page before ended: an instant and an id, for what happened in the same moment.
const cursor = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z_\d{1,15}$/)
  .refine((text) => Number.isFinite(Date.parse(text.split('_')[0] ?? '')))
  .transform((text): Place => {
    const [created_at = '', id] = text.split('_')
    return { created_at, id: Number(id) }
  })

const kinds = z
  .string()
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.enum(allKinds)))

export const timelineRoute: Route = route<TimelineQuery>({
  method: 'GET',
  path: '/customer/timeline',
  summary: 'Everything that happened to a customer, newest first; by kind where kinds are named',
  compressed: true,
  policy: { from: 'user' },
  target: customer,
  input: z.object({
    id: idSchema,
    cursor: cursor.optional(),
    kinds: kinds.optional(),
    // The query is text; the schema makes numbers and lists of it.
  }) as unknown as z.ZodType<TimelineQuery>,
  run: async (ctx, asked) => {
    const { role } = ctx.actor
    return ctx.database.read(scopeOf(ctx), async (conn) => {
      if (!(await isVisible(conn, customer, asked.id, ctx.actor.organisation_id)))
        throw notFound(customer)
      const { acts, next_cursor } = await pageOfActs(conn, asked)
      const titles = await titlesOfReferences(conn, acts.flat())
      const data = acts.map((act) =>
        eventOf(act, {
          entity: entityNamed,
          title: (target, id) => titles.get(`${target} ${id}`),
          isSeen: (entity, field) => visibleColumns(entity, role).includes(field),
        }),
      )
      const info = { next_cursor }
      if (data.length > 0) return { data, info }
      return { status: empty, data: [], info, message: 'Nothing here yet.' }
    })
  },
})

/** A page of whole acts; one that may go on beyond what was looked at is left to the next page. */
async function pageOfActs(conn: Conn, asked: TimelineQuery) {
  const rows: ToldRow[] = []
  let acts: Act[] = []
  for (const look of LOOKS) {
    const before = rows.at(-1) ?? asked.cursor ?? FUTURE
    const found = await historyOf(conn, asked, before, look)
    rows.push(...(await withTitles(conn, found)))
    acts = actsOf(rows)
    const isEnd = found.length < look
    if (isEnd && acts.length <= PAGE) return { acts, next_cursor: null }
    if (acts.length > PAGE) break
  }
  const whole = acts.length > 1 ? acts.slice(0, Math.min(PAGE, acts.length - 1)) : acts
  const last = whole.at(-1)?.at(-1)
  return { acts: whole, next_cursor: last ? `${isoOf(last.created_at)}_${last.id}` : null }
}

const isoOf = (instant: string) => new Date(instant).toISOString()

// An update of rates tells itself what it did to its contract.
const historySql = `select id, object_class, object_id, action, changes, reason, actor_name,
    impersonator_name, source, request_id, created_at
  from history where organisation_id = scope_organisation() and customer_id = $1
    and (created_at, id) < ($2::timestamptz, $3::bigint)
    and object_class = any($4)
    and action not in ('addrateupdates', 'addsupplierrateupdates', 'unmask')
  order by created_at desc, id desc limit $5`

function historyOf(
  conn: Conn,
  { id, kinds: chosen = [] }: TimelineQuery,
  before: Place,
  look: number,
) {
  const values = [id, before.created_at, before.id, classesOf(chosen), look]
  return conn.query<ToldRow>(historySql, values, 'timeline')
}
