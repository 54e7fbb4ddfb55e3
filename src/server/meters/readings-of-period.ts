import type { PeriodReading } from '#domain/meters/period-reading.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { MeterSince } from './use-of-meters.ts'

interface FoundReading extends PeriodReading {
  meter_id: number
}

// The same readings that use is counted from, with what the one before each was.
const READINGS = sql<FoundReading, [meter_ids: readonly number[], from: string, to: string]>`
  select m.id as meter_id, m.meter_number, coalesce(m.connection, m.meter_number) as connection,
    g.name as register_name, m.icp_type, g.flow, r.period_start, r.reading_date,
    r.reading_latest::text, r.reading_latest_type, r.reading_previous::text,
    p.reading_date as previous_date, p.reading_latest_type as previous_type,
    r.reading_quantity::text, r.reading_energy::text
  from meterregisters g join meters m on m.id = g.meter_id
  join meterreadings r on r.meterregister_id = g.id and r.deleted_at is null
    and r.problem is null and r.reading_quantity is not null
    and r.period_start <= r.reading_date
    and r.reading_latest_type not in ('misread', 'opening')
  left join lateral (select b.reading_date, b.reading_latest_type from meterreadings b
    where b.meterregister_id = g.id and b.deleted_at is null and b.id <> r.id
      and b.reading_latest_type <> 'misread' and b.reading_date <= r.reading_date
      and b.reading_latest = r.reading_previous
    order by b.reading_date desc, b.id desc limit 1) p on true
  where m.id = any($1) and g.deleted_at is null
    and r.period_start <= $3 and r.reading_date >= $2
  order by connection, m.date_installed nulls first, m.id, g.id, r.reading_date, r.id`

/** What meters showed around a period, for as long as each was the customer's. */
export async function readingsOfPeriod(
  conn: Conn,
  meters: readonly MeterSince[],
  { from, to }: { from: string; to: string },
): Promise<PeriodReading[]> {
  if (meters.length === 0) return []
  const sinceOf = new Map(meters.map(({ id, since }) => [id, since ?? '']))
  const found = await READINGS.all(conn, [...sinceOf.keys()], from, to)
  return found
    .filter(({ meter_id, reading_date }) => reading_date >= (sinceOf.get(meter_id) ?? ''))
    .map(({ meter_id: _meter, ...reading }) => reading)
}
