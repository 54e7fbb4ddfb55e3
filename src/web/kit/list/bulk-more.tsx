import { Menu } from '@mantine/core'
import { IconRotate, IconTrash } from '@tabler/icons-react'
import type { Entity } from '#domain/kit/entity.ts'
import { MoreMenu } from '#web/kit/frame/more-menu.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { ExportItems, mayExport } from './list-actions.tsx'
import type { ListState } from './list-state.ts'
import { countOf, removeRows, restoreRows } from './remove-rows.ts'
import { rowsByIds } from './rows-by-ids.ts'

/** A list takes so many values of a filter. */
const exportedAtOnce = 500

interface Props {
  entity: Entity
  state: ListState
  /** The rows whose file may be had; none where they are not known one by one. */
  exported: number[]
  chosen: () => Promise<number[]>
  mayRemove: boolean
  onDone: () => void
}

/** What every list can do to selected rows; the line itself belongs to the list's own actions. */
export function BulkMore({ entity, state, exported, chosen, mayRemove, onDone }: Props) {
  const { role } = useSession()
  const hasFile =
    exported.length > 0 && exported.length <= exportedAtOnce && mayExport(entity, role)
  if (!hasFile && !mayRemove) return null
  return (
    <MoreMenu label="More for these">
      {hasFile && (
        <>
          <Menu.Label>Export these</Menu.Label>
          <ExportItems
            entity={entity}
            listed={entity}
            columns={state.columns}
            params={{ 'id.in': exported.join(','), order: state.order, deleted: 1 }}
          />
        </>
      )}
      {hasFile && mayRemove && <Menu.Divider />}
      {mayRemove && (
        <RemoveItems entity={entity} isRestoring={state.deleted} ids={chosen} onDone={onDone} />
      )}
    </MoreMenu>
  )
}

interface RemoveProps {
  entity: Entity
  /** Deleted rows are in sight: those of them that are selected can come back. */
  isRestoring: boolean
  ids: () => Promise<number[]>
  onDone: () => void
}

function RemoveItems({ entity, isRestoring, ids, onDone }: RemoveProps) {
  async function run(work: (chosen: number[]) => Promise<boolean>) {
    try {
      if (await work(await ids())) onDone()
    } catch (cause) {
      toastProblem(cause)
    }
  }
  const remove = (chosen: number[]) => removeRows(entity, chosen, countOf(entity, chosen.length))
  async function restore(chosen: number[]): Promise<boolean> {
    const rows = await rowsByIds(entity, chosen, { fields: 'deleted_at' })
    const deleted = rows.filter((row) => row.deleted_at).map(({ id }) => id)
    if (deleted.length > 0) await restoreRows(entity, deleted)
    else toast('None of these is deleted.')
    return deleted.length > 0
  }
  return (
    <>
      {isRestoring && (
        <Menu.Item
          leftSection={<IconRotate size={16} aria-hidden />}
          onClick={() => void run(restore)}
        >
          Restore
        </Menu.Item>
      )}
      <Menu.Item
        color="red"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => void run(remove)}
      >
        Delete
      </Menu.Item>
    </>
  )
}
