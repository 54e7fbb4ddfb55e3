import { CollectChosen } from '#web/directdebit/collect/collect-chosen.tsx'
import { InvoicesScreen } from '#web/invoices/invoices.tsx'
import { RecordChosen } from '#web/payments/record-chosen.tsx'

/** The invoices, with payments and direct debit, which come after them. */
export function Screen() {
  return (
    <InvoicesScreen
      bulkBeside={{
        record_payments: (ids, onDone) => <RecordChosen ids={ids} onDone={onDone} />,
        collect_invoices: (ids, onDone) => <CollectChosen ids={ids} onDone={onDone} />,
      }}
    />
  )
}
