import type { BillSide } from '#domain/bills/bill-side.ts'
import type { GivenLine } from '#domain/pricing/given-line.ts'
import type { LineKey } from '#domain/pricing/line-key.ts'
import type { PricedRate, UsedConnection } from '#domain/pricing/price-lines.ts'
import type { DueDateRule } from './due-date.ts'

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
  /** Lines of ours that somebody took off. */
  left_out?: readonly LineKey[] | undefined
  bills: readonly BillSide[]
  /** In split billing, credits and fees of ours beside the service fee; never discounted. */
  own_charges?: readonly GivenLine[] | undefined
  /** A credit note gives back its share of the GST of the invoice it is for. */
  credit_gst?: string | undefined
  /** Fees for earlier invoices that were paid late, without GST. */
  late_fees: readonly { name: string; amount: string }[]
  /** What the customer owes us from before, negative when in credit. */
  reliance_opening_balance: string
  /** Through us: the supplier's part of rests this page carries, and what its bills ask beside. */
  supplier_rest?: string | undefined
  supplier_difference?: string | undefined
  invoice_date: string
  due: DueDateRule
  due_date: string | null
  discounted_date: string | null
  supplier_due_date: string | null
}
