import { usageByMonth } from '#domain/meters/usage-by-month.ts'
import type { MeterUse } from '#domain/meters/use-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { segmentsOfMeters } from './segments-of-meters.ts'

/** Use by month of meters taken together, apart by service and direction. */
export async function useOfMeters(
  conn: Conn,
  meters: readonly { id: number; since: string | null }[],
  today: string,
  months: number,
): Promise<MeterUse[]> {
  if (meters.length === 0) return []
  const from = Temporal.PlainDate.from(today)
    .with({ day: 1 })
    .subtract({ months: months - 1 })
  // The year before the first month is shown beside it.
  const since = from.subtract({ years: 1 }).toString()
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
        months: usageByMonth(segments, from.toString(), today),
      },
    ]
  })
}

function unitOf(icp_type: string | null): MeterUse['unit'] {
  if (icp_type === 'electricity' || icp_type === 'gas') return 'kWh'
  return icp_type === 'water' ? 'm3' : 'unit'
}
