import { csvRecords } from '#domain/kit/csv-reader.ts'
import { isMistypedIcp } from '#domain/kit/icp.ts'
import { type CellRow, readCells } from '#domain/kit/import/cell-rows.ts'
import { type ColumnMapping, previewFile } from '#domain/kit/import/file-columns.ts'
import { humanise } from '#domain/kit/wording.ts'
import { type BillColumn, billColumns, normalisedNumber } from './bill-file-columns.ts'
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
  /** What somebody should look at; it keeps no row out. */
  doubts: RowProblem[]
}

interface BillFile {
  statements: FileStatement[]
  /** What belongs to no statement. */
  problems: RowProblem[]
}

export const MAX_BILL_ROWS = 20_000
const MAX_LINES = 500
const needed: readonly BillColumn[] = ['supplier_statement_number', 'line_name']

/**
 * Reads a supplier's bills, one line for each charge, and says what is wrong with which row. A full
 * file takes seconds, so whoever has others waiting lets them in at every step.
 */
export function* readBillFile(text: string): Generator<void, BillFile> {
  const { header, mapping } = previewFile(billColumns, text, 1)
  const message = headingProblem(header, mapping)
  if (header.length === 0) return { statements: [], problems: [noRows] }
  if (message) return { statements: [], problems: [{ row_number: headingLine(text), message }] }
  const rows = yield* readCells(text, mapping, MAX_BILL_ROWS - 1)
  const read = rows.slice(0, MAX_BILL_ROWS - 1)
  const { statements, problems } = yield* statementsOf(read)
  const [beyond] = rows.slice(read.length)
  if (beyond)
    problems.push({
      row_number: beyond.row_number,
      message: 'The file has more than 20,000 rows.',
    })
  if (rows.length === 0) problems.push(noRows)
  return { statements, problems }
}

const noRows = { row_number: 1, message: 'The file has no rows.' }
// Some milliseconds' worth of rows.
const STEP_ROWS = 200

/** The statements that rows tell of, each with what is wrong with which of its rows. */
export function* statementsOf(rows: readonly CellRow<BillColumn>[]): Generator<void, BillFile> {
  const statements = new Map<string, FileStatement>()
  const problems: RowProblem[] = []
  for (const [place, { row_number, fields, problem }] of rows.entries()) {
    if (place % STEP_ROWS === 0) yield
    const cell = (name: BillColumn) => fields[name]?.trim() ?? ''
    const number = cell('supplier_statement_number')
    const key = normalisedNumber(number)
    if (key === '') {
      problems.push({ row_number, message: 'The row names no statement.' })
      continue
    }
    const statement = statements.get(key) ?? emptyStatement(number)
    statements.set(key, statement)
    addRow(statement, row_number, problem ? { messages: [problem] } : readBillRow(cell))
  }
  return { statements: [...statements.values()], problems }
}

/** The heading stands on the first line that is not blank. */
function headingLine(text: string): number {
  for (const { line } of csvRecords(text)) return line
  return 1
}

function headingProblem(
  header: readonly string[],
  mapping: ColumnMapping<BillColumn>,
): string | null {
  const missing: string[] = needed.filter((name) => mapping[name] === undefined)
  const { amount, rate, rate_cents } = mapping
  if ([amount, rate, rate_cents].every((column) => column === undefined)) missing.push('amount')
  if (missing.length > 0)
    return `The first line must name the columns; ${missing.join(', ')} is missing.`
  const twice = billColumns.ambiguous(header)
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
    doubts: [],
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
  // A gas supplier's ICPs have a checksum that nobody has settled, and files name no service.
  if (icp && isMistypedIcp(icp))
    statement.doubts.push({ row_number, message: `ICP ${icp} looks mistyped: check the bill.` })
  const { from, to } = line
  if (from && (!statement.period_start || from < statement.period_start))
    statement.period_start = from
  if (to && (!statement.period_end || to > statement.period_end)) statement.period_end = to
  if (statement.lines.length === MAX_LINES) say('A bill has at most 500 lines.')
  else statement.lines.push(line)
}
