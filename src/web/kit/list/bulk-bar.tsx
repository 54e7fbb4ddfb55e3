import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Entity } from '#domain/kit/entity.ts'
import { maySet } from '#web/kit/form/merge.ts'
import { patientLoad } from '#web/kit/frame/patient-load.ts'
import { useSession } from '#web/kit/session/session.ts'
import { BulkMore } from './bulk-more.tsx'
import classes from './data-table.module.css'
import type { ListState } from './list-state.ts'
import { countOf } from './remove-rows.ts'
import { allIds, type ListSource } from './use-list.ts'

const BulkChange = lazy(async () => {
  const { BulkChange } = await patientLoad(() => import('./bulk-change.tsx'))
  return { default: BulkChange }
})

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
        <ActionIcon variant="subtle" size={30} aria-label="Clear the selection" onClick={onDone}>
          <IconX size={15} aria-hidden />
        </ActionIcon>
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
      <Group gap="xs" className={classes.actions}>
        {isAll ? props.ofAll : props.children}
        <Suspense>
          {changeable.length > 0 && (
            <BulkChange entity={entity} names={changeable} ids={chosen} onDone={onDone} />
          )}
        </Suspense>
        <BulkMore
          entity={entity}
          state={state}
          exported={isAll || source ? [] : ids}
          chosen={chosen}
          mayRemove={mayRemove}
          onDone={onDone}
        />
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
