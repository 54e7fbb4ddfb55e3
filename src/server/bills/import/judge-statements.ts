import { type FileStatement, statementsOf } from '#domain/bills/bill-file.ts'
import type { BillColumn } from '#domain/bills/bill-file-columns.ts'
import type { BillOutcome } from '#domain/bills/imported-bills.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import type { CellRow } from '#domain/kit/import/cell-rows.ts'
import type { RowFinding } from '#domain/kit/import/import-entity.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { gstRatesOf } from '#server/identity/gst-rates.ts'
import { inVain } from '#server/kit/database/attempt.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { inTurns } from '#server/kit/http/in-turns.ts'
import { wrong } from '#server/kit/import/cell-kind.ts'
import { contractFor, contractsOf } from './bill-import-match.ts'
import { type FileSupplier, storeStatement } from './bill-import-store.ts'

/** Where statements come from: the file, and the supplier it was said to be of. */
export interface BillSource {
  supplier: FileSupplier | null
  source_name: string
  source_sha256: string
}

/** Keeps each statement as a draft bill, or says why it can't be. */
export async function storeStatements(
  ctx: Context,
  conn: Conn,
  statements: readonly FileStatement[],
  source: BillSource,
): Promise<BillOutcome[]> {
  const contracts = await contractsOf(conn, statements)
  const gst_rates = await gstRatesOf(conn)
  const outcomes: BillOutcome[] = []
  for (const statement of statements) {
    const contract = contractFor(statement, contracts, source.supplier?.id ?? null)
    outcomes.push(await storeStatement(ctx, conn, statement, { ...source, contract, gst_rates }))
  }
  return outcomes
}

/** What would become of rows, by their numbers; nothing of it is stored. */
export async function judgeStatements(
  ctx: Context,
  conn: Conn,
  rows: readonly CellRow<BillColumn>[],
  source: BillSource,
): Promise<Map<number, RowFinding[]>> {
  const { statements, problems } = await inTurns(statementsOf(rows))
  const outcomes = await inVain(conn, () => storeStatements(ctx, conn, statements, source))
  const said = new Map<number, RowFinding[]>()
  const say = (row_number: number, finding: RowFinding) =>
    said.set(row_number, [...(said.get(row_number) ?? []), finding])
  for (const { row_number, message } of problems) say(row_number, wrong('B01', message))
  for (const { row_number, message } of statements.flatMap(({ doubts }) => doubts))
    say(row_number, { code: 'B05', severity: 'warning', message })
  for (const outcome of outcomes) tellOf(outcome, say)
  return said
}

type Say = (row_number: number, finding: RowFinding) => unknown

function tellOf(outcome: BillOutcome, say: Say): void {
  const { problems, rows, validations } = outcome
  for (const { row_number, message } of problems) say(row_number, wrong('B02', message))
  const [first = 0] = rows
  if (problems.length > 0) {
    const bad = new Set(problems.map((one) => one.row_number))
    const message = `Row ${[...bad][0]} of this statement is wrong, and it comes in as a whole.`
    for (const row of rows.filter((one) => !bad.has(one))) say(row, wrong('B03', message))
    return
  }
  // What keeps a bill from approval does not keep it from being captured.
  for (const { code, severity, message } of validations)
    say(first, { code, severity: severity === 'I' ? 'information' : 'warning', message })
  say(first, { code: 'B04', severity: 'information', message: wordsOf(outcome) })
}

/** What the bill would be, for whoever looks at its first row. */
function wordsOf(outcome: BillOutcome): string {
  const { period_start, period_end, due_total, isReplacing } = outcome
  const parts = [
    outcome.customer_name ?? outcome.account_number_with_supplier ?? 'no customer',
    outcome.contract_number ?? 'no contract',
    period_start ? `${formatDay(period_start)} – ${formatDay(period_end)}` : 'no period',
    due_total ? formatMoney(due_total) : '',
    isReplacing ? 'replaces the draft' : '',
  ]
  return `${parts.filter((part) => part !== '').join(', ')}.`
}
