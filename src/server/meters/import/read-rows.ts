import { readReadings } from '#domain/meters/reading-file/read-file.ts'
import type { ReadingRow } from '#domain/meters/reading-file/reading-row.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { ReadFile } from '#server/kit/import/import-kind.ts'
import { findRegister } from './find-register.ts'
import { knownMeters, meterIndex } from './known-meters.ts'
import {
  type HeldReadings,
  type ImportedRow,
  incomplete,
  type RowFinding,
  wrong,
} from './staged-row.ts'

const MAX_ROWS = 50_000

/** All rows of a file, unless there are none or too many. */
export function readFile(content: string, { format, mapping }: HeldReadings): ReadFile<ReadingRow> {
  const rows: ReadingRow[] = []
  const read = readReadings(content, format, mapping ?? {})
  for (;;) {
    const next = read.next()
    if (next.done === true) {
      const problem = rows.length === 0 ? 'There are no readings in this file.' : null
      return { rows, warnings: next.value, problem }
    }
    rows.push(next.value)
    // Nobody needs to know how far beyond the limit a file goes.
    if (rows.length > MAX_ROWS) return { rows: [], warnings: [], problem: TOO_MANY }
  }
}

const TOO_MANY =
  'This file has more than 50,000 readings. Split it into smaller files and import each of them.'

/** A row with the register it speaks of; findings are null where the rules have to look at it. */
export type FoundRow = ImportedRow & { findings: RowFinding[] | null }

export async function findRegisters(
  conn: Conn,
  { format }: HeldReadings,
  rows: readonly ReadingRow[],
): Promise<FoundRow[]> {
  const metersFor = meterIndex(await knownMeters(conn, rows))
  return rows.map(({ problems, ...row }) => {
    const kept = {
      ...row,
      // What is longer than the column is nobody's number.
      meter_number: row.meter_number?.slice(0, 60) ?? null,
      icp_number: row.icp_number?.slice(0, 40) ?? null,
      register_code: row.register_code?.slice(0, 60) ?? null,
      is_rollover: false,
    }
    const { problem, ...found } = findRegister(kept, metersFor(kept), format === 'eiep3')
    const findings = problems.map((message) => wrong('M00', message))
    if (findings.length === 0) findings.push(...incomplete(row))
    if (problem) findings.push(wrong(problem.code, problem.message))
    return { ...kept, ...found, findings: findings.length > 0 ? findings : null }
  })
}
