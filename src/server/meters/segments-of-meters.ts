import { daysIn } from '#domain/kit/day-number.ts'
import type { Segment } from '#domain/meters/segments.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

export interface RegisterUse {
  meter_id: number
  meter_number: string
  connection: string
  icp_type: string | null
  meter_capacity_amount: string | null
  meter_capacity_charged: boolean
  register_code: string
  register_name: string
  flow: string
  segments: Segment[]
}

interface StoredUse extends Omit<RegisterUse, 'segments'> {
  id: number
  readings: StoredSegment[] | null
}

const USE_OF_METERS = sql<StoredUse, [meter_ids: readonly number[], since: string]>`
  select g.id, m.id as meter_id, m.meter_number,
    coalesce(m.connection, m.meter_number) as connection, m.icp_type,
    trim_scale(m.meter_capacity_amount)::text as meter_capacity_amount,
    m.meter_capacity_charged, g.register_code, g.name as register_name, g.flow,
    (select json_agg(json_build_array(r.id, r.reading_latest_type, r.period_start,
        r.reading_date,
        r.reading_quantity::text, coalesce(r.reading_energy, 0)::text,
        coalesce(r.reading_losses, 0)::text) order by r.reading_date, r.id)
      from meterreadings r where r.meterregister_id = g.id and r.deleted_at is null
        and r.problem is null and r.reading_quantity is not null
        and r.period_start <= r.reading_date and r.reading_date >= $2
        and r.reading_latest_type not in ('misread', 'opening')) as readings
  from meterregisters g join meters m on m.id = g.meter_id
  where m.id = any($1) and g.deleted_at is null
  order by connection, m.date_installed nulls first, m.id, g.id`

/** What each register counted since a day, as it was computed when its readings were stored. */
export async function segmentsOfMeters(
  conn: Conn,
  meter_ids: readonly number[],
  since: string,
): Promise<RegisterUse[]> {
  const rows = await USE_OF_METERS.all(conn, meter_ids, since)
  return rows.map(({ id: _register, readings, ...register }) => ({
    ...register,
    segments: (readings ?? []).map(segmentOf),
  }))
}

type StoredSegment = [number, string, string, string, string, string, string]

function segmentOf(stored: StoredSegment): Segment {
  const [reading_id, reading_latest_type, period_start, period_end, quantity, energy, losses] =
    stored
  const days = daysIn(period_start, period_end)
  return {
    reading_id,
    reading_latest_type,
    period_start,
    period_end,
    days,
    quantity,
    energy,
    losses,
  }
}
