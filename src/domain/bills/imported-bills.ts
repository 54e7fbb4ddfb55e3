import type { BillCheck } from './bill-checks.ts'
import type { RowProblem } from './bill-file.ts'

/** What became, or would become, of one statement of the file. */
export interface BillOutcome {
  supplier_statement_number: string
  rows: number[]
  bill_id: number | null
  /** A draft that came before takes the new data. */
  isReplacing: boolean
  supplier_name: string | null
  customer_name: string | null
  contract_id: number | null
  contract_number: string | null
  account_number_with_supplier: string | null
  period_start: string | null
  period_end: string | null
  supplier_due_date: string | null
  lines: number
  undiscounted_bill_sum: string | null
  due_total: string | null
  validations: BillCheck[]
  problems: RowProblem[]
}

/** What a check or an import of a file found. */
export interface ImportedBills {
  outcomes: BillOutcome[]
  problems: RowProblem[]
  /** Said of a file that came before. */
  duplicate_file: string | null
}
