import { formatDayShort } from '#domain/kit/calendar.ts'
import { csvText } from '#domain/kit/csv-writer.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { inThousands } from '#domain/kit/wording.ts'
import type { CellValue, ColumnKind, ReportDefinition, ReportRow } from './report.ts'
import type { ReportFacts } from './report-calls.ts'

/** A report as it was found, without pages. */
export interface WholeReport {
  rows: readonly ReportRow[]
  facts: Omit<ReportFacts, 'limit' | 'offset' | 'total'>
}

/** A figure as it is read; nothing is a dash, except in a total. */
export function cellText(
  kind: ColumnKind,
  value: CellValue | undefined,
  { isTotal = false }: { isTotal?: boolean } = {},
): string {
  if (value === null || value === undefined) return '–'
  if (!isTotal && (value === '0.00' || value === 0)) return '–'
  if (kind === 'percent') return `${value} %`
  return kind === 'money' ? formatMoney(String(value)) : inThousands(String(value))
}

/** Of which days it tells. */
export function daysOf(
  { spans }: Pick<ReportDefinition, 'spans'>,
  { from, to, as_at }: Pick<ReportFacts, 'from' | 'to' | 'as_at'>,
): string {
  if (spans === 'day') return formatDayShort(as_at)
  return from === to ? formatDayShort(from) : `${formatDayShort(from)} – ${formatDayShort(to)}`
}

/** All rows as a file for spreadsheets. */
export function reportCsv({ rows, facts }: WholeReport): string {
  const columns = [
    ...['key', 'name', 'detail'].map((name) => ({ name, isText: true })),
    ...facts.columns.map(({ name }) => ({ name, isText: false })),
  ]
  const cells = rows.map(({ key, name, detail, values }) => [
    ...[key, name, detail],
    ...facts.columns.map((column) => values[column.name] ?? null),
  ])
  return csvText(columns, cells)
}
