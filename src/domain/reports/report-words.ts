import { formatDayShort } from '#domain/kit/calendar.ts'
import { type CsvCell, type CsvColumn, csvText } from '#domain/kit/csv-writer.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { inThousands } from '#domain/kit/wording.ts'
import type { CellValue, ColumnKind, ReportDefinition, ReportRow } from './report.ts'
import type { ReportFacts } from './report-calls.ts'

/** A report as it was found, without pages. */
export interface WholeReport {
  rows: readonly ReportRow[]
  facts: Omit<ReportFacts, 'limit' | 'offset' | 'total'>
}

const writers: Record<ColumnKind, (value: string) => string> = {
  money: formatMoney,
  count: inThousands,
  percent: (value) => `${value} %`,
  quantity: inTenths,
  day: formatDayShort,
}

/** A figure as it is read; nothing is a dash, except in a total. */
export function cellText(
  kind: ColumnKind,
  value: CellValue | undefined,
  { isTotal = false }: { isTotal?: boolean } = {},
): string {
  if (value === null || value === undefined) return '–'
  if (!isTotal && Number(value) === 0) return '–'
  return writers[kind](String(value))
}

/** A tenth of a kilowatt hour is less than anybody asks for; the file has all of it. */
function inTenths(value: string): string {
  const [whole = '', tenth = ''] = new Exact(value).toFixed(1).split('.')
  return `${inThousands(whole).replace('-', '\u2212')}.${tenth}`
}

/** Of which days it tells. */
export function daysOf(
  { spans }: Pick<ReportDefinition, 'spans'>,
  { from, to, as_at }: Pick<ReportFacts, 'from' | 'to' | 'as_at'>,
): string {
  if (spans === 'day') return formatDayShort(as_at)
  return from === to ? formatDayShort(from) : `${formatDayShort(from)} – ${formatDayShort(to)}`
}

/** Rows and the columns they have, of a report or of a table below it. */
interface CellsOf {
  rows: readonly ReportRow[]
  facts: { columns: readonly { name: string }[] }
}

/** A report as the rows of a file: whose each is, and its columns. */
export function reportCells({ rows, facts }: CellsOf): {
  columns: CsvColumn[]
  cells: CsvCell[][]
} {
  const columns = [
    ...['key', 'name', 'detail'].map((name) => ({ name, isText: true })),
    ...facts.columns.map(({ name }) => ({ name, isText: false })),
  ]
  const cells = rows.map(({ key, name, detail, values }) => [
    ...[key, name, detail],
    ...facts.columns.map((column) => values[column.name] ?? null),
  ])
  return { columns, cells }
}

/** All rows as a file for spreadsheets. */
export function reportCsv(report: CellsOf): string {
  const { columns, cells } = reportCells(report)
  return csvText(columns, cells)
}
