import { isDay } from '#domain/kit/calendar.ts'
import { csvRecords, OPEN_QUOTE } from '#domain/kit/csv-reader.ts'
import { DECIMAL_SHAPES, isDecimalText, normaliseDecimal } from '#domain/kit/decimal.ts'
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

const MAX_ROWS = 20_000
const names = [
  'contract_number',
  'rate_name',
  'rate_amount',
  'valid_from_date',
  'rate_type',
  'rate_unit',
] as const
type Column = (typeof names)[number]

/** Headings as people write them. */
const aliases: Record<string, Column> = {
  contract: 'contract_number',
  icp: 'contract_number',
  icp_number: 'contract_number',
  rate: 'rate_name',
  name: 'rate_name',
  amount: 'rate_amount',
  new_amount: 'rate_amount',
  valid_from: 'valid_from_date',
  from: 'valid_from_date',
  type: 'rate_type',
  unit: 'rate_unit',
}

/** Reads new rates for many contracts; a wrong row is said and never stops the rest. */
export function readRateFile(text: string, startDay: string | null): RateFile {
  const file: RateFile = { rows: [], problems: [] }
  let columns: (Column | null)[] | null = null
  let count = 0
  for (const { line: row_number, fields, isBroken } of csvRecords(text)) {
    count += 1
    if (!columns) {
      columns = fields.map(columnOf)
      const missing = names.slice(0, 3).filter((name) => !columns?.includes(name))
      if (missing.length === 0) continue
      const message = `The first line must name the columns; ${missing.join(', ')} is missing.`
      return { rows: [], problems: [{ row_number, message }] }
    }
    if (count > MAX_ROWS) {
      file.problems.push({ row_number, message: 'The file has more than 20,000 rows.' })
      break
    }
    const read = isBroken ? { message: OPEN_QUOTE } : readRow(fields, columns, startDay)
    if ('message' in read) file.problems.push({ row_number, message: read.message })
    else file.rows.push({ row_number, ...read })
  }
  return file
}

function columnOf(heading: string): Column | null {
  const key = heading
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  return names.find((name) => name === key) ?? aliases[key] ?? null
}

function readRow(
  record: readonly string[],
  columns: readonly (Column | null)[],
  startDay: string | null,
): Omit<RateFileRow, 'row_number'> | { message: string } {
  const cell = (name: Column) => record[columns.indexOf(name)]?.trim() ?? ''
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
