import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { KnownMeter, RegisterTraits } from './find-register.ts'

const KNOWN_METERS = sql<
  KnownMeter,
  [serials: readonly string[], connections: readonly string[]]
>`select m.id, m.meter_number, m.connection, m.date_installed, m.date_removed,
    coalesce((select json_agg(json_build_object('id', g.id, 'register_code', g.register_code,
      'flow', g.flow) order by g.id)
      from meterregisters g where g.meter_id = m.id and g.deleted_at is null), '[]') as registers
  from meters m
  where m.deleted_at is null and (lower(m.meter_number) = any($1) or m.connection = any($2))
  order by m.id`

/** The meters that rows may speak of, with their registers. */
export function knownMeters(
  conn: Conn,
  rows: readonly Pick<RegisterTraits, 'meter_number' | 'icp_number'>[],
): Promise<KnownMeter[]> {
  const serials = unique(rows.map((row) => row.meter_number?.trim().toLowerCase()))
  const connections = unique(rows.map((row) => row.icp_number))
  return KNOWN_METERS.all(conn, serials, connections)
}

/** Makes a file's rows find their meters without looking at every meter for every row. */
export function meterIndex(meters: readonly KnownMeter[]) {
  const bySerial = Map.groupBy(meters, (meter) => meter.meter_number.toLowerCase())
  const byConnection = Map.groupBy(meters, (meter) => meter.connection)
  return (row: Pick<RegisterTraits, 'meter_number' | 'icp_number'>): KnownMeter[] => {
    const named = bySerial.get(row.meter_number?.trim().toLowerCase() ?? '') ?? []
    const connected = row.icp_number === null ? [] : (byConnection.get(row.icp_number) ?? [])
    return [...new Set([...named, ...connected])]
  }
}

function unique(values: readonly (string | null | undefined)[]): string[] {
  return [...new Set(values.filter((value) => typeof value === 'string'))]
}
