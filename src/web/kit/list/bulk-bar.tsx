import { Button, Group, Text } from '@mantine/core'
import { IconRotate, IconTrash, IconX } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Entity } from '#domain/kit/entity.ts'
import { maySet } from '#web/kit/form/merge.ts'
import { patientLoad } from '#web/kit/frame/patient-load.ts'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { useSession } from '#web/kit/session/session.ts'
import classes from './data-table.module.css'
import { ExportMenu } from './list-actions.tsx'
import type { ListState } from './list-state.ts'
import { countOf, removeRows, restoreRows } from './remove-rows.ts'
import { rowsByIds } from './rows-by-ids.ts'
import { allIds, type ListSource } from './use-list.ts'

const BulkChange = lazy(async () => {
  const { BulkChange } = await patientLoad(() => import('./bulk-change.tsx'))
  return { default: BulkChange }
})

/** A list takes so many values of a filter. */
const exportedAtOnce = 500

interface Props {
  entity: Entity
  state: ListState
  source?: ListSource | undefined
  total: number
  ids: number[]
  mayRemove: boolean
  mayChange: boolean
  onDone: () => void
  /** What this list can do besides; it is offered for the rows selected one by one. */
  children?: ReactNode
  /** What it can do to all that match. */
  ofAll?: ReactNode
}

/** What can be done to the selected rows, or to all that match. */
export function BulkBar(props: Props) {
  const { entity, state, source, total, ids, mayRemove, onDone } = props
  const { role } = useSession()
  const [isAll, setIsAll] = useState(false)
  useEffect(() => {
    if (ids.length === 0) setIsAll(false)
  }, [ids.length])
  if (ids.length === 0) return null
  const count = isAll ? total : ids.length
  const chosen = () => (isAll ? allIds(entity, state, source) : Promise.resolve(ids))
  const changeable = entity.inPlace.filter((name) => {
    const field = entity.fields[name]
    return props.mayChange && field !== undefined && maySet(field, role)
  })
  return (
    <div className={classes.selection} role="status">
      <Group gap="sm">
        <Text size="sm" fw={600}>
          {isAll ? `All ${countOf(entity, total)} that match` : `${countOf(entity, count)}`}{' '}
          selected
        </Text>
        {!isAll && total > ids.length && (
          <Button variant="subtle" onClick={() => setIsAll(true)}>
            Select all {total.toLocaleString('en-NZ')} that match
          </Button>
        )}
      </Group>
      <Group gap="xs">
        {isAll ? props.ofAll : props.children}
        <Suspense>
          {changeable.length > 0 && (
            <BulkChange entity={entity} names={changeable} ids={chosen} onDone={onDone} />
          )}
        </Suspense>
        {!isAll && !source && ids.length <= exportedAtOnce && (
          <ExportMenu
            label="Export these"
            entity={entity}
            listed={entity}
            columns={state.columns}
            params={{ 'id.in': ids.join(','), order: state.order, deleted: 1 }}
          />
        )}
        {mayRemove && (
          <RemoveButton entity={entity} isRestoring={state.deleted} ids={chosen} onDone={onDone} />
        )}
        <Button variant="subtle" leftSection={<IconX size={15} aria-hidden />} onClick={onDone}>
          Clear the selection
        </Button>
      </Group>
    </div>
  )
}

interface DeckProps {
  isSelecting: boolean
  children: ReactNode
}

/** Where the bar of a selection comes over what stands there otherwise: nothing below moves. */
export function SelectionDeck({ isSelecting, children }: DeckProps) {
  return (
    <div className={classes.deck} data-selecting={isSelecting || undefined}>
      {children}
    </div>
  )
}

interface RemoveProps {
  entity: Entity
  /** Deleted rows are in sight: those of them that are selected can come back. */
  isRestoring: boolean
  ids: () => Promise<number[]>
  onDone: () => void
}

function RemoveButton({ entity, isRestoring, ids, onDone }: RemoveProps) {
  const [isBusy, setIsBusy] = useState(false)
  async function run(work: (chosen: number[]) => Promise<boolean>) {
    setIsBusy(true)
    try {
      if (await work(await ids())) onDone()
    } catch (cause) {
      toastProblem(cause)
    } finally {
      setIsBusy(false)
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
        <Button
          variant="default"
          loading={isBusy}
          leftSection={<IconRotate size={15} aria-hidden />}
          onClick={() => void run(restore)}
        >
          Restore
        </Button>
      )}
      <Button
        variant="default"
        loading={isBusy}
        leftSection={<IconTrash size={15} aria-hidden />}
        onClick={() => void run(remove)}
      >
        Delete
      </Button>
    </>
  )
}
