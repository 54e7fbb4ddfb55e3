import { transaction } from '#domain/books/transaction.ts'
import type { DataRow } from '#web/kit/list/data-table.tsx'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import { ViewTabs } from '#web/kit/list/view-tabs.tsx'
import { eventText } from './event-words.ts'
import { WaitingEntries } from './waiting-entries.tsx'

const cells = { event: (row: DataRow) => eventText(String(row.event)) }

/** The books, entry by entry. Nothing is changed here: another entry takes one back. */
export function Screen() {
  const tabs = (
    <>
      <WaitingEntries />
      <ViewTabs entity={transaction} />
    </>
  )
  return <ListScreen entity={transaction} cells={cells} tabs={tabs} isKept />
}
