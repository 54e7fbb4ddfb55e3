import { Button, Group, Text } from '@mantine/core'
import { IconTrash, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Entity } from '#domain/kit/entity.ts'
import classes from '#web/kit/frame/banner.module.css'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import type { ListState } from './list-state.ts'
import { countOf, removeRows } from './remove-rows.ts'
import { allIds, type ListSource } from './use-list.ts'

interface Props {
  entity: Entity
  state: ListState
  source?: ListSource | undefined
  total: number
  ids: number[]
  mayRemove: boolean
  onDone: () => void
  /** What this list can do besides; it is offered for the rows selected one by one. */
  children?: ReactNode
  /** What it can do to all that match. */
  ofAll?: ReactNode
}

/** What can be done to the selected rows, or to all that match. */
export function BulkBar(props: Props) {
  const { entity, state, source, total, ids, mayRemove, onDone } = props
  const [isAll, setIsAll] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  if (ids.length === 0) return null
  const count = isAll ? total : ids.length
  async function remove() {
    setIsBusy(true)
    try {
      const chosen = isAll ? await allIds(entity, state, source) : ids
      if (await removeRows(entity, chosen, countOf(entity, chosen.length))) onDone()
    } catch (cause) {
      toastProblem(cause)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className={classes.banner} data-tone="petrol" data-inset role="status">
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
        {mayRemove && (
          <Button
            variant="default"
            loading={isBusy}
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={remove}
          >
            Delete
          </Button>
        )}
        <Button variant="subtle" leftSection={<IconX size={15} aria-hidden />} onClick={onDone}>
          Clear the selection
        </Button>
      </Group>
    </div>
  )
}
