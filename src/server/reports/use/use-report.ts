import { formatDayShort } from '#domain/kit/calendar.ts'
import { dayNumber } from '#domain/kit/day-number.ts'
import { humanise } from '#domain/kit/wording.ts'
import { type NarrowedTo, narrowedGroups } from '#domain/reports/narrowed.ts'
import type { GroupKey, ReportFact } from '#domain/reports/report.ts'
import { type Span, sameYearBefore } from '#domain/reports/report-period.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { monthKey, type ReportQuestion, type ReportSource } from '../report-source.ts'
import {
  type ConnectionUse,
  type ReadingUse,
  USE_OF_CONNECTIONS,
  USE_OF_READINGS,
} from './counted-use.ts'
import { trueUpTable } from './true-up-table.ts'

/** What was used in the period, the same days a year before, and what estimates may still bring. */
export const use: ReportSource = async (conn, asked) => {
  const [now, then, trueUp] = await Promise.all([
    usedIn(conn, asked, asked),
    usedIn(conn, asked, sameYearBefore(asked)),
    trueUpTable(conn, asked),
  ])
  return { facts: [...now.map(factOf), ...then.map(factOfYearBefore)], tables: [trueUp] }
}

interface CountedUse extends ConnectionUse {
  reading?: GroupKey
}

/** One by one only where readings are asked for: there are many. */
async function usedIn(
  conn: Conn,
  { group, narrowed }: Pick<ReportQuestion, 'group' | 'narrowed'>,
  { from, to }: Span,
): Promise<CountedUse[]> {
  // One part is looked for in the database; whatever else is asked for is left out afterwards.
  const meant = narrowed?.find((part) => inSql.includes(part.group))
  const span = [from, to, meant?.group ?? null, meant?.key ?? null] as const
  return isByReading(group, narrowed)
    ? coveredOnce(await USE_OF_READINGS.all(conn, ...span))
    : USE_OF_CONNECTIONS.all(conn, ...span)
}

const inSql = ['customer', 'connection', 'network', 'service']

const isByReading = (group: string, narrowed: NarrowedTo | undefined) =>
  [group, ...narrowedGroups(narrowed)].includes('reading')

/** A day counts with the first reading that covers it, so that two registers do not double it. */
function coveredOnce(readings: readonly ReadingUse[]): CountedUse[] {
  const seen = new Set<string>()
  return readings.map((one) => {
    const place = `${one.customer_id} ${one.connection} ${one.network} ${one.service}`
    let days = 0
    for (let day = dayNumber(one.day_from); day <= dayNumber(one.day_to); day += 1) {
      if (one.flow !== 'X' || seen.has(`${place} ${day}`)) continue
      seen.add(`${place} ${day}`)
      days += 1
    }
    const taken = one.flow === 'X' ? one.quantity : 0
    return {
      ...one,
      quantity: taken,
      estimated: one.is_estimate ? taken : 0,
      put_back: one.flow === 'I' ? one.quantity : 0,
      days,
      reading: {
        key: String(one.id),
        name: `${one.meter_number} ${one.register}, ${formatDayShort(one.reading_date)}`,
        detail: [one.customer, one.connection, one.is_estimate ? 'estimated' : null]
          .filter((word) => word !== null)
          .join(' · '),
        to: `/app/meterreading/edit?id=${one.id}`,
      },
    }
  })
}

function keysOf(one: CountedUse, month: string): Record<string, GroupKey> {
  return {
    month: monthKey(`${month}-01`),
    customer: { key: String(one.customer_id ?? ''), name: one.customer ?? 'Without a customer' },
    connection: { key: one.connection, name: one.connection, detail: one.customer },
    network: { key: one.network ?? '', name: one.network ?? 'Without a network' },
    service: { key: one.service, name: humanise(one.service) },
    ...(one.reading ? { reading: one.reading } : {}),
  }
}

function factOf(one: CountedUse): ReportFact {
  const { quantity, days, estimated, put_back } = one
  const sums =
    one.service === 'water'
      ? { water: quantity, water_days: days, water_estimated: estimated }
      : { energy: quantity, days, estimated, put_back }
  return { keys: keysOf(one, one.month), sums }
}

/** It stands with the month of a year later. */
function factOfYearBefore(one: CountedUse): ReportFact {
  const month = `${Number(one.month.slice(0, 4)) + 1}${one.month.slice(4)}`
  const sums = one.service === 'water' ? { water_before: one.quantity } : { before: one.quantity }
  return { keys: keysOf(one, month), sums }
}
