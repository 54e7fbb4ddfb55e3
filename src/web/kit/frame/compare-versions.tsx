import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import type { HistoryRow } from '#domain/kit/history-calls.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import type { Options } from '#web/kit/form/options.ts'
import { cellOf } from '#web/kit/list/cells.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import type { Titles } from '#web/kit/session/api.ts'
import { formatStamp } from '#web/kit/session/clock.ts'
import { type Difference, differencesBetween, versionsIn } from './versions.ts'

interface Props {
  entity: Entity
  /** The newest first, as far as they were loaded. */
  rows: readonly HistoryRow[]
  titles: Titles
  options: Options
}

/** Any two versions of a record beside each other. */
export function CompareVersions({ entity, rows, titles, options }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const versions = versionsIn(rows)
  if (versions.length < 2) return null
  return (
    <>
      <Group mb="sm">
        <Button variant="default" size="compact-sm" onClick={() => setIsOpen(true)}>
          Compare two versions
        </Button>
      </Group>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Compare two versions"
        size="lg"
      >
        {isOpen && <Comparison {...{ entity, versions, titles, options }} />}
      </Dialog>
    </>
  )
}

interface ComparisonProps {
  entity: Entity
  versions: readonly HistoryRow[]
  titles: Titles
  options: Options
}

function Comparison({ entity, versions, titles, options }: ComparisonProps) {
  // The last change of all is what most people want to see first.
  const [chosen, setChosen] = useState(() => versions.slice(0, 2).map(({ id }) => id))
  const [later = 0, earlier = 0] = chosen.toSorted((a, b) => b - a)
  const shown = (name: string, value: unknown) => cellOf(entity, name, value, { titles, options })
  const choice = (label: string, place: number) => (
    <Select
      label={label}
      flex={1}
      miw={220}
      allowDeselect={false}
      searchable={versions.length > 8}
      data={versions.map((row) => ({ value: String(row.id), label: versionWords(row) }))}
      value={String(chosen[place])}
      onChange={(id) => setChosen(chosen.map((one, at) => (at === place ? Number(id) : one)))}
    />
  )
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {choice('One version', 1)}
        {choice('The other', 0)}
      </Group>
      <Differences
        rows={differencesBetween(versions, earlier, later)}
        entity={entity}
        shown={shown}
      />
    </Stack>
  )
}

interface DifferencesProps {
  rows: Difference[]
  entity: Entity
  shown: (name: string, value: unknown) => ReactNode
}

function Differences({ rows, entity, shown }: DifferencesProps) {
  if (rows.length === 0) return <Text size="sm">Nothing is different between the two.</Text>
  return (
    <PlainTable
      label="What is different"
      isNarrow
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { heading: 'Field', isStrong: true, cell: ({ name }) => labelOf(entity, name) },
        { heading: 'Earlier', cell: ({ name, earlier }) => shown(name, earlier) },
        { heading: 'Later', cell: ({ name, later }) => shown(name, later) },
      ]}
    />
  )
}

const versionWords = (row: HistoryRow): string =>
  `Version ${row.object_version} · ${formatStamp(row.created_at)}`
