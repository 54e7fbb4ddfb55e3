import { transactionCalls } from '#domain/books/transaction-calls.ts'
import { send } from '#web/kit/session/send.ts'
import { EntriesPanel } from './ledger-panel.tsx'

/** The entries of the books an adjustment has made, for who may read the books. */
export function AdjustmentLedger({ adjustment_id }: { adjustment_id: number }) {
  return (
    <EntriesPanel
      queryKey={['transactions', 'of adjustment', adjustment_id]}
      queryFn={async ({ signal }) => {
        const params = { adjustment_id, order: 'id', limit: 200 }
        return (await send(transactionCalls.list, params, { signal })).data ?? []
      }}
      nothing="Nothing is booked."
    />
  )
}
