import { Alert } from '@mantine/core'
import { causesOf } from '#domain/messaging/checks/block-causes.ts'
import { blockSources } from '#domain/messaging/checks/listed.ts'
import {
  fixedFields,
  type MessageBlacklist,
  messageblacklist,
} from '#domain/messaging/messageblacklist.ts'
import { EditScreen } from '#web/kit/form/edit-screen.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { useSession } from '#web/kit/session/session.ts'

// The screen only ever loads rows of this entity.
const entryOf = (row: EditRow) => row as unknown as MessageBlacklist

/** Somebody who must not be written to: what they said themselves is a manager's to change. */
export function Screen() {
  const { role } = useSession()
  return (
    <EditScreen
      entity={messageblacklist}
      fixed={(row) => fixedFields(entryOf(row), role)}
      above={(row) => <Origin entry={entryOf(row)} />}
    />
  )
}

function Origin({ entry }: { entry: MessageBlacklist }) {
  const { role } = useSession()
  const isManagers = fixedFields(entry, role).includes('reason')
  const causes = causesOf(entry).map(({ source }) => blockSources[source])
  return (
    <Alert title={causes.join(', ')}>
      {isManagers
        ? 'Only a manager may change this entry.'
        : 'The contact and its channel stay as they are: add another entry for another one.'}
    </Alert>
  )
}
