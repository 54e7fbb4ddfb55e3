import { type ComputedReading, computeReadings } from '#domain/meters/consumption.ts'
import { nextReadingDate } from '#domain/meters/readings-due.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import {
  finalDays,
  lockRegisters,
  readingsOf,
  type StoredReading,
  type StoredRegister,
} from './register-facts.ts'

/**
 * Computes what the readings of registers mean, after one of them came, changed or went. Only what
 * really differs is written; quantities are the server's own and make no new version of a reading.
 */
export async function recompute(conn: Conn, register_ids: readonly number[]): Promise<void> {
  if (register_ids.length === 0) return
  const registers = await lockRegisters(conn, [...new Set(register_ids)])
  const readings = await readingsOf(
    conn,
    registers.map((register) => register.id),
  )
  const finals = await finalDays(
    conn,
    registers.map((register) => register.meter.id),
  )
  const changed = registers.flatMap((register) => {
    const own = readings.get(register.id) ?? []
    const days = finals.get(register.meter.id) ?? []
    return changes(own, computeReadings(register.meter, register, own, days))
  })
  await store(conn, changed)
  await moveReadingDates(conn, registers)
}

interface ReadingChange {
  id: number
  reading_previous: string | null
  reading_quantity: string | null
  reading_energy: string | null
  reading_losses: string | null
  period_start: string | null
  problem: string | null
}

function changes(
  stored: readonly StoredReading[],
  computed: readonly ComputedReading[],
): ReadingChange[] {
  const before = new Map(stored.map((reading) => [reading.id, reading]))
  return computed.flatMap((after) => {
    const reading = before.get(Number(after.id))
    if (!reading) return []
    // What a file told as a quantity stays what the file told.
    const isTold = reading.reading_latest === null
    const change: ReadingChange = {
      id: reading.id,
      reading_previous: after.reading_previous,
      reading_quantity: isTold ? reading.reading_quantity : after.reading_quantity,
      reading_energy: after.reading_energy,
      reading_losses: after.reading_losses,
      period_start: isTold ? reading.period_start : after.period_start,
      problem: after.problem,
    }
    const isSame = (Object.keys(change) as (keyof ReadingChange)[]).every(
      (name) => normal(change[name]) === normal(reading[name]),
    )
    return isSame ? [] : [change]
  })
}

const normal = (value: unknown) =>
  typeof value === 'string' && value.includes('.')
    ? value.replace(/0+$/, '').replace(/\.$/, '')
    : value

const STORE_USE = sql<never, [readings: string]>`
  update meterreadings r set reading_previous = c.reading_previous,
    reading_quantity = c.reading_quantity, reading_energy = c.reading_energy,
    reading_losses = c.reading_losses, period_start = c.period_start, problem = c.problem
  from jsonb_to_recordset($1::jsonb) as c (id bigint, reading_previous numeric,
    reading_quantity numeric, reading_energy numeric, reading_losses numeric,
    period_start date, problem text)
  where r.id = c.id`

async function store(conn: Conn, changed: readonly ReadingChange[]): Promise<void> {
  if (changed.length === 0) return
  await STORE_USE.run(conn, JSON.stringify(changed))
}

interface MeterDates {
  id: number
  last: string | null
  last_reading_date: string | null
  next_reading_date: string | null
  reading_interval: number | null
  reading_interval_unit: string | null
}

// Asked for each meter by itself, the newest reading would be sought among all of them.
const METER_DATES = sql<MeterDates, [meter_ids: readonly number[]]>`
  select m.id, m.last_reading_date, m.next_reading_date, m.reading_interval,
    m.reading_interval_unit, r.last
  from meters m left join (select meter_id, max(reading_date) as last from meterreadings
    where meter_id = any($1) and deleted_at is null and reading_latest_type <> 'misread'
    group by meter_id) r on r.meter_id = m.id
  where m.id = any($1)`

const MOVE_DATES = sql<never, [meters: string]>`
  update meters m set last_reading_date = c.last, next_reading_date = c.next
  from jsonb_to_recordset($1::jsonb) as c (id bigint, last date, next date) where m.id = c.id`

/** The day of the last reading, and with it the day of the next one, follow the readings. */
async function moveReadingDates(conn: Conn, registers: readonly StoredRegister[]): Promise<void> {
  const meter_ids = new Set(registers.map((register) => register.meter.id))
  const meters = await METER_DATES.all(conn, [...meter_ids])
  const moved = meters
    .filter((meter) => meter.last !== meter.last_reading_date)
    .map((meter) => ({
      id: meter.id,
      last: meter.last,
      next: nextReadingDate({ ...meter, last_reading_date: meter.last }),
    }))
  if (moved.length === 0) return
  await MOVE_DATES.run(conn, JSON.stringify(moved))
}
