import { formatDay } from '#domain/kit/calendar.ts'
import type { ColumnMapping } from '#domain/kit/import/file-columns.ts'
import { type ReadingFormat, readReadings } from '#domain/meters/reading-file/read-file.ts'
import type { ReadingRow } from '#domain/meters/reading-file/reading-row.ts'
import classes from '#web/kit/import/import.module.css'
import type { ChosenFile } from '#web/kit/import/import-screen.ts'
import type { Column } from '#web/kit/list/plain-table.tsx'
import { amount } from '#web/meters/reading-words.ts'

const ROWS_SHOWN = 5

const columns: Column<ReadingRow>[] = [
  { heading: 'Row', cell: (row) => row.row_number },
  { heading: 'Meter number', cell: (row) => row.meter_number ?? '–' },
  { heading: 'ICP', cell: (row) => row.icp_number ?? '–' },
  { heading: 'Register', cell: (row) => row.register_code ?? '–' },
  { heading: 'Date', cell: (row) => formatDay(row.reading_date) || '–' },
  { heading: 'Reading', cell: (row) => amount(row.reading_latest) },
  { heading: 'Quantity', cell: (row) => amount(row.reading_quantity) },
  {
    heading: 'Kind',
    toneOf: (row) => (row.problems.length > 0 ? classes.wrong : undefined),
    cell: (row) => row.problems.join(' ') || row.reading_latest_type,
  },
]

/** The first readings of a file, as they are understood. */
export function readingPreview({ content, format }: ChosenFile, mapping: ColumnMapping) {
  // The format is the one that was found in this file.
  const rows = readReadings(content, format as ReadingFormat, mapping).take(ROWS_SHOWN)
  return { columns, rows: [...rows] }
}
