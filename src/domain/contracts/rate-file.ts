import { isDay } from '#domain/kit/calendar.ts'
import { csvRecords } from '#domain/kit/csv-reader.ts'
import { DECIMAL_SHAPES, isDecimalText, normaliseDecimal } from '#domain/kit/decimal-text.ts'
import { type CellRow, readCells } from '#domain/kit/import/cell-rows.ts'
import { fileColumns, previewFile } from '#domain/kit/import/file-columns.ts'
import { readWholeDay } from '#domain/kit/typed-day.ts'

export interface RateFileRow {
  row_number: number
  contract_number: string
  valid_from_date: string
  rate: { rate_name: string; rate_amount: string; rate_type?: string; rate_unit?: string }
}

interface RateFile {
  rows: RateFileRow[]
  problems: { row_number: number; message: string }[]
}

export const MAX_RATE_ROWS = 20_000

/** The columns of a file of new rates, with headings as people write them. */
export const rateColumns = fileColumns(
  {
    contract_number: 'contract, icp, icp number',
    rate_name: 'rate, name',
    rate_amount: 'amount, new amount',
    valid_from_date: 'valid from, from',
    rate_type: 'type',
    rate_unit: 'unit',
  },
  (mapping) => {
    if (mapping.contract_number === undefined)
      return 'Say which column holds the contract or the ICP.'
    if (mapping.rate_name === undefined) return 'Say which column names the rate.'
    return mapping.rate_amount === undefined ? 'Say which column holds the new amount.' : null
  },
)
export type RateColumn = (typeof rateColumns)['names'][number]

/** Reads new rates for many contracts; a wrong row is said and never stops the rest. */
export function readRateFile(text: string, startDay: string | null): RateFile {
  const file: RateFile = { rows: [], problems: [] }
  const { header, mapping } = previewFile(rateColumns, text, 1)
  if (header.length === 0) return file
  const missing = rateColumns.names.slice(0, 3).filter((name) => mapping[name] === undefined)
  if (missing.length > 0) {
    const message = `The first line must name the columns; ${missing.join(', ')} is missing.`
    return { rows: [], problems: [{ row_number: headingLine(text), message }] }
  }
  const cells = allOf(readCells(text, mapping, MAX_RATE_ROWS - 1))
  for (const row of cells.slice(0, MAX_RATE_ROWS - 1)) {
    const read = readRateRow(row, startDay)
    if ('message' in read) file.problems.push({ row_number: row.row_number, ...read })
    else file.rows.push(read)
  }
  const [beyond] = cells.slice(MAX_RATE_ROWS - 1)
  if (beyond)
    file.problems.push({
      row_number: beyond.row_number,
      message: 'The file has more than 20,000 rows.',
    })
  return file
}

/** The heading stands on the first line that is not blank. */
function headingLine(text: string): number {
  for (const { line } of csvRecords(text)) return line
  return 1
}

function allOf<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** One new rate, or what is wrong with its row. */
export function readRateRow(
  { row_number, fields, problem }: CellRow<RateColumn>,
  startDay: string | null,
): RateFileRow | { message: string } {
  if (problem) return { message: problem }
  const cell = (name: RateColumn) => fields[name]?.trim() ?? ''
  const contract_number = cell('contract_number')
  const rate_name = cell('rate_name')
  if (!contract_number || !rate_name) return { message: 'The contract and the rate need a name.' }
  const amount = cell('rate_amount').replace(/[$,\s]/g, '')
  if (!isDecimalText(amount, DECIMAL_SHAPES.rate))
    return { message: `“${cell('rate_amount')}” is not an amount.` }
  const day = readDay(cell('valid_from_date'), startDay)
  if (!day) return { message: `“${cell('valid_from_date')}” is not a day.` }
  const [rate_type, rate_unit] = [cell('rate_type'), cell('rate_unit')]
  return {
    row_number,
    contract_number,
    valid_from_date: day,
    rate: {
      rate_name,
      rate_amount: normaliseDecimal(amount, DECIMAL_SHAPES.rate.scale) ?? amount,
      ...(rate_type ? { rate_type } : {}),
      ...(rate_unit ? { rate_unit } : {}),
    },
  }
}

// Only whole dates: what a cell means must not depend on the day somebody reads it.
function readDay(text: string, startDay: string | null): string | null {
  if (text === '') return startDay
  if (isDay(text)) return text
  return /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}$/.test(text) ? readWholeDay(text) : null
}
