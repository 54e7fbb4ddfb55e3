import { createHash } from 'node:crypto'
import { addDays } from '#domain/kit/day-number.ts'
import { checkReadings, type Finding } from '#domain/meters/plausibility.ts'
import { defaultRules } from '#domain/meters/plausibility-rules.ts'
import type { CheckedMeter } from '#domain/meters/reading-situation.ts'
import { readingimport, stagedreading } from '#domain/meters/readingimport.ts'
import { atOffice, DEMO_TODAY } from './demo-time.ts'
import { factsOf, type StoredRegister } from './store-meters.ts'
import { type DemoActor, type DemoRow, storeRows, type Target } from './store-rows.ts'

export const LAST_READ = '2026-10-31'
const POOL_DAY = '2026-11-10'

interface FileRow {
  register: StoredRegister | null
  meter_number: string
  register_code: string
  reading_date: string
  reading_latest: string
}

/** Last month's file of the meters that are read by machine; its readings are stored after it. */
export async function storeLastFile(target: Target, actor: DemoActor): Promise<number> {
  const [id = 0] = await storeRows(target, readingimport, [
    {
      input: { file_name: 'readings-2026-10.csv', format: 'csv' },
      kept: { import_status: 'done', sha256: '' },
      at: atOffice('2026-11-02', 35),
      actor,
    },
  ])
  return id
}

/** What that file brought, once its readings are there. */
export async function fillLastFile(
  target: Target,
  readingimport_id: number,
  registers: readonly StoredRegister[],
): Promise<void> {
  const taken = registers.flatMap((register) => {
    const place = register.readings.findIndex(
      (reading) => reading.reading_date === LAST_READ && reading.source === 'import',
    )
    const reading = register.readings[place]
    if (!reading || register.owned.planned.connection.meter.meter_type === 'legacy') return []
    return [{ row: rowOf(register, LAST_READ, reading.reading_latest ?? ''), place, register }]
  })
  await storeFile(
    target,
    readingimport_id,
    taken.map(({ row }) => row),
    { rows_accepted: taken.length },
  )
  const rows = taken.map(({ row, register, place }, at) =>
    stagedRow(readingimport_id, row, at, [], {
      staged_status: 'accepted',
      meterreading_id: register.readingIds[place],
    }),
  )
  await storeRows(target, stagedreading, rows)
}

/** A file that waits for somebody: most of it is right, some of it is not. */
export async function storePool(
  target: Target,
  registers: readonly StoredRegister[],
  actor: DemoActor,
): Promise<void> {
  const waiting = registers.filter(({ owned, facts, readings }) => {
    const isRead =
      readings.at(-1)?.reading_date === LAST_READ && owned.planned.date_removed === null
    return isRead && facts.flow === 'X' && owned.planned.connection.service === 'electricity'
  })
  const rows = waiting.slice(0, 16).map((register, at) => poolRow(register, at))
  rows.push({
    register: null,
    meter_number: '299999017',
    register_code: 'UN',
    reading_date: POOL_DAY,
    reading_latest: '48120',
  })
  const findings = rows.map(findingsFor)
  const errors = findings.filter((found) => found.some(isError)).length
  const [id = 0] = await storeRows(target, readingimport, [
    {
      input: { file_name: 'special-reads-november.csv', format: 'csv' },
      kept: { import_status: 'ready', sha256: '' },
      at: atOffice('2026-11-11', 95),
      actor,
    },
  ])
  await storeFile(target, id, rows, { rows_accepted: 0, rows_error: errors })
  await storeRows(
    target,
    stagedreading,
    rows.map((row, at) => stagedRow(id, row, at, findings[at] ?? [], {})),
  )
}

function rowOf(register: StoredRegister, reading_date: string, reading_latest: string): FileRow {
  const { meter_number } = register.owned.planned
  const { register_code } = register.facts
  return { register, meter_number, register_code, reading_date, reading_latest }
}

