import { Navigate } from 'react-router'
import { invoice } from '#domain/invoices/invoice.ts'
import { RecordScreen } from '#web/kit/frame/record-screen.tsx'
import { InvoiceDetails, type InvoiceDetailsProps } from './invoice-details.tsx'

/** One invoice; without an id in the address, a new one. */
export function InvoiceScreen(parts: Omit<InvoiceDetailsProps, 'answer'>) {
  const none = <Navigate to="/app/invoice/new" replace />
  return (
    <RecordScreen entity={invoice} title="Invoice" none={none}>
      {(answer) => <InvoiceDetails answer={answer} {...parts} />}
    </RecordScreen>
  )
}
