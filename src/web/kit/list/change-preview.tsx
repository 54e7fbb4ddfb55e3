import { Stack, Text } from '@mantine/core'
import type { Entity } from '#domain/kit/entity.ts'
import type { DataRow } from './data-table.tsx'
import { countOf } from './remove-rows.ts'

interface PreviewProps {
  entity: Entity
  name: string
  rows: DataRow[] | undefined
  changing: readonly DataRow[]
}

const namesShown = 5

/** What would happen, and to what it would not. */
export function ChangePreview({ entity, name, rows, changing }: PreviewProps) {
  if (!rows) return <Text size="sm">Looking …</Text>
  const deleted = rows.filter((row) => row.deleted_at).length
  const same = rows.length - deleted - changing.length
  const filled = changing.filter((row) => row[name] !== null && row[name] !== '').length
  const shown = changing.slice(0, namesShown).map((row) => String(row[entity.title] ?? row.id))
  const more = changing.length - shown.length
  return (
    <Stack gap={2}>
      <Text size="sm">
        {countOf(entity, changing.length)} would change
        {filled > 0 && `, ${filled} of them from something else`}
        {same > 0 && `; ${same} have it already`}
        {deleted > 0 && `; ${deleted} are deleted and stay as they are`}.
      </Text>
      <Text size="xs" c="dimmed">
        {shown.join(', ')}
        {more > 0 && ` and ${more} more`}
      </Text>
    </Stack>
  )
}
