import { Alert, Anchor, Group } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { plural } from '#domain/kit/wording.ts'
import type { ReadingImport } from '#domain/meters/readingimport.ts'
import { writeFilters } from '#web/kit/list/filters.ts'

/** What came of the file. */
export function ReadingsDone({ row }: { row: ReadingImport }) {
  const rejected = row.rows_rejected ?? 0
  const where = writeFilters([
    { field: 'readingimport_id', operator: 'eq', values: [String(row.id)] },
  ])
  return (
    <Alert color="petrol" icon={<IconCheck size={18} aria-hidden />} title="Done">
      <Group gap="md">
        <span>
          {plural(row.rows_accepted ?? 0, 'reading')} accepted
          {rejected > 0 ? `, ${plural(rejected, 'row')} left out` : ''}.
        </span>
        <Anchor
          component={Link}
          size="sm"
          to={`/app/meterreadings?${new URLSearchParams({ where })}`}
        >
          See the readings
        </Anchor>
      </Group>
    </Alert>
  )
}
