import { InvoiceDebit } from '#web/directdebit/invoice-debit.tsx'
import { InvoiceScreen } from '#web/invoices/invoice-screen.tsx'

/** An invoice, with what is collected for it. */
export function Screen() {
  return <InvoiceScreen debitOf={(row) => <InvoiceDebit row={row} />} />
}
