import { Button, Group } from '@mantine/core'
import { IconChecklist, IconMail, IconNote, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { SaveBar } from '#web/kit/form/save-bar.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { MoreMenu, RemoveItem, useMayRemove } from '#web/kit/frame/more-menu.tsx'
import { useSingleKeys } from '#web/kit/frame/shortcuts.ts'
import { type ShownKeys, useShownKeys } from '#web/kit/frame/shown-keys.ts'
import { useSession } from '#web/kit/session/session.ts'
import { useWriteDown } from '#web/tasks/write-down.tsx'

interface Props {
  entity: Entity
  party: 'supplier' | 'partner'
  row: EditRow
  /** What only this kind of party has. */
  children?: ReactNode
}

const keys: ShownKeys = [
  [['m'], 'Message to them'],
  [['n'], 'New note about them'],
  [['t'], 'New task about them'],
]

/** What is done with a supplier or a partner, each about the one in sight. */
export function PartyActions({ entity, party, row, children }: Props) {
  const { role } = useSession()
  const navigate = useNavigate()
  const { write, dialogs } = useWriteDown(party, row.id)
  const isArchived = Boolean(row.deleted_at)
  const mayEdit = !isArchived && atLeast(role, entity.access.write)
  const mayRemove = useMayRemove({ entity, row })
  const message = `/app/message/new?to=${party}&${party}=${row.id}`
  const edit = `/app/${party}/edit?id=${row.id}`
  useShownKeys(keys)
  useSingleKeys({
    m: () => !isArchived && void navigate(message),
    n: () => !isArchived && write('note'),
    e: () => mayEdit && void navigate(edit),
  })
  return (
    <>
      {!isArchived && (
        <>
          <SaveBar of="record">
            <Button component={Link} to={message} leftSection={<IconMail size={15} aria-hidden />}>
              Message
            </Button>
          </SaveBar>
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconNote size={15} aria-hidden />}
              onClick={() => write('note')}
            >
              New note
            </Button>
            <Button
              variant="default"
              leftSection={<IconChecklist size={15} aria-hidden />}
              onClick={() => write('task')}
            >
              New task
            </Button>
          </Group>
        </>
      )}
      {children}
      {mayEdit && (
        <Button
          component={Link}
          to={edit}
          variant="default"
          leftSection={<IconPencil size={15} aria-hidden />}
        >
          Edit
        </Button>
      )}
      {mayRemove && (
        <MoreMenu>
          <RemoveItem entity={entity} row={row} title={String(row.name)} />
        </MoreMenu>
      )}
      {dialogs}
    </>
  )
}
