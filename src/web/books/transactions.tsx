import { transaction } from '#domain/books/transaction.ts'
import type { DataRow } from '#web/kit/list/data-table.tsx'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import { eventText } from './event-words.ts'
import { WaitingEntries } from './waiting-entries.tsx'

const cells = { event: (row: DataRow) => eventText(String(row.event)) }

/** The books, entry by entry. Nothing is changed here: another entry takes one back. */
export function Screen() {
  return <ListScreen entity={transaction} cells={cells} above={<WaitingEntries />} isKept />
}
