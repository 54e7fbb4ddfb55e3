import { Anchor, Paper, Title } from '@mantine/core'
import { formatMoney } from '#domain/kit/money.ts'
import { humanise } from '#domain/kit/wording.ts'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { useRecentRuns } from './billing-run-queries.ts'

/** Runs from before, to look at or to go on with. */
export function RecentRuns({ onOpen }: { onOpen: (id: number) => void }) {
  const { data } = useRecentRuns()
  if (!data || data.length === 0) return null
  return (
    <Paper component="section">
      <Title order={2} mb="sm">
        Recent runs
      </Title>
      <PlainTable
        label="Recent runs"
        rows={data}
        keyOf={(run) => run.id}
        columns={[
          {
            heading: 'Run',
            cell: (run) => (
              <Anchor component="button" type="button" size="sm" onClick={() => onOpen(run.id)}>
                {run.name}
              </Anchor>
            ),
          },
          { heading: 'Status', cell: (run) => humanise(run.run_status) },
          { heading: 'Drafts', isNumber: true, cell: (run) => run.rows_done },
          { heading: 'Left out', isNumber: true, cell: (run) => run.rows_failed },
          { heading: 'Sent', isNumber: true, cell: (run) => run.rows_sent },
          {
            heading: 'Amount',
            isNumber: true,
            cell: (run) => formatMoney(run.undiscounted_total),
          },
        ]}
      />
    </Paper>
  )
}
