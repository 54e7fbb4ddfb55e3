import type { PrintedLine } from './bill-recalculation.ts'

/** What a supplier's bill says; several of them may be part of one invoice. */
export interface BillSide {
  supplier_statement_number: string | null
  lines: readonly PrintedLine[]
  /** The discount the supplier gives us for paying in time. */
  ppd_percent: string
  /** Null where it prints none. */
  opening_balance: string | null
  /** What the supplier printed, where we know it. */
  printed_total?: string | null | undefined
  printed_gst?: string | null | undefined
}
