import { badField } from '#domain/kit/problem.ts'
import { BAD_BOX, type GridBox, gridBox, readBox } from '#domain/map/box.ts'
import { BAD_FILTER, type MapFilter, readFilter } from '#domain/map/map-filter.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Cells } from '#server/kit/rows/cell.ts'
import type { Among } from '#server/kit/rows/list-query.ts'
import { endingDays } from './ending-days.ts'

interface Values {
  add(value: unknown): string
}

/** What is asked of the map: an area, a layer, or who is not on it. */
interface Area {
  box: GridBox | null
  filter: MapFilter
  isOfMeters: boolean
  isNowhere: boolean
  ending: { from: string; to: string } | null
}

/** The customers of an area, for lists, files and messages to them all. */
export const mapQuestion = {
  parameters: ['box', 'filter', 'of', 'nowhere'],
  among: async (ctx: Context, raw: Cells): Promise<Among> => {
    const area = await readArea(ctx, raw)
    return {
      key: `map ${JSON.stringify(area)}`,
      sql: (values) => conditions(area, values).join(' and ') || 'true',
    }
  },
}

async function readArea(ctx: Context, raw: Cells): Promise<Area> {
  const text = (name: string) => (typeof raw[name] === 'string' ? raw[name] : '')
  const box = text('box') === '' ? null : readBox(text('box'))
  if (text('box') !== '' && !box) throw badField('box', BAD_BOX)
  const filter = readFilter(text('filter'))
  if (!filter) throw badField('filter', BAD_FILTER)
  const ending =
    filter.layer === 'ending'
      ? await ctx.database.read(scopeOf(ctx), (conn) => endingDays(ctx, conn))
      : null
  return {
    box: box && gridBox(box),
    filter,
    isOfMeters: text('of') === 'meters',
    isNowhere: text('nowhere') === 'true',
    ending,
  }
}

function conditions(area: Area, values: Values): string[] {
  const { box, filter, isOfMeters, isNowhere } = area
  const network = filter.layer === 'network' ? filter.value : null
  const connection = [
    ...(network === null ? [] : [`m.power_network = ${values.add(network)}::text`]),
    ...(isOfMeters && isNowhere ? ['m.location_source is null'] : []),
    ...(isOfMeters && box ? within('m', box, values) : []),
  ]
  const isAboutMeters = connection.length > 0 || isOfMeters
  return [
    ...(isAboutMeters ? [meterSql(connection)] : []),
    ...(!isOfMeters && isNowhere ? ['t.location_source is null'] : []),
    ...(!isOfMeters && box ? within('t', box, values) : []),
    ...ofCustomer(area, values),
  ]
}

const connected = 'm.customer_id = t.id and m.deleted_at is null and m.date_removed is null'

const meterSql = (connection: readonly string[]) =>
  `exists (select from meters m where ${[connected, ...connection].join(' and ')})`

function within(alias: string, { x_from, x_to, y_from, y_to }: GridBox, values: Values): string[] {
  const between = (column: string, from: number, to: number) =>
    `${alias}.${column} between ${values.add(from)}::integer and ${values.add(to)}::integer`
  return [between('grid_x', x_from, x_to), between('grid_y', y_from, y_to)]
}

function ofCustomer({ filter, ending }: Area, values: Values): string[] {
  if (filter.layer === 'status') return [`t.customer_status = ${values.add(filter.value)}::text`]
  if (filter.layer === 'overdue') return ['t.balance_overdue > 0']
  if (filter.layer === 'medical') return ['t.required_for_medical']
  if (!ending) return []
  const { from, to } = ending
  return [
    `t.customer_status = 'active' and exists (select from contracts k
      where k.customer_id = t.id and k.deleted_at is null and k.contract_status = 'active'
        and not k.is_open_plan and k.date_end between ${values.add(from)}::text::date
        and ${values.add(to)}::text::date)`,
  ]
}
