import { type MessageEvent, messageEvents } from '#domain/messaging/message-event.ts'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'

const columns: Column<MessageEvent>[] = [
  { heading: 'When', cell: (one) => formatStamp(one.created_at) },
  { heading: 'What', cell: (one) => messageEvents[one.event] },
  { heading: 'Words', cell: (one) => one.words ?? '' },
  { heading: 'By', cell: (one) => one.actor_name ?? '' },
]

/** Every step of a message, oldest first. */
export function MessageEvents({ events }: { events: readonly MessageEvent[] }) {
  return (
    <PlainTable label="On its way" columns={columns} rows={[...events]} keyOf={({ id }) => id} />
  )
}
