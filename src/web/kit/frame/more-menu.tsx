import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconHistory, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { pathsOf } from '#domain/kit/entity-paths.ts'
import { removeRows } from '#web/kit/list/remove-rows.ts'
import { useSession } from '#web/kit/session/session.ts'
import { HistoryDrawer } from './history-panel.tsx'

/** What is done more rarely, behind a button. */
export function MoreMenu({ label = 'More', children }: { label?: string; children: ReactNode }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label={label}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

interface Removal {
  entity: Entity
  row: { id: number; deleted_at?: string | null | undefined }
  title: string
  /** Where asking and deleting is not enough; true when it is gone. */
  remove?: (() => Promise<boolean>) | undefined
  /** Its history offers to save earlier values again. */
  canPutBack?: boolean
}

export function useMayRemove({ entity, row }: Pick<Removal, 'entity' | 'row'>): boolean {
  const { role } = useSession()
  return atLeast(role, entity.access.remove) && !row.deleted_at
}

/** Deletes the record and goes to its list; not there for whoever may not. */
export function RemoveItem({ entity, row, title, remove }: Removal) {
  const navigate = useNavigate()
  const mayRemove = useMayRemove({ entity, row })
  if (!mayRemove) return null
  async function removeAndLeave() {
    const isGone = await (remove ? remove() : removeRows(entity, [row.id], title))
    if (isGone) void navigate(pathsOf(entity).list)
  }
  return (
    <Menu.Item
      color="red"
      leftSection={<IconTrash size={16} aria-hidden />}
      onClick={removeAndLeave}
    >
      Delete
    </Menu.Item>
  )
}

/** The history of a record that has no tabs, and may not be deleted. */
export function HistoryMore({ entity, id }: { entity: Entity; id: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <MoreMenu>
        <HistoryItem onOpen={() => setIsOpen(true)} />
      </MoreMenu>
      <HistoryDrawer {...{ entity, id, isOpen }} onClose={() => setIsOpen(false)} />
    </>
  )
}

function HistoryItem({ onOpen }: { onOpen: () => void }) {
  return (
    <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={onOpen}>
      History
    </Menu.Item>
  )
}

/** The history of a record, and the way to delete it. */
export function RecordMore(record: Removal) {
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  return (
    <>
      <MoreMenu>
        <HistoryItem onOpen={() => setIsHistoryOpen(true)} />
        <RemoveItem {...record} />
      </MoreMenu>
      <HistoryDrawer
        entity={record.entity}
        id={record.row.id}
        canPutBack={record.canPutBack}
        isOpen={isHistoryOpen}
        onClose={() => setIsHistoryOpen(false)}
      />
    </>
  )
}
