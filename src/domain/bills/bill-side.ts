import type { GivenLine } from '#domain/pricing/given-line.ts'

/** What a supplier's bill says; several of them may be part of one invoice. */
export interface BillSide {
  supplier_statement_number: string | null
  lines: readonly GivenLine[]
  /** The discount the supplier gives us for paying in time. */
  ppd_percent: string
  opening_balance: string
}
