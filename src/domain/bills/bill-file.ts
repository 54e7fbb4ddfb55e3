import { csvRecords, OPEN_QUOTE } from '#domain/kit/csv-reader.ts'
import { humanise } from '#domain/kit/wording.ts'
import { type BillColumn, billColumnOf, normalisedNumber } from './bill-file-columns.ts'
import { type BillFileRow, readBillRow, type StatementHead } from './bill-file-row.ts'
import type { PrintedLine } from './bill-recalculation.ts'

export interface RowProblem {
  row_number: number
  message: string
}

/** One bill of a file; taken as a whole or, when any of its rows is wrong, not at all. */
export interface FileStatement extends StatementHead {
  supplier_statement_number: string
  icps: string[]
  period_start: string | null
  period_end: string | null
  lines: PrintedLine[]
  rows: number[]
  problems: RowProblem[]
}

interface BillFile {
  statements: FileStatement[]
  /** What belongs to no statement. */
  problems: RowProblem[]
}

const MAX_ROWS = 20_000
const MAX_LINES = 500
const needed: readonly BillColumn[] = ['supplier_statement_number', 'line_name']

// Some milliseconds' worth of rows.
const STEP_ROWS = 200

/**
 * Reads a supplier's bills, one line for each charge, and says what is wrong with which row. A full
 * file takes seconds, so whoever has others waiting lets them in at every step.
 */
export function* readBillFile(text: string): Generator<void, BillFile> {
  const statements = new Map<string, FileStatement>()
  const problems: RowProblem[] = []
  let columns: (BillColumn | null)[] | null = null
  let count = 0
  for (const { line: row_number, fields, isBroken } of csvRecords(text)) {
    count += 1
    if (count % STEP_ROWS === 0) yield
    if (!columns) {
      columns = fields.map(billColumnOf)
      const message = headingProblem(columns)
      if (message) return { statements: [], problems: [{ row_number, message }] }
      continue
    }
    if (count > MAX_ROWS) {
      problems.push({ row_number, message: 'The file has more than 20,000 rows.' })
      break
    }
    const known = columns
    const cell = (name: BillColumn) => fields[known.indexOf(name)]?.trim() ?? ''
    const number = cell('supplier_statement_number')
    const key = normalisedNumber(number)
    if (key === '') {
      problems.push({ row_number, message: 'The row names no statement.' })
      continue
    }
    const statement = statements.get(key) ?? emptyStatement(number)
    statements.set(key, statement)
    addRow(statement, row_number, isBroken ? { messages: [OPEN_QUOTE] } : readBillRow(cell))
  }
  if (count < 2) problems.push({ row_number: 1, message: 'The file has no rows.' })
  return { statements: [...statements.values()], problems }
}

function headingProblem(columns: readonly (BillColumn | null)[]): string | null {
  const missing: string[] = needed.filter((name) => !columns.includes(name))
  if (!columns.includes('amount') && !columns.includes('rate') && !columns.includes('rate_cents'))
    missing.push('amount')
  if (missing.length > 0)
    return `The first line must name the columns; ${missing.join(', ')} is missing.`
  const twice = columns.find((name, place) => name !== null && columns.indexOf(name) !== place)
  return twice ? `Two columns mean ${twice}. Rename or remove one.` : null
}

function emptyStatement(supplier_statement_number: string): FileStatement {
  return {
    supplier_statement_number,
    account_number_with_supplier: null,
    icps: [],
    date_issued: null,
    supplier_due_date: null,
    period_start: null,
    period_end: null,
    ppd_percent: null,
    opening_balance: null,
    printed_gst: null,
    printed_total: null,
    lines: [],
    rows: [],
    problems: [],
  }
}

function addRow(
  statement: FileStatement,
  row_number: number,
  read: { row: BillFileRow } | { messages: string[] },
): void {
  const say = (message: string) => statement.problems.push({ row_number, message })
  statement.rows.push(row_number)
  if ('messages' in read) {
    for (const message of read.messages) say(message)
    return
  }
  const { icp, head, line } = read.row
  for (const name of Object.keys(head)) {
    // The keys of a head are those of every statement.
    const key = name as keyof StatementHead
    if (head[key] === null) continue
    if (statement[key] !== null && statement[key] !== head[key])
      say(`${humanise(name)} is ${head[key]} here and ${statement[key]} above.`)
    else statement[key] = head[key]
  }
  if (icp && !statement.icps.includes(icp)) statement.icps.push(icp)
  const { from, to } = line
  if (from && (!statement.period_start || from < statement.period_start))
    statement.period_start = from
  if (to && (!statement.period_end || to > statement.period_end)) statement.period_end = to
  if (statement.lines.length === MAX_LINES) say('A bill has at most 500 lines.')
  else statement.lines.push(line)
}
