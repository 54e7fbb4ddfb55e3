import { gravest, type RowSeverity, severities } from '#domain/kit/import/import-entity.ts'
import type { Finding } from '#domain/meters/plausibility.ts'
import type { ReadingFormat } from '#domain/meters/reading-file/read-file.ts'
import { readingimport, stagedreading } from '#domain/meters/readingimport.ts'
import { fragment } from '#server/kit/database/sql.ts'
import type { HeldImport } from '#server/kit/import/import-kind.ts'
import { stagedRows } from '#server/kit/import/staged-rows.ts'
import { staging } from '#server/kit/import/staging.ts'

/** A file of readings on its way in, as the server works on it. */
export interface HeldReadings extends HeldImport {
  format: ReadingFormat
}

const staged = {
  batch: readingimport,
  row: stagedreading,
  group: 'meterregister_id',
  verdict: 'severity',
  verdicts: severities,
  held: ['format'],
}
export const readingStaging = staging<HeldReadings>(staged)
export const stagedReadings = stagedRows(staged)

/** What is said of a row: by a rule, or by the import itself where no rule could look at it. */
export interface RowFinding extends Omit<Finding, 'code'> {
  /** M00 the file is hard to read there, M01 unknown meter, M02 which register, M03 incomplete. */
  code: Finding['code'] | 'M00' | 'M01' | 'M02' | 'M03'
}

/** A row of the file and what it speaks of. */
export interface ImportedRow {
  row_number: number
  meter_number: string | null
  icp_number: string | null
  register_code: string | null
  flow: string | null
  reading_date: string | null
  period_start: string | null
  reading_latest: string | null
  reading_quantity: string | null
  reading_latest_type: string | null
  is_rollover: boolean
  meter_id: number | null
  meterregister_id: number | null
}

/** The same once it is in the pool. */
export interface StagedRow extends ImportedRow {
  id: number
}

export type JudgedRow<R extends ImportedRow> = R & {
  findings: RowFinding[]
  severity: RowSeverity
}

export const STAGED_COLUMNS = fragment`id, row_number, meter_number, icp_number, register_code, flow,
  reading_date, period_start, trim_scale(reading_latest)::text as reading_latest,
  trim_scale(reading_quantity)::text as reading_quantity, reading_latest_type, is_rollover,
  meter_id, meterregister_id`

export function wrong(code: RowFinding['code'], message: string): RowFinding {
  return { code, severity: 'error', message }
}

/** What a row lacks to be a reading at all. */
export function incomplete(
  row: Pick<ImportedRow, 'reading_date' | 'reading_latest' | 'reading_quantity' | 'period_start'>,
): RowFinding[] {
  const findings: RowFinding[] = []
  if (row.reading_date === null) findings.push(wrong('M03', 'There is no date.'))
  if (row.reading_latest === null && row.reading_quantity === null)
    findings.push(wrong('M03', 'There is neither a reading nor a quantity.'))
  if (row.reading_latest?.startsWith('-')) findings.push(wrong('M03', 'The reading is below zero.'))
  if (row.period_start !== null && row.reading_date !== null && row.period_start > row.reading_date)
    findings.push(wrong('M03', 'The period starts after it ends.'))
  return findings
}

export function judged<R extends ImportedRow>(row: R, findings: RowFinding[]): JudgedRow<R> {
  return { ...row, findings, severity: gravest(findings) }
}
