/**
 * The day by which rows of an entity belong to a period. Who and what the business is done with
 * (customers, contracts, meters) has no such day and is exported whole, whatever the period.
 */
export const exportDays: Readonly<Record<string, string>> = {
  invoice: 'invoice_date',
  bill: 'date_issued',
  adjustment: 'adjustment_date',
  invoicepayment: 'payment_date',
  billpayment: 'payment_date',
  transaction: 'transaction_date',
  accounttransaction: 'transaction_date',
  banktransaction: 'transaction_date',
  bankstatement: 'statement_date',
  commission: 'earned_on',
  commissionstatement: 'to_date',
  payout: 'arrival_date',
  meterreading: 'reading_date',
  gstreturn: 'period_end',
  rateupdate: 'valid_from_date',
  supplierrateupdate: 'valid_from_date',
  manualentry: 'created_at',
  ddevent: 'happened_at',
  proposal: 'created_at',
  enquiry: 'created_at',
  note: 'created_at',
  task: 'created_at',
  message: 'created_at',
  file: 'created_at',
  billingrun: 'created_at',
}

// The specification names two of the files otherwise than their lists.
const fileNames: Readonly<Record<string, string>> = {
  billpayments: 'payments_to_suppliers',
  invoicepayments: 'payments_from_customers',
}

/** What the file of a list is called, without its ending. */
export function fileNameOf(plural: string): string {
  return fileNames[plural] ?? plural
}
