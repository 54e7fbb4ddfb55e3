/** Settings that hold for an invoice from the day it is sent, whatever is set afterwards. */
export interface SentTerms {
  ppd_grace_working_days: number
  ppd_tolerance_cents: number
  ppd_needs_old_balance: boolean
  late_fee_amount: string
  late_fee_grace_days: number
  late_fee_minimum: string
  /** What partners earn a share of; invoices from before that was asked have none. */
  commission_base?: 'service_fee' | 'charges' | 'margin'
}
