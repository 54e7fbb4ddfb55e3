import type { Message } from '#domain/messaging/message.ts'
import { messageStateWords } from '#domain/messaging/message-machine.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'

/** How far a message got; what went wrong is said to whoever points at it. */
export function MessageChip({ row }: { row: Pick<Message, 'status' | 'error'> }) {
  return (
    <StatusChip
      value={row.status}
      label={messageStateWords[row.status]}
      explanation={row.error ?? undefined}
    />
  )
}