/** Ten days more of the usual, but for a few: going back, far too much, in the future, known. */
function poolRow(register: StoredRegister, at: number): FileRow {
  const last = register.readings.at(-1)
  const shown = Number(last?.reading_latest ?? 0)
  const before = Number(register.readings.at(-2)?.reading_latest ?? 0)
  const month = Math.max(shown - before, 6)
  if (at === 3) return rowOf(register, POOL_DAY, `${shown - 240}`)
  if (at === 6) return rowOf(register, POOL_DAY, `${shown + month * 4}`)
  if (at === 9) return rowOf(register, '2026-12-10', `${shown + Math.round(month / 3)}`)
  if (at === 12) return rowOf(register, LAST_READ, `${shown}`)
  return rowOf(register, POOL_DAY, `${shown + Math.round(month / 3)}`)
}

function findingsFor(row: FileRow): (Finding | Unknown)[] {
  const { register, reading_latest, reading_date } = row
  if (!register)
    return [{ code: 'M01', severity: 'error', message: `We don't know meter ${row.meter_number}.` }]
  const [found = []] = checkReadings({
    candidates: [
      {
        id: 'row',
        reading_date,
        reading_latest,
        reading_latest_type: 'actual',
        reading_quantity: null,
        period_start: null,
        is_rollover: false,
        final_reading: false,
      },
    ],
    meter: checkedMeter(register),
    register: register.facts,
    history: register.readings,
    today: DEMO_TODAY,
    rules: defaultRules,
  })
  return found
}

const isError = ({ severity }: Finding | Unknown) => severity === 'error'

interface Unknown {
  code: 'M01'
  severity: 'error'
  message: string
}

function checkedMeter({ owned }: StoredRegister): CheckedMeter {
  const { meter } = owned.planned.connection
  return {
    ...factsOf(meter),
    meter_number: owned.planned.meter_number,
    date_installed: String(owned.planned.date_installed),
    date_removed: owned.planned.date_removed,
    meter_capacity_amount: String(meter.meter_capacity_amount ?? '') || null,
    meter_capacity_unit: String(meter.meter_capacity_unit ?? '') || null,
  }
}

function stagedRow(
  readingimport_id: number,
  row: FileRow,
  at: number,
  findings: readonly { severity: string }[],
  kept: Record<string, unknown>,
): DemoRow {
  const { register, meter_number, register_code, reading_date, reading_latest } = row
  const severity = ['error', 'warning', 'information'].find((one) =>
    findings.some((finding) => finding.severity === one),
  )
  return {
    input: {
      meter_number,
      register_code,
      reading_date,
      reading_latest,
      reading_latest_type: 'actual',
    },
    kept: {
      readingimport_id,
      row_number: at + 2,
      flow: register?.facts.flow ?? null,
      meter_id: register?.meter_id ?? null,
      meterregister_id: register?.id ?? null,
      severity: severity ?? 'ok',
      findings,
      ...kept,
    },
    at: atOffice(addDays(POOL_DAY, 1), 96),
    actor: { id: null, name: 'Switchboard' },
    isUntold: true,
  }
}

async function storeFile(
  { conn, organisation_id }: Target,
  id: number,
  rows: readonly FileRow[],
  counts: { rows_accepted: number; rows_error?: number },
): Promise<void> {
  const lines = rows.map((row) =>
    [row.meter_number, row.register_code, row.reading_date, row.reading_latest].join(','),
  )
  const content = `${['meter_number,register_code,reading_date,reading_latest', ...lines].join('\n')}\n`
  const sha256 = createHash('sha256').update(content).digest('hex')
  await conn.query(
    `update readingimports set sha256 = $2, rows_total = $3, rows_done = $3, rows_accepted = $4,
       rows_error = $5, rows_rejected = 0 where id = $1`,
    [id, sha256, rows.length, counts.rows_accepted, counts.rows_error ?? 0],
  )
  await conn.query(
    `insert into readingimport_files (readingimport_id, organisation_id, content)
     values ($1, $2, $3)`,
    [id, organisation_id, content],
  )
}
