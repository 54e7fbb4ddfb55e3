import {
  type CsvRecord,
  csvRecords,
  type Delimiter,
  detectDelimiter,
  OPEN_QUOTE,
} from '#domain/kit/csv-reader.ts'
import { normaliseIcp } from '#domain/kit/icp.ts'
import type { MappedField, ReadingMapping } from './reading-columns.ts'
import {
  cellText,
  emptyRow,
  fileDay,
  fileFlow,
  fileQuantity,
  fileReadingType,
  type ReadingRow,
  type ReadingRows,
} from './reading-row.ts'

export interface CsvOptions {
  delimiter?: Delimiter | undefined
  /** Whether the first row names the columns; it does unless told otherwise. */
  hasHeader?: boolean | undefined
}

/** The readings of a file with one reading in each row. */
export function* readCsv(
  text: string,
  mapping: ReadingMapping,
  options: CsvOptions = {},
): ReadingRows {
  let isHeader = options.hasHeader ?? true
  for (const record of csvRecords(text, options.delimiter ?? detectDelimiter(text))) {
    if (!isHeader) yield rowOf(record, mapping)
    isHeader = false
  }
  return []
}

function rowOf({ line, fields, isBroken }: CsvRecord, mapping: ReadingMapping): ReadingRow {
  const row = emptyRow(line)
  const cell = (field: MappedField) => {
    const column = mapping[field]
    return column === undefined ? null : cellText(fields[column])
  }
  if (isBroken) row.problems.push(OPEN_QUOTE)
  row.meter_number = cell('meter_number')
  row.icp_number = understood(cell('icp_number'), normaliseIcp)
  row.register_code = cell('register_code')?.toUpperCase() ?? null
  row.flow = read(row, cell('flow'), fileFlow, 'a direction of flow (X or I)')
  row.reading_date = read(row, cell('reading_date'), fileDay, 'a day (day/month/year)')
  row.period_start = read(row, cell('period_start'), fileDay, 'a day (day/month/year)')
  row.reading_latest = read(row, cell('reading_latest'), fileQuantity, 'a number')
  row.reading_quantity = read(row, cell('reading_quantity'), fileQuantity, 'a number')
  const kind = cell('reading_latest_type') ?? ''
  row.reading_latest_type = read(row, kind, fileReadingType, 'a kind of reading')
  complete(row, cell)
  return row
}

/** Says what is missing; what could not be read has already been said. */
function complete(row: ReadingRow, cell: (field: MappedField) => string | null): void {
  const { problems } = row
  if (row.meter_number === null && row.icp_number === null)
    problems.push('There is no meter number and no ICP.')
  if (cell('reading_date') === null) problems.push('There is no date.')
  if (cell('reading_latest') === null && cell('reading_quantity') === null)
    problems.push('There is neither a reading nor a quantity.')
  if (row.reading_latest?.startsWith('-')) problems.push('The reading is below zero.')
  if (row.reading_latest !== null) {
    // The quantity follows from the reading and the one before; the file's own may be rounded.
    row.reading_quantity = null
    row.period_start = null
  }
  if (row.period_start !== null && row.reading_date !== null && row.period_start > row.reading_date)
    problems.push('The period starts after it ends.')
}

function read<Value>(
  row: ReadingRow,
  text: string | null,
  understand: (text: string) => Value | null,
  expected: string,
): Value | null {
  if (text === null) return null
  const value = understand(text)
  if (value === null) row.problems.push(`“${text.slice(0, 40)}” is not ${expected}.`)
  return value
}

function understood<Value>(text: string | null, understand: (text: string) => Value): Value | null {
  return text === null ? null : understand(text)
}
