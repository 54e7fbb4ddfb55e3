import { Problem } from '#domain/kit/problem.ts'
import {
  type Departure,
  type DepartureAction,
  type DepartureItem,
  type DepartureItemState,
  departureWords,
  itemStates,
} from '#domain/messaging/departure/departure.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { isWithinKey } from './admitted.ts'

interface StoredDeparture {
  id: number
  action: DepartureAction
  about_id: number | null
  leaves_at: string
}

const DEPARTURE = sql<StoredDeparture, [id: number]>`
  select id, action, about_id, leaves_at from departures where id = $1`

const COUNTS = sql<{ state: DepartureItemState; count: number }, [departure_id: number]>`
  select state, sum(stands_for)::int as count from departure_items where departure_id = $1 group by state`

// What needs somebody comes first.
const ITEMS = sql<DepartureItem, [departure_id: number]>`
  select i.record_id, coalesce(c.name, p.name, s.name) as party, i.name, i.amount::text, i.state,
    i.reason, i.message
  from departure_items i left join customers c on c.id = i.customer_id
  left join partners p on p.id = i.partner_id left join suppliers s on s.id = i.supplier_id
  where i.departure_id = $1 order by i.state <> 'refused', i.id limit 500`

/** How far it is; 404 for one of others. */
export async function toldDeparture(ctx: Context, conn: Conn, id: number): Promise<Departure> {
  const [found, counted, items] = await Promise.all([
    DEPARTURE.one(conn, id),
    COUNTS.all(conn, id),
    ITEMS.all(conn, id),
  ])
  if (!found) throw new Problem('notFound', { fill: { what: 'sending' } })
  const { action, about_id, leaves_at } = found
  if (!isWithinKey(ctx.actor.scope, action)) throw new Problem('forbidden')
  const counts = Object.fromEntries(itemStates.map((state) => [state, 0])) as Departure['counts']
  for (const { state, count } of counted) counts[state] = count
  const left = departureWords[action].isHeld
    ? (Date.parse(leaves_at) - ctx.clock.now().getTime()) / 1000
    : 0
  const seconds_left = counts.held > 0 ? Math.max(0, Math.ceil(left)) : 0
  return { id, action, about_id, seconds_left, counts, items }
}

const MINE = sql<{ id: number; action: DepartureAction }, [user_id: number]>`
  select d.id, d.action from departures d where d.user_id = $1
    and d.created_at > now() - interval '1 hour' and exists (select from departure_items i
      where i.departure_id = d.id and i.state = 'held')
  order by d.id desc limit 20`

/** What somebody has let go and may still take back. */
export async function heldByCaller(ctx: Context, conn: Conn): Promise<Departure[]> {
  const found = await MINE.all(conn, ctx.actor.user_id)
  const own = found.filter(({ action }) => isWithinKey(ctx.actor.scope, action))
  return Promise.all(own.map(({ id }) => toldDeparture(ctx, conn, id)))
}
