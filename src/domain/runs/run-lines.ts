import type { InvoiceWarning } from '#domain/invoices/invoice-warnings.ts'

/** A contract that has days to bill. */
export interface ChosenContract {
  contract_id: number
  customer_id: number
  period_start: string
  period_end: string
}

/** One contract of a run, by its names and with what its invoice comes to. */
export interface RunLine extends ChosenContract {
  contract_number: string | null
  customer_name: string | null
  discounted_total_this_period: string | null
  undiscounted_total_this_period: string | null
  warnings: InvoiceWarning[]
}

/** One contract of a dry run. */
export interface DryLine extends RunLine {
  /** What keeps this contract out of the run; the others go on without it. */
  exception: string | null
}

/** What a dry run comes to. */
export interface DryRunTotals {
  total: number
  exceptions: number
  with_warnings: number
  discounted_total: string
  undiscounted_total: string
}

export const itemStatuses = ['waiting', 'made', 'approved', 'sent', 'failed'] as const
export type ItemStatus = (typeof itemStatuses)[number]

/** One contract of a run and what became of it. */
export interface ListedRunItem extends RunLine {
  id: number
  item_status: ItemStatus
  message: string | null
  /** Why somebody left it out of the step before. */
  left_out: string | null
  invoice_id: number | null
  invoice_number: string | null
}

/** A kind of warning, and how many drafts of a run have it. */
export interface DraftWarning extends InvoiceWarning {
  invoices: number
}
