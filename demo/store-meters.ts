import { addDays } from '#domain/kit/day-number.ts'
import { computeReadings } from '#domain/meters/consumption.ts'
import { meter } from '#domain/meters/meter.ts'
import { meterreading } from '#domain/meters/meterreading.ts'
import { meterregister } from '#domain/meters/meterregister.ts'
import type { MeterFacts, ReadingFacts, RegisterFacts } from '#domain/meters/reading-facts.ts'
import { nextReadingDate } from '#domain/meters/readings-due.ts'
import { atOffice, dayOf } from './demo-time.ts'
import type { PlannedMeter } from './meter-plan.ts'
import { type DemoRow, storeRows, type Target } from './store-rows.ts'

/** A meter of a customer on its way into the database. */
export interface OwnedMeter {
  planned: PlannedMeter
  customer: DemoRow
  customer_id: number
  /** The meter it took the place of. */
  before: OwnedMeter | null
}

export interface StoredRegister {
  id: number
  meter_id: number
  owned: OwnedMeter
  facts: RegisterFacts
  /** With their quantities, as they are stored. */
  readings: (ReadingFacts & { problem: string | null; source: string })[]
  readingIds: number[]
}

/** Meters, registers and readings, with every quantity computed before anything is written. */
export async function storeMeters(
  target: Target,
  owned: readonly OwnedMeter[],
  importId: (reading_date: string, isByMachine: boolean) => number | null,
): Promise<StoredRegister[]> {
  const ids = new Map<OwnedMeter, number>()
  for (const own of [owned.filter((one) => !one.before), owned.filter((one) => one.before)]) {
    const rows = own.map((one) => meterRow(one, one.before && (ids.get(one.before) ?? null)))
    const made = await storeRows(target, meter, rows)
    for (const [place, one] of own.entries()) ids.set(one, made[place] ?? 0)
  }
  const registers = owned.flatMap((one) => registersOf(one, ids.get(one) ?? 0))
  const registerIds = await storeRows(
    target,
    meterregister,
    registers.map(({ row }) => row),
  )
  const stored = registers.map(({ register }, place) => ({
    ...register,
    id: registerIds[place] ?? 0,
  }))
  const rows = stored.map((register) => readingRows(register, importId))
  const readingIds = await storeRows(target, meterreading, rows.flat())
  let taken = 0
  return stored.map((register, place) => {
    const count = rows[place]?.length ?? 0
    taken += count
    return { ...register, readingIds: readingIds.slice(taken - count, taken) }
  })
}

function meterRow(
  { planned, customer, customer_id }: OwnedMeter,
  replaces: number | null,
): DemoRow {
  const { connection, date_removed } = planned
  const last = lastDay(planned)
  const plan = {
    reading_interval: 1,
    reading_interval_unit: 'months',
    last_reading_date: last,
    next_reading_date: null,
  }
  const isRead = date_removed === null && !planned.registers.some(hasEnded)
  const came = planned.isReplacement
    ? String(planned.date_installed)
    : addDays(dayOf(customer.at), 3)
  return {
    input: {
      ...connection.meter,
      customer_id,
      meter_number: planned.meter_number,
      date_installed: planned.date_installed,
      date_removed,
      reading_interval: 1,
      reading_interval_unit: 'months',
      next_reading_date: isRead ? nextReadingDate(plan) : null,
    },
    kept: { last_reading_date: last, replaces_meter_id: replaces },
    at: atOffice(came, 60),
    actor: customer.actor,
  }
}

const hasEnded = ({ readings }: PlannedMeter['registers'][number]) =>
  readings.at(-1)?.final_reading ?? false

function lastDay({ registers }: PlannedMeter): string | null {
  return registers[0]?.readings.at(-1)?.reading_date ?? null
}

function registersOf(owned: OwnedMeter, meter_id: number) {
  const { planned, customer } = owned
  const meterFacts = factsOf(planned.connection.meter)
  const finals = owned.before ? [String(planned.date_installed)] : []
  return planned.registers.map(({ register, digits, readings }) => {
    const { name, register_code, flow } = register
    const facts = { register_code, digits, flow }
    const told = readings.map((reading, id): ReadingFacts & { source: string } => ({
      id,
      ...reading,
      reading_quantity: null,
      period_start: null,
    }))
    const computed = computeReadings(meterFacts, facts, told, finals)
    const known = computed.map((result) => {
      const reading = told[Number(result.id)]
      if (!reading) throw new Error('A reading was computed that nobody took.')
      const { days: _days, period_end: _end, ...values } = result
      return { ...reading, ...values }
    })
    const row: DemoRow = {
      input: { name, meter_id, register_code, digits, flow },
      at: atOffice(addDays(dayOf(customer.at), 3), 61),
      actor: customer.actor,
      isUntold: true,
    }
    return { row, register: { meter_id, owned, facts, readings: known } }
  })
}

export function factsOf(row: Record<string, unknown>): MeterFacts {
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : null)
  return {
    icp_type: text('icp_type'),
    multiplier_value: text('multiplier_value'),
    meter_factor: text('meter_factor'),
    conversion_factor: text('conversion_factor'),
    calorific_value: text('calorific_value'),
    loss_factor: text('loss_factor'),
  }
}

function readingRows(
  { id, meter_id, owned, readings }: Omit<StoredRegister, 'readingIds'>,
  importId: (reading_date: string, isByMachine: boolean) => number | null,
): DemoRow[] {
  const { customer, planned } = owned
  const came = addDays(dayOf(customer.at), 5)
  const isByMachine = planned.connection.meter.meter_type !== 'legacy'
  return readings.map((reading): DemoRow => {
    const { id: _place, problem, source, reading_latest_type, reading_latest, ...values } = reading
    const { reading_date, is_rollover, final_reading, ...kept } = values
    const known = addDays(reading_date, 2)
    const input = {
      meter_id,
      meterregister_id: id,
      reading_date,
      reading_latest_type,
      reading_latest,
    }
    const fromFile = source === 'import' ? importId(reading_date, isByMachine) : null
    return {
      input: { ...input, is_rollover, final_reading, notes: notesOf(reading) },
      kept: { ...computedOnly(kept), problem, source, readingimport_id: fromFile },
      at: atOffice(latest(known, came), 240),
      actor: customer.actor,
      isUntold: source === 'import',
    }
  })
}

const latest = (a: string, b: string) => (a > b ? a : b)

function computedOnly(values: Record<string, unknown>): Record<string, unknown> {
  const { reading_previous, reading_quantity, reading_energy, reading_losses, period_start } =
    values
  return { reading_previous, reading_quantity, reading_energy, reading_losses, period_start }
}

function notesOf(reading: object): unknown {
  return 'notes' in reading ? reading.notes : null
}
