import type { BillChange } from '#domain/invoices/bill-change.ts'
import type { Explained } from '#domain/invoices/explain-invoice.ts'
import type { UseChart } from '#domain/invoices/use-chart.ts'
import type { PrintedDocument } from '#domain/kit/document.ts'
import type { Broker } from '#web/kit/frame/public-page.tsx'

/** What the server tells whoever holds the link of an invoice. */
export interface PublicInvoice {
  status: 'open' | 'settled'
  broker: Broker
  customer_name: string
  invoice_number: string
  due_date: string | null
  discounted_date: string | null
  discounted_total: string
  undiscounted_total: string
  opening_balance: string
  /** What is left to pay of this invoice now. */
  balance: string
  ppd_state: 'open' | 'earned' | 'granted' | 'lost' | null
  pay: PaymentDetails
  document: PrintedDocument
  use: UseChart[]
  explanation: Explained[]
  change: BillChange | null
}

export interface PaymentDetails {
  account_name: string
  account_number: string | null
  reference: string
  code: string | null
}
