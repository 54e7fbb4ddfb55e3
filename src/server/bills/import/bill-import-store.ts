import { type Bill, bill } from '#domain/bills/bill.ts'
import { billDay } from '#domain/bills/bill-day.ts'
import type { FileStatement } from '#domain/bills/bill-file.ts'
import { normalisedNumber } from '#domain/bills/bill-file-columns.ts'
import type { BillOutcome } from '#domain/bills/imported-bills.ts'
import type { StoredColumns } from '#domain/kit/entity.ts'
import { type GstRates, gstPercentOn } from '#domain/kit/gst.ts'
import { toDecimalString } from '#domain/kit/money.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import { billUnderCheck, findingsOf } from '#server/bills/bill-check-facts.ts'
import { billValues } from '#server/bills/bill-values.ts'
import { attempt } from '#server/kit/database/attempt.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { differences, lockRow } from '#server/kit/rows/change-row.ts'
import { insertRow, updateRow } from '#server/kit/rows/write-row.ts'
import type { MatchedContract } from './bill-import-match.ts'

export interface FileSupplier {
  id: number
  name: string
  allow_duplicate_file: boolean
}

const SUPPLIER = sql<FileSupplier, [id: number]>`
  select id, name, allow_duplicate_file from suppliers where id = $1 and deleted_at is null`

/** The supplier a file is said to be of. */
export async function supplierOf(conn: Conn, id: number): Promise<FileSupplier> {
  const row = await SUPPLIER.one(conn, id)
  if (!row) throw badField('supplier_id', 'Supplier: choose one from the list.')
  return row
}

interface StatementSource {
  supplier: FileSupplier | null
  contract: MatchedContract | null
  gst_rates: GstRates
  source_name: string
  source_sha256: string
}

interface FormerBill {
  id: number
  bill_status: Bill['bill_status']
  invoice_id: number | null
}

// The same supplier's statement of the same number, however it is written.
const FORMER_BILL = sql<FormerBill, [supplier_id: number | null, number_key: string]>`
  select id, bill_status, invoice_id from bills
  where deleted_at is null and bill_status <> 'cancelled'
    and supplier_id is not distinct from $1
    and regexp_replace(upper(supplier_statement_number), '[^A-Z0-9]', '', 'g') = $2`

/** Keeps one statement as a draft bill with its figures and checks, or says why it can't be. */
export async function storeStatement(
  ctx: Context,
  conn: Conn,
  statement: FileStatement,
  source: StatementSource,
): Promise<BillOutcome> {
  const outcome = outcomeOf(statement, source)
  if (statement.problems.length > 0) return outcome
  const store = async (): Promise<BillOutcome> => {
    const gst = gstPercentOn(source.gst_rates, billDay(statement, todayOf(ctx)))
    const values = valuesOf(statement, source, gst)
    const number_key = normalisedNumber(statement.supplier_statement_number)
    const former = await FORMER_BILL.one(conn, values.supplier_id, number_key)
    if (former) refuseTwice(former, statement.supplier_statement_number, source)
    const under = billUnderCheck({ ...values, id: former?.id ?? null })
    const { validations, difference } = await findingsOf(conn, todayOf(ctx), under)
    const supplier_difference = difference && toDecimalString(difference.amount)
    const found = { ...values, validations, supplier_difference, acknowledged: null }
    const bill_id = await keep(ctx, conn, former?.id ?? null, found)
    const { undiscounted_bill_sum, due_total } = values
    const isReplacing = former !== undefined
    return { ...outcome, bill_id, isReplacing, undiscounted_bill_sum, due_total, validations }
  }
  // One statement's refusal must not take back the others.
  return attempt(conn, store, (problem) => {
    const message = problem.detail.errors?.[0]?.message ?? problem.message
    return { ...outcome, problems: [{ row_number: statement.rows[0] ?? 1, message }] }
  })
}

function outcomeOf(statement: FileStatement, { supplier, contract }: StatementSource): BillOutcome {
  return {
    supplier_statement_number: statement.supplier_statement_number,
    rows: statement.rows,
    bill_id: null,
    isReplacing: false,
    supplier_name: supplier?.name ?? contract?.supplier_name ?? null,
    customer_name: contract?.customer_name ?? null,
    contract_id: contract?.id ?? null,
    contract_number: contract?.contract_number ?? null,
    account_number_with_supplier: statement.account_number_with_supplier,
    period_start: statement.period_start,
    period_end: statement.period_end,
    supplier_due_date: statement.supplier_due_date,
    lines: statement.lines.length,
    undiscounted_bill_sum: null,
    due_total: null,
    validations: [],
    problems: statement.problems,
  }
}

function valuesOf(statement: FileStatement, source: StatementSource, gst_percent: string) {
  const { supplier, contract, source_name, source_sha256 } = source
  const { supplier_statement_number, date_issued, supplier_due_date } = statement
  const { period_start, period_end, printed_total, printed_gst, lines } = statement
  const facts = {
    supplier_statement_number,
    date_issued,
    supplier_due_date,
    period_start,
    period_end,
    ppd_percent: statement.ppd_percent ?? contract?.supplier_ppd ?? '0',
    opening_balance: statement.opening_balance,
    lines,
    printed_total,
    printed_gst,
  }
  return {
    ...billValues(facts, gst_percent),
    supplier_id: supplier?.id ?? contract?.supplier_id ?? null,
    contract_id: contract?.id ?? null,
    customer_id: contract?.customer_id ?? null,
    account_number_with_supplier:
      statement.account_number_with_supplier ?? contract?.account_number_with_supplier ?? null,
    source_name,
    source_sha256,
  }
}

/** Only a draft nobody has used takes new data, and only from suppliers who send files twice. */
function refuseTwice(
  former: FormerBill,
  value: string,
  { supplier, contract }: StatementSource,
): void {
  const mayComeTwice = supplier ? supplier.allow_duplicate_file : contract?.allow_duplicate_file
  if (mayComeTwice && former.bill_status === 'draft' && former.invoice_id === null) return
  const owner =
    former.bill_status === 'draft' ? 'a draft bill' : `a bill that is ${former.bill_status}`
  throw new Problem('numberConflict', { fill: { label: 'Statement number', value, owner } })
}

async function keep(
  ctx: Context,
  conn: Conn,
  former: number | null,
  values: StoredColumns<typeof bill>,
): Promise<number> {
  if (former === null) return (await insertRow(ctx, conn, bill, values)).id
  const current = await lockRow(ctx, conn, bill, former)
  const changes = differences(bill, current.row, values)
  await updateRow(ctx, conn, bill, former, values, { action: 're-import', changes })
  return former
}
