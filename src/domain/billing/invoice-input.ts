import type { DueDateRule } from './due-date.ts'
import type { PricedRate, UsedConnection } from './price-lines.ts'

/** A line as somebody wrote it, a bill printed it or a charge asks for it; amounts without GST. */
export interface GivenLine {
  name: string
  quantity: string
  rate: string
  unit: string
  discountable: boolean
  from?: string | null | undefined
  to?: string | null | undefined
  /** The waiting charge it bills, so that it is billed once. */
  pending_charge_id?: number | null | undefined
}

/** What a supplier's bill says; several of them may be part of one invoice. */
export interface BillSide {
  supplier_statement_number: string | null
  lines: readonly GivenLine[]
  /** The discount the supplier gives us for paying in time. */
  ppd_percent: string
  opening_balance: string
}

/** Everything an invoice is computed from, stored beside the result so that it can be proved. */
export interface InvoiceInput {
  period: { from: string; to: string } | null
  /** Standard: our sell rates. Split: the supplier's own lines, and our fee beside them. */
  billing: 'standard' | 'split'
  split_collection: 'direct' | 'through_us'
  discount_percent: string
  gst_percent: string
  service_fee_percent: string
  use: { connections: readonly UsedConnection[]; rates: readonly PricedRate[] } | null
  /** Lines written by hand, special reads, pending credits and fees. */
  lines: readonly GivenLine[]
  bills: readonly BillSide[]
  /** In split billing, credits and fees of ours beside the service fee; never discounted. */
  own_charges?: readonly GivenLine[] | undefined
  /** Fees for earlier invoices that were paid late, without GST. */
  late_fees: readonly { name: string; amount: string }[]
  /** What the customer owes us from before, negative when in credit. */
  reliance_opening_balance: string
  invoice_date: string
  due: DueDateRule
  due_date: string | null
  discounted_date: string | null
  supplier_due_date: string | null
}
