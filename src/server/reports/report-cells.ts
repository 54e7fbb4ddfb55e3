import type { CsvCell, CsvColumn } from '#domain/kit/csv-writer.ts'
import type { RanReport } from './run-report.ts'

/** A report as the rows of a file: whose each is, and its columns. */
export function reportCells({ rows, facts }: RanReport): {
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
