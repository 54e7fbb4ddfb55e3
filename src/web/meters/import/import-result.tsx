import { Alert, Anchor, Group } from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { plural } from '#domain/kit/wording.ts'
import type { ReadingImport } from '#domain/meters/readingimport.ts'
import { writeFilters } from '#web/kit/list/filters.ts'

/** What came of the file. */
export function ImportResult({ row }: { row: ReadingImport }) {
  const accepted = plural(row.rows_accepted ?? 0, 'reading')
  const rejected = row.rows_rejected ?? 0
  if (row.import_status === 'undone')
    return (
      <Alert color="gray" icon={<IconArrowBackUp size={18} aria-hidden />} title="Undone">
        {accepted} taken back. The file can be imported again.
      </Alert>
    )
  const where = writeFilters([
    { field: 'readingimport_id', operator: 'eq', values: [String(row.id)] },
  ])
  return (
    <Alert color="petrol" icon={<IconCheck size={18} aria-hidden />} title="Done">
      <Group gap="md">
        <span>
          {accepted} accepted{rejected > 0 ? `, ${plural(rejected, 'row')} left out` : ''}.
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
