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

export const BILL_COLUMNS = `id, supplier_statement_number, date_issued, supplier_due_date,
  period_start, period_end, coalesce(ppd_percent, 0)::text as ppd_percent,
  coalesce(opening_balance, 0)::text as opening_balance, lines`

export interface StoredBill extends Omit<BillFacts, 'lines'> {
  id: number
  lines: GivenLine[] | null
}
