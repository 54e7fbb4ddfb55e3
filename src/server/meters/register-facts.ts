import type { MeterFacts, ReadingFacts, RegisterFacts } from '#domain/meters/reading-facts.ts'
import type { CheckedMeter } from '#domain/meters/reading-situation.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'

export interface StoredRegister extends RegisterFacts {
  id: number
  name: string
  meter: MeterFacts & CheckedMeter & { id: number; replaces_meter_id: number | null }
}

export interface StoredReading extends ReadingFacts {
  id: number
  meterregister_id: number
  reading_previous: string | null
  reading_energy: string | null
  reading_losses: string | null
  problem: string | null
}

const REGISTERS = fragment`select g.id, g.name, g.register_code, g.digits, g.flow, json_build_object(
      'id', m.id, 'meter_number', m.meter_number, 'icp_type', m.icp_type,
      'multiplier_value', m.multiplier_value::text, 'meter_factor', m.meter_factor::text,
      'conversion_factor', m.conversion_factor::text, 'calorific_value', m.calorific_value::text,
      'loss_factor', m.loss_factor::text, 'date_installed', m.date_installed,
      'date_removed', m.date_removed, 'meter_capacity_amount', m.meter_capacity_amount::text,
      'meter_capacity_unit', m.meter_capacity_unit,
      'replaces_meter_id', m.replaces_meter_id) as meter
    from meterregisters g join meters m on m.id = g.meter_id`

const LOCK_REGISTERS = sql<never, [ids: readonly number[]]>`
  select 1 from meterregisters where id = any($1) order by id for update`

const REGISTERS_BY_ID = sql<StoredRegister, [ids: readonly number[]]>`
  ${REGISTERS} where g.id = any($1) order by g.id`

const REGISTERS_OF_METERS = sql<StoredRegister, [meter_ids: readonly number[]]>`
  ${REGISTERS} where g.meter_id = any($1) and m.id = any($1) and g.deleted_at is null
  order by g.meter_id, g.id`

/** Registers with their meters, held to the end: their readings change one at a time. */
export async function lockRegisters(conn: Conn, ids: readonly number[]): Promise<StoredRegister[]> {
  await LOCK_REGISTERS.run(conn, ids)
  // A statement of its own: it sees what was committed while we waited.
  return REGISTERS_BY_ID.all(conn, ids)
}

export function registersOf(conn: Conn, meter_ids: readonly number[]): Promise<StoredRegister[]> {
  return REGISTERS_OF_METERS.all(conn, meter_ids)
}

const READINGS = sql<StoredReading, [register_ids: readonly number[], since: string | null]>`
  select id, meterregister_id, reading_date, reading_latest_type,
    trim_scale(reading_latest)::text as reading_latest,
    trim_scale(reading_previous)::text as reading_previous,
    trim_scale(reading_quantity)::text as reading_quantity,
    trim_scale(reading_energy)::text as reading_energy,
    trim_scale(reading_losses)::text as reading_losses,
    period_start, is_rollover, final_reading, problem
  from meterreadings where meterregister_id = any($1) and deleted_at is null
    and ($2::date is null or reading_date >= $2)
  order by meterregister_id, reading_date, (reading_latest_type = 'opening'), id`

/** All live readings of registers, oldest first, by register. */
export async function readingsOf(
  conn: Conn,
  register_ids: readonly number[],
  since?: string,
): Promise<Map<number, StoredReading[]>> {
  const rows = await READINGS.all(conn, register_ids, since ?? null)
  const byRegister = new Map<number, StoredReading[]>(register_ids.map((id) => [id, []]))
  for (const row of rows) byRegister.get(row.meterregister_id)?.push(row)
  return byRegister
}

const FINAL_DAYS = sql<
  { meter_id: number; reading_date: string },
  [meter_ids: readonly number[]]
>`select m.id as meter_id, r.reading_date from meters m
  join meterreadings r on r.meter_id = m.replaces_meter_id and r.deleted_at is null
    and (r.final_reading or r.reading_latest_type = 'final')
  where m.id = any($1) and m.replaces_meter_id is not null`

/** Days on which the meter a meter came in place of had its final reading. */
export async function finalDays(
  conn: Conn,
  meter_ids: readonly number[],
): Promise<Map<number, string[]>> {
  const rows = await FINAL_DAYS.all(conn, meter_ids)
  const byMeter = new Map<number, string[]>()
  for (const { meter_id, reading_date } of rows)
    byMeter.set(meter_id, [...(byMeter.get(meter_id) ?? []), reading_date])
  return byMeter
}
