import type { BulkMessage } from '#domain/messaging/bulk/bulkmessage.ts'
import { bulkStateWords } from '#domain/messaging/bulk/bulkmessage-machine.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'

/** How far it is; why it was paused is said to whoever points at it. */
export function BulkChip({ row }: { row: Pick<BulkMessage, 'state' | 'pause_reason'> }) {
  const { state, pause_reason } = row
  return (
    <StatusChip
      value={state}
      label={bulkStateWords[state]}
      explanation={pause_reason ? `Paused because ${pause_reason}.` : undefined}
    />
  )
}
