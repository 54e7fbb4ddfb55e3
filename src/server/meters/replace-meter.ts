import type { CheckedOf } from '#domain/kit/call.ts'
import type { StoredColumns } from '#domain/kit/entity.ts'
import { badField, created } from '#domain/kit/problem.ts'
import { type Meter, meter } from '#domain/meters/meter.ts'
import type { meterCalls } from '#domain/meters/meter-calls.ts'
import { meterreading } from '#domain/meters/meterreading.ts'
import { meterregister } from '#domain/meters/meterregister.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { copyOf } from '#server/kit/rows/cell.ts'
import {
  archived,
  checkFields,
  lockRow,
  outdated,
  refuseIfHeld,
} from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import type { Changes } from '#server/kit/rows/history.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { insertRow, updateRow, type Written } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { judgeReading } from './judge-reading.ts'
import { recompute } from './recompute.ts'
import { registersOf, type StoredRegister } from './register-facts.ts'

type MeterReplacement = CheckedOf<typeof meterCalls.replace>

/** One meter out, another in, on one day: the final and the first readings keep the use whole. */
export function replaceMeter(catalogue: Catalogue) {
  return async (ctx: Context, conn: Conn, input: MeterReplacement) => {
    const old = await lockRow(ctx, conn, meter, input.id)
    if (old.deleted_at) throw archived(meter)
    if (input.version !== undefined && input.version !== old.version)
      throw await outdated(conn, meter, old)
    refuseIfHeld(old)
    if (old.row.date_removed) throw notPossible('replace', 'the meter was removed already')
    const oldRegisters = await registersOf(conn, [input.id])
    await storeFinals(ctx, conn, input, oldRegisters)
    await remove(ctx, conn, input)
    const made = await install(ctx, conn, catalogue, input, old.row)
    const registers = await storeFirsts(ctx, conn, input, made.id)
    await recompute(conn, [...oldRegisters.map((register) => register.id), ...registers])
    const answer = writtenAnswer(ctx, meter, made, { status: created })
    return { ...answer, message: `Meter ${old.row.meter_number} replaced.` }
  }
}

async function storeFinals(
  ctx: Context,
  conn: Conn,
  input: MeterReplacement,
  registers: readonly StoredRegister[],
): Promise<void> {
  for (const register of registers) {
    const final = input.final_readings.find((one) => one.meterregister_id === register.id)
    if (!final)
      throw badField('final_readings', `The final reading of ${register.name} is missing.`)
    const reading: StoredColumns<typeof meterreading> = {
      meter_id: input.id,
      meterregister_id: register.id,
      reading_date: input.replacement_date,
      reading_latest_type: 'final',
      reading_latest: final.reading_latest,
      is_rollover: final.is_rollover ?? false,
      final_reading: true,
      source: 'replacement',
    }
    const findings = await judgeReading(ctx, conn, register.id, {
      ...reading,
      id: 0,
      reading_date: input.replacement_date,
    })
    await insertRow(ctx, conn, meterreading, { ...reading, findings })
  }
  const own = new Set(registers.map((register) => register.id))
  if (input.final_readings.some((one) => !own.has(one.meterregister_id)))
    throw badField('final_readings', 'One of the registers is part of another meter.')
}

async function remove(ctx: Context, conn: Conn, input: MeterReplacement): Promise<void> {
  const { replacement_date } = input
  const values = { date_removed: replacement_date, next_reading_date: null }
  const changes: Changes<typeof meter> = { date_removed: [null, replacement_date] }
  await updateRow(ctx, conn, meter, input.id, values, { action: 'replace', changes })
}

// What belongs to the connection stays; what belongs to the box on the wall does not.
const ofTheBox = new Set([
  'meter_number',
  'multiplier_value',
  'meter_factor',
  'date_installed',
  'date_removed',
  'next_reading_date',
  'last_reading_date',
  'replaces_meter_id',
  'notes',
])

async function install(
  ctx: Context,
  conn: Conn,
  catalogue: Catalogue,
  input: MeterReplacement,
  old: Meter,
): Promise<Written<typeof meter>> {
  const row = {
    ...copyOf(meter, old, (name) => !ofTheBox.has(name)),
    meter_number: input.meter_number,
    multiplier_value: input.multiplier_value ?? null,
    meter_factor: input.meter_factor ?? null,
    date_installed: input.replacement_date,
    replaces_meter_id: input.id,
  }
  await checkAgainstOthers(ctx, conn, meter, row, catalogue, old)
  checkFields(meter, row)
  return insertRow(ctx, conn, meter, row)
}

async function storeFirsts(
  ctx: Context,
  conn: Conn,
  input: MeterReplacement,
  meter_id: number,
): Promise<number[]> {
  const made: number[] = []
  for (const { first_reading, ...register } of input.registers) {
    const { id } = await insertRow(ctx, conn, meterregister, { ...register, meter_id })
    made.push(id)
    await insertRow(ctx, conn, meterreading, {
      meter_id,
      meterregister_id: id,
      reading_date: input.replacement_date,
      reading_latest_type: 'opening',
      reading_latest: first_reading,
      source: 'replacement',
    })
  }
  return made
}
