import { type BulkMessage, bulkmessage } from '#domain/messaging/bulk/bulkmessage.ts'
import { channelOrderWords } from '#domain/messaging/bulk/channel-order.ts'
import type { DataRow } from '#web/kit/list/data-table.tsx'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import { MessageTabs, messageTabs } from '#web/messaging/message-tabs.tsx'
import { BulkChip } from './bulk-chip.tsx'

// The list asks for whole rows, so the row is a bulk message.
const asBulk = (row: DataRow) => row as unknown as BulkMessage

const cells = {
  state: (row: DataRow) => <BulkChip row={asBulk(row)} />,
  channels: (row: DataRow) => channelOrderWords[asBulk(row).channels],
}

/** Messages to many: drafts, what is under way, and what became of it. */
export function BulkList() {
  return (
    <ListScreen
      entity={bulkmessage}
      above={<MessageTabs current="bulk" />}
      place={{ name: bulkmessage.plural, search: messageTabs.bulk.search }}
      cells={cells}
      isKept
    />
  )
}
