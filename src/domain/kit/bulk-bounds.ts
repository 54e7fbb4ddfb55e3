import type { BulkActionName } from './bulk-actions.ts'

/** A last look takes so many rows. */
export const lookedAtMost = 5000
/** What one call takes, such as a file for the bank. */
export const calledAtMost = 500
/** So many rows are selected at once. */
export const selectedAtMost = 10_000

/** To how many selected rows each of them is done at once. */
export const bulkAtMost: Record<BulkActionName, number> = {
  approve_invoices: lookedAtMost,
  send_invoices: lookedAtMost,
  remind_customers: lookedAtMost,
  send_statements: lookedAtMost,
  approve_bills: lookedAtMost,
  approve_payments: lookedAtMost,
  plan_payments: calledAtMost,
  collect_invoices: lookedAtMost,
  pay_statements: calledAtMost,
  pay_suppliers: calledAtMost,
  record_payments: calledAtMost,
  finish_tasks: calledAtMost,
  print_invoices: calledAtMost,
  write_to_customers: selectedAtMost,
}
