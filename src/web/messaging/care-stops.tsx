import { Text } from '@mantine/core'
import { type CareStop, carestop } from '#domain/messaging/checks/carestop.ts'
import { messageKinds } from '#domain/messaging/message-kind.ts'
import type { DataRow } from '#web/kit/list/data-table.tsx'
import { ListScreen } from '#web/kit/list/list-screen.tsx'

// The list asks for whole rows, so the row is what care stopped.
const asStop = (row: DataRow) => row as unknown as CareStop
const kinds: Record<string, string> = messageKinds

const cells = {
  kind: (row: DataRow) => kinds[asStop(row).kind] ?? asStop(row).kind,
  actor_name: (row: DataRow) =>
    asStop(row).actor_name ?? (
      <Text span size="sm" c="dimmed">
        The program
      </Text>
    ),
}

/** The evidence that nobody who needs power, or is in hardship, was pressed: it stays. */
export function Screen() {
  return <ListScreen entity={carestop} title="Stopped by care" cells={cells} isKept />
}
