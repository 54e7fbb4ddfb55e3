import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import { type Difference, threeWay, type Values } from '#web/kit/form/merge.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { cellOf } from '#web/kit/list/cells.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { Dialog } from './dialog.tsx'

export interface MergeRequest {
  message: string
  base: Values
  mine: Values
  theirs: Values
}

interface Props {
  entity: Entity
  request: MergeRequest
  onCancel: () => void
  /** Keeps their row as the new start and saves these values upon it. */
  onSave: (values: Values) => void
  /** How a value reads that has no cell of its own; undefined where it has. */
  cell?: (name: string, value: unknown) => ReactNode
}

/** 474: both versions side by side; nothing is overwritten silently. */
export function MergeDialog({ entity, request, onCancel, onSave, cell }: Props) {
  const { merged, conflicts, taken } = threeWay(entity, request.base, request.mine, request.theirs)
  const [choices, setChoices] = useState<Choices>({})
  const isDecided = conflicts.every(({ name }) => choices[name])
  function save() {
    const chosen = conflicts.map(({ name, mine, theirs }) => [
      name,
      choices[name] === 'theirs' ? theirs : mine,
    ])
    onSave({ ...merged, ...Object.fromEntries(chosen) })
  }
  const all = (side: 'mine' | 'theirs') =>
    setChoices(Object.fromEntries(conflicts.map(({ name }) => [name, side])))
  return (
    <Dialog isOpen onClose={onCancel} size="lg" title="Two people changed this">
      <Stack gap="sm">
        <Text size="sm">{request.message}</Text>
        <Conflicts
          entity={entity}
          conflicts={conflicts}
          choices={choices}
          cell={cell}
          onChoose={(name, side) => setChoices((before) => ({ ...before, [name]: side }))}
        />
        {taken.length > 0 && (
          <Text size="sm" c="dimmed">
            Taken over from them: {taken.map(({ name }) => labelOf(entity, name)).join(', ')}.
          </Text>
        )}
        <Group justify="space-between">
          <Group gap="xs">
            <Button variant="subtle" onClick={() => all('mine')}>
              All mine
            </Button>
            <Button variant="subtle" onClick={() => all('theirs')}>
              All theirs
            </Button>
          </Group>
          <Group gap="xs">
            <Button variant="default" onClick={onCancel} data-autofocus>
              Cancel
            </Button>
            <Button disabled={!isDecided} onClick={save}>
              Save
            </Button>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  )
}

type Choices = Record<string, 'mine' | 'theirs'>

interface ConflictsProps {
  entity: Entity
  conflicts: Difference[]
  choices: Choices
  cell: Props['cell']
  onChoose: (name: string, side: 'mine' | 'theirs') => void
}

function Conflicts({ entity, conflicts, choices, cell, onChoose }: ConflictsProps) {
  const options = useOptions()
  if (conflicts.length === 0) return null
  const choice = (conflict: Difference, side: 'mine' | 'theirs') => (
    <Radio
      name={conflict.name}
      label={
        cell?.(conflict.name, conflict[side]) ??
        cellOf(entity, conflict.name, conflict[side], { titles: {}, options })
      }
      aria-label={`${labelOf(entity, conflict.name)}: ${side === 'mine' ? 'yours' : side}`}
      checked={choices[conflict.name] === side}
      onChange={() => onChoose(conflict.name, side)}
    />
  )
  return (
    <PlainTable
      label="Differences"
      isNarrow
      rows={conflicts}
      keyOf={({ name }) => name}
      columns={[
        { heading: 'Field', isStrong: true, cell: ({ name }) => labelOf(entity, name) },
        { heading: 'Yours', cell: (conflict) => choice(conflict, 'mine') },
        { heading: 'Theirs', cell: (conflict) => choice(conflict, 'theirs') },
      ]}
    />
  )
}
