import { transaction } from '#domain/books/transaction.ts'
import { invoicetransactionCalls } from '#domain/books/transaction-calls.ts'
import type { DataRow } from '#web/kit/list/data-table.tsx'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import { eventText } from './event-words.ts'

const cells = { event: (row: DataRow) => eventText(String(row.event)) }
const source = {
  path: invoicetransactionCalls.list.path,
  none: 'Nothing is booked before the first invoice goes out.',
}

/** The entries of the books that invoices have made. */
export function Screen() {
  return (
    <ListScreen
      entity={transaction}
      title="Invoice transactions"
      source={source}
      cells={cells}
      isKept
    />
  )
}
