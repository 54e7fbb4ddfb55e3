import { atLeast } from '#domain/access/role.ts'
import type { LocationSource } from '#domain/customers/location-source.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import {
  type GridBox,
  gridBox,
  MOST_POINTS,
  POINTS_FROM_ZOOM,
  placeOfGrid,
  readBox,
  squareBits,
} from '#domain/map/box.ts'
import type { MapKind, MapPoint, MapPoints, MapSquare, mapCalls } from '#domain/map/map-calls.ts'
import { type MapFilter, readFilter } from '#domain/map/map-filter.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { endingDays } from './ending-days.ts'

interface SquareRow {
  n: number
  x: number
  y: number
  overdue: string
}

type PointRow = Omit<MapPoint, 'location_source'> & { location_source: LocationSource }

type AskedValues = [
  x_from: number,
  x_to: number,
  y_from: number,
  y_to: number,
  status: string | null,
  network: string | null,
  is_overdue: boolean,
  is_medical: boolean,
  ending_from: string | null,
  ending_to: string | null,
]

// Whatever is not asked for is null or false, and is planned away.
const OF_CUSTOMER = fragment`($5::text is null or c.customer_status = $5)
  and (not $7::boolean or c.balance_overdue > 0)
  and (not $8::boolean or c.required_for_medical)
  and ($9::date is null or c.customer_status = 'active' and exists (select from contracts k
    where k.customer_id = c.id and k.deleted_at is null and k.contract_status = 'active'
      and not k.is_open_plan and k.date_end between $9::date and $10::date))`

const CUSTOMERS_THERE = fragment`from customers c
  where c.deleted_at is null and c.grid_x between $1 and $2 and c.grid_y between $3 and $4
    and ${OF_CUSTOMER} and ($6::text is null or exists (select from meters m
      where m.customer_id = c.id and m.power_network = $6 and m.deleted_at is null
        and m.date_removed is null))`

const METERS_THERE = fragment`from meters m join customers c on c.id = m.customer_id
  where m.deleted_at is null and m.date_removed is null
    and m.grid_x between $1 and $2 and m.grid_y between $3 and $4
    and ($6::text is null or m.power_network = $6) and c.deleted_at is null and ${OF_CUSTOMER}`

const CUSTOMER_SQUARES = sql<SquareRow, [...AskedValues, bits: number]>`
  select count(*)::integer as n, sum(c.grid_x)::float8 / count(*) as x,
    sum(c.grid_y)::float8 / count(*) as y, coalesce(sum(c.balance_overdue), 0)::text as overdue
  ${CUSTOMERS_THERE} group by c.grid_x >> $11::integer, c.grid_y >> $11::integer`

// A customer with two connections in a square owes what it owes once.
const METER_SQUARES = sql<SquareRow, [...AskedValues, bits: number]>`
  select sum(s.n)::integer as n, sum(s.x)::float8 / sum(s.n)::float8 as x,
    sum(s.y)::float8 / sum(s.n)::float8 as y, coalesce(sum(s.overdue), 0)::text as overdue
  from (select m.grid_x >> $11::integer as square_x, m.grid_y >> $11::integer as square_y,
      count(*) as n, sum(m.grid_x) as x, sum(m.grid_y) as y, max(c.balance_overdue) as overdue
    ${METERS_THERE} group by 1, 2, c.id) s
  group by s.square_x, s.square_y`

const SHOWN = fragment`c.id as customer_id, c.name, c.customer_status,
  coalesce(c.balance_overdue, 0) > 0 as is_overdue,
  coalesce(c.balance_overdue, 0)::text as overdue, c.required_for_medical`

// In no order: one would be looked for through all of them instead of in the box.
const CUSTOMER_POINTS = sql<PointRow, AskedValues>`
  select c.id, c.latitude::float8 as latitude, c.longitude::float8 as longitude,
    c.location_source, ${SHOWN}
  ${CUSTOMERS_THERE} limit ${MOST_POINTS + 1}`

const METER_POINTS = sql<PointRow, AskedValues>`
  select m.id, m.latitude::float8 as latitude, m.longitude::float8 as longitude,
    m.location_source, ${SHOWN}
  ${METERS_THERE} limit ${MOST_POINTS + 1}`

const statements = {
  customers: { squares: CUSTOMER_SQUARES, points: CUSTOMER_POINTS },
  meters: { squares: METER_SQUARES, points: METER_POINTS },
} as const satisfies Record<MapKind, unknown>

/** What lies in a box: single points close by, unless they are too many; else squares. */
export async function mapPoints(ctx: Context, input: CheckedOf<typeof mapCalls.points>) {
  const box = readBox(input.box)
  const filter = readFilter(input.filter ?? '')
  if (!box || !filter) throw new Error('The call has let through what is no box or filter.')
  const { squares, points } = statements[input.of ?? 'customers']
  const maySeeAmounts = atLeast(ctx.actor.role, 'accounting')
  const data = await ctx.database.read(scopeOf(ctx), async (conn): Promise<MapPoints> => {
    const asked = await valuesOf(ctx, conn, gridBox(box), filter)
    if (input.zoom >= POINTS_FROM_ZOOM) {
      const found = await points.all(conn, ...asked)
      if (found.length <= MOST_POINTS)
        return { total: found.length, squares: [], points: found.map(shown).toSorted(byId) }
    }
    const rows = await squares.all(conn, ...asked, squareBits(input.zoom))
    const total = rows.reduce((sum, { n }) => sum + n, 0)
    return { total, squares: rows.map(square), points: [] }
  })
  return { data }

  function shown(point: PointRow): MapPoint {
    return { ...point, overdue: maySeeAmounts ? point.overdue : null }
  }
  function square({ n, x, y, overdue }: SquareRow): MapSquare {
    const { latitude, longitude } = placeOfGrid(x, y)
    return { latitude, longitude, n, overdue: maySeeAmounts ? overdue : null }
  }
}

const byId = (one: MapPoint, other: MapPoint) => one.id - other.id

async function valuesOf(
  ctx: Context,
  conn: Conn,
  { x_from, x_to, y_from, y_to }: GridBox,
  { layer, value }: MapFilter,
): Promise<AskedValues> {
  const ending = layer === 'ending' ? await endingDays(ctx, conn) : null
  return [
    x_from,
    x_to,
    y_from,
    y_to,
    layer === 'status' ? value : null,
    layer === 'network' ? value : null,
    layer === 'overdue',
    layer === 'medical',
    ending?.from ?? null,
    ending?.to ?? null,
  ]
}
