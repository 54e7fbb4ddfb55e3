import type { GivenLine } from '#domain/pricing/given-line.ts'

/** What a bill says of itself, as an invoice takes it up. */
export interface BillFacts {
  supplier_statement_number: string | null
  date_issued: string | null
  supplier_due_date: string | null
  period_start: string | null
  period_end: string | null
  ppd_percent: string
  opening_balance: string
  lines: GivenLine[]
}

export interface FoundBill {
  /** Null for one that is captured together with the invoice. */
  id: number | null
  bill: BillFacts
}
