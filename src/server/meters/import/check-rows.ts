import { Exact } from '#domain/kit/decimal.ts'
import { checkReadings } from '#domain/meters/plausibility.ts'
import type { Rules } from '#domain/meters/plausibility-rules.ts'
import type { Candidate } from '#domain/meters/reading-situation.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import {
  readingsOf,
  registersOf,
  type StoredReading,
  type StoredRegister,
} from '#server/meters/register-facts.ts'
import {
  type ImportedRow,
  type JudgedRow,
  judged,
  STAGED_COLUMNS,
  type StagedRow,
  wrong,
} from './staged-row.ts'

/** What the rules say of a row of the pool. */
export type Verdict = Pick<JudgedRow<StagedRow>, 'id' | 'severity' | 'findings'>

export interface CheckWith {
  rules: Rules
  today: string
}

const WAITING_ROWS = sql<
  StagedRow,
  [readingimport_id: number, register_ids: readonly number[]]
>`select ${STAGED_COLUMNS} from stagedreadings
  where readingimport_id = $1 and meterregister_id = any($2) and staged_status = 'waiting'
    and deleted_at is null and not findings @> '[{"code": "M00"}]'
    and not findings @> '[{"code": "M03"}]'
  order by row_number`

/**
 * Holds all waiting rows of registers against the stored readings and against each other, keeps
 * what the rules say and answers it. Rows the file tells badly wait until somebody mends them.
 */
export async function checkRegisters(
  conn: Conn,
  readingimport_id: number,
  register_ids: readonly number[],
  how: CheckWith,
): Promise<JudgedRow<StagedRow>[]> {
  const rows = await WAITING_ROWS.all(conn, readingimport_id, register_ids)
  const checked = await checkRows(conn, rows, how)
  await keepFindings(conn, checked)
  return checked
}

/** What the rules say of rows; all rows of a register have to be among them. */
export async function checkRows<R extends ImportedRow>(
  conn: Conn,
  rows: readonly R[],
  how: CheckWith,
): Promise<JudgedRow<R>[]> {
  const byRegister = Map.groupBy(rows, (row) => row.meterregister_id ?? 0)
  const meter_ids = new Set(rows.map((row) => row.meter_id ?? 0))
  const registers = await registersOf(conn, [...meter_ids])
  const known = new Map(registers.map((register) => [register.id, register]))
  const history = await readingsOf(conn, [...byRegister.keys()])
  return [...byRegister].flatMap(([id, own]) => {
    const register = known.get(id)
    if (!register) return own.map((row) => judged(row, [wrong('M01', 'The register is gone.')]))
    return checkRegister(register, history.get(id) ?? [], own, how)
  })
}

function checkRegister<R extends ImportedRow>(
  register: StoredRegister,
  history: readonly StoredReading[],
  rows: readonly R[],
  { rules, today }: CheckWith,
): JudgedRow<R>[] {
  const candidates = rows.map(candidateOf)
  const { meter } = register
  const findings = checkReadings({ candidates, meter, register, history, rules, today })
  const misreads = new Set(history.filter(isMisread).map(misreadKey))
  return rows.map((row, at) => {
    if (!isMisread(row)) return judged(row, findings[at] ?? [])
    // No rule looks at misreads, yet one must not come in twice either.
    const key = misreadKey(row)
    const isKnown = misreads.has(key)
    misreads.add(key)
    const message = 'We already have this misread.'
    return judged(row, isKnown ? [{ code: 'R09', severity: 'information', message }] : [])
  })
}

export function candidateOf(row: ImportedRow): Candidate {
  const isQuantity = row.reading_latest === null
  return {
    id: `row ${row.row_number}`,
    meter_number: row.meter_number,
    reading_date: row.reading_date ?? '',
    reading_latest_type: row.reading_latest_type ?? 'actual',
    reading_latest: row.reading_latest,
    reading_quantity: isQuantity ? row.reading_quantity : null,
    period_start: isQuantity ? row.period_start : null,
    is_rollover: row.is_rollover,
    final_reading: row.reading_latest_type === 'final',
  }
}

function isMisread(row: { reading_latest_type: string | null }): boolean {
  return row.reading_latest_type === 'misread'
}

function misreadKey(row: {
  reading_date: string | null
  reading_latest: string | null
  reading_quantity: string | null
}): string {
  const { reading_date, reading_latest, reading_quantity } = row
  const figure = new Exact(reading_latest ?? reading_quantity ?? 0).toFixed()
  return `${reading_date} ${reading_latest === null ? 'quantity' : 'reading'} ${figure}`
}

const KEEP_FINDINGS = sql<never, [rows: string]>`
  update stagedreadings s set findings = c.findings, severity = c.severity
  from jsonb_to_recordset($1::jsonb) as c (id bigint, findings jsonb, severity text)
  where s.id = c.id and (s.findings is distinct from c.findings or s.severity <> c.severity)`

/** What the rules say is the server's own: it makes no new version of a row. */
export async function keepFindings(conn: Conn, rows: readonly Verdict[]): Promise<void> {
  if (rows.length === 0) return
  const told = rows.map(({ id, findings, severity }) => ({ id, findings, severity }))
  await KEEP_FINDINGS.run(conn, JSON.stringify(told))
}
