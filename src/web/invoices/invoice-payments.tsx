import type { Invoice } from '#domain/invoices/invoice.ts'
import { MoneyOnItem } from '#web/books/money-on-item.tsx'

/** The money that lies on an invoice, payment by payment. */
export function InvoicePayments({ row }: { row: Invoice }) {
  return (
    <MoneyOnItem
      of={{ invoice_id: row.id }}
      title="Money on this invoice"
      nothing="Nothing yet. Payments find their invoice by the reference, then the oldest comes first."
    />
  )
}
