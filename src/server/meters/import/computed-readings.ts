import { type ComputedReading, computeReadings } from '#domain/meters/consumption.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { finalDays, readingsOf, type StoredRegister } from '#server/meters/register-facts.ts'
import { candidateOf } from './check-rows.ts'
import type { ImportedRow } from './staged-row.ts'

/**
 * What new readings mean among those that are there, by row number: stored with them at once,
 * they need not be written a second time.
 */
export async function computedReadings(
  conn: Conn,
  registers: readonly StoredRegister[],
  rows: readonly ImportedRow[],
): Promise<Map<string | number, ComputedReading>> {
  const byRegister = Map.groupBy(rows, (row) => row.meterregister_id)
  const known = await readingsOf(
    conn,
    registers.map((register) => register.id),
  )
  const finals = await finalDays(
    conn,
    registers.map((register) => register.meter.id),
  )
  const computed = registers.flatMap((register) => {
    const fresh = (byRegister.get(register.id) ?? []).map(candidateOf)
    const all = [...(known.get(register.id) ?? []), ...fresh]
    return computeReadings(register.meter, register, all, finals.get(register.meter.id) ?? [])
  })
  return new Map(computed.map((reading) => [reading.id, reading]))
}
