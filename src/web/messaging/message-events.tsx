import { Code } from '@mantine/core'
import { type MessageEvent, messageEvents } from '#domain/messaging/message-event.ts'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'

const columns: Column<MessageEvent>[] = [
  { heading: 'When', cell: (one) => formatStamp(one.created_at) },
  { heading: 'What', cell: (one) => messageEvents[one.event] },
  { heading: 'Words', cell: (one) => <Words event={one} /> },
  { heading: 'By', cell: (one) => one.actor_name ?? '' },
]

/** What was said in short; for managers as the other server said it, too. */
function Words({ event: { words, raw } }: { event: MessageEvent }) {
  if (raw === null) return words ?? ''
  return (
    <>
      {words}
      <details>
        <summary>As it came</summary>
        <Code block mah={320} style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }}>
          {raw}
        </Code>
      </details>
    </>
  )
}

/** Every step of a message, oldest first. */
export function MessageEvents({ events }: { events: readonly MessageEvent[] }) {
  return (
    <PlainTable label="On its way" columns={columns} rows={[...events]} keyOf={({ id }) => id} />
  )
}
