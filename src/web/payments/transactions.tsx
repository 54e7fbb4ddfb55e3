import { transaction } from '#domain/billing/transaction.ts'
import { eventText } from '#web/billing/account-words.ts'
import type { DataRow } from '#web/kit/data-table.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'

const cells = { event: (row: DataRow) => eventText(String(row.event)) }

/** The books, entry by entry. Nothing is changed here: another entry takes one back. */
export function Screen() {
  return <ListScreen entity={transaction} cells={cells} isKept />
}
