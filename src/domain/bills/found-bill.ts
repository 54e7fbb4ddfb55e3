import type { PrintedLine } from './bill-recalculation.ts'

/** What a bill says of itself, as an invoice takes it up. */
export interface BillFacts {
  supplier_statement_number: string | null
  date_issued: string | null
  supplier_due_date: string | null
  period_start: string | null
  period_end: string | null
  ppd_percent: string
  /** Null where the bill prints none. */
  opening_balance: string | null
  lines: PrintedLine[]
  /** What the supplier printed, where we know it. */
  printed_total: string | null
  printed_gst: string | null
}

/** The same with what its opening balance asks beyond our books; null where it asks for nothing. */
export interface BillWithDifference extends BillFacts {
  supplier_difference: string | null
}

export interface FoundBill {
  /** Null for one that is captured together with the invoice. */
  id: number | null
  bill: BillWithDifference
}
