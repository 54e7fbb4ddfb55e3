import { yearBefore } from '#domain/kit/day-number.ts'
import type { Segment } from '#domain/meters/segments.ts'
import { usageByMonth } from '#domain/meters/usage-by-month.ts'
import type { MeterUse } from '#domain/meters/use-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { segmentsOfMeters } from './segments-of-meters.ts'

interface ServiceSegments extends Omit<MeterUse, 'months'> {
  segments: Segment[]
}

/** A meter, and since when it is the customer's whose use is told. */
export interface MeterSince {
  id: number
  since: string | null
}

/** Use by month of meters taken together, apart by service and direction. */
export async function useOfMeters(
  conn: Conn,
  meters: readonly MeterSince[],
  today: string,
  months: number,
): Promise<MeterUse[]> {
  const from = firstMonth(today, months)
  const services = await segmentsByService(conn, meters, yearBefore(from))
  return services.map(({ segments, ...service }) => ({
    ...service,
    months: usageByMonth(segments, from, today),
  }))
}

/** The first day of so many months up to a day. */
export function firstMonth(until: string, months: number): string {
  return Temporal.PlainDate.from(until)
    .with({ day: 1 })
    .subtract({ months: months - 1 })
    .toString()
}

/** What meters taken together counted since a day, apart by service and direction. */
export async function segmentsByService(
  conn: Conn,
  meters: readonly MeterSince[],
  since: string,
): Promise<ServiceSegments[]> {
  if (meters.length === 0) return []
  const sinceOf = new Map(meters.map((meter) => [meter.id, meter.since ?? '']))
  const registers = await segmentsOfMeters(conn, [...sinceOf.keys()], since)
  const groups = Map.groupBy(registers, (register) => `${register.icp_type} ${register.flow}`)
  return [...groups.values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const segments = own.flatMap(({ meter_id, segments: all }) =>
      all.filter((segment) => segment.period_end >= (sinceOf.get(meter_id) ?? '')),
    )
    if (segments.length === 0) return []
    return [
      {
        icp_type: first.icp_type,
        flow: first.flow,
        unit: unitOf(first.icp_type),
        connections: [...new Set(own.map((register) => register.connection))],
        segments,
      },
    ]
  })
}

function unitOf(icp_type: string | null): MeterUse['unit'] {
  if (icp_type === 'electricity' || icp_type === 'gas') return 'kWh'
  return icp_type === 'water' ? 'm3' : 'unit'
}
