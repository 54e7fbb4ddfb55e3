import { message } from '#domain/messaging/message.ts'
import type { DataRow } from '#web/kit/list/data-table.tsx'
import { ListScreen } from '#web/kit/list/list-screen.tsx'

const cells = { direction: (row: DataRow) => (row.direction === 'in' ? 'Received' : 'Sent') }

/** Everything that was said, of all customers. Nothing of it is changed or removed. */
export function Screen() {
  return <ListScreen entity={message} title="Message history" cells={cells} isKept />
}
