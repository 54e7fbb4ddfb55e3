import { CollectChosen } from '#web/directdebit/collect/collect-chosen.tsx'
import { InvoicesScreen } from '#web/invoices/invoices.tsx'

/** The invoices, with direct debit, which comes after them. */
export function Screen() {
  return (
    <InvoicesScreen bulkBeside={(ids, onDone) => <CollectChosen ids={ids} onDone={onDone} />} />
  )
}
