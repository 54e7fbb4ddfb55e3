import { Paper } from '@mantine/core'
import type { OrganisationFigures } from '#domain/reports/figures/dashboard-calls.ts'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { ScrollBox } from '#web/kit/list/scroll-box.tsx'

/** What a platform admin sees of everybody: how many, and never how much. */
export function OrganisationCounts({ rows }: { rows: readonly OrganisationFigures[] }) {
  const [first] = rows
  if (!first) return null
  return (
    <Paper>
      <ScrollBox label="Counts by organisation, to scroll">
        <PlainTable
          label="Counts by organisation"
          rows={rows}
          keyOf={({ organisation_id }) => organisation_id}
          columns={[
            { heading: 'Organisation', isRowHeading: true, cell: ({ name }) => name },
            ...first.counts.map(({ name, label }) => ({
              heading: label,
              isNumber: true,
              cell: (row: OrganisationFigures) =>
                row.counts.find((one) => one.name === name)?.count.toLocaleString('en-NZ') ?? '–',
            })),
          ]}
        />
      </ScrollBox>
    </Paper>
  )
}
