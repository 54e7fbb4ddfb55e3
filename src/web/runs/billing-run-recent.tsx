import { Anchor, Paper, Table, Title } from '@mantine/core'
import { formatMoney } from '#domain/kit/money.ts'
import { humanise } from '#domain/kit/wording.ts'
import { WideTable } from '#web/kit/list/wide-table.tsx'
import classes from './billing-run.module.css'
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
      <WideTable label="Recent runs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Run</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th className={classes.number}>Drafts</Table.Th>
            <Table.Th className={classes.number}>Left out</Table.Th>
            <Table.Th className={classes.number}>Sent</Table.Th>
            <Table.Th className={classes.number}>Amount</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.map((run) => (
            <Table.Tr key={run.id}>
              <Table.Td>
                <Anchor component="button" type="button" size="sm" onClick={() => onOpen(run.id)}>
                  {run.name}
                </Anchor>
              </Table.Td>
              <Table.Td>{humanise(run.run_status)}</Table.Td>
              <Table.Td className={classes.number}>{run.rows_done}</Table.Td>
              <Table.Td className={classes.number}>{run.rows_failed}</Table.Td>
              <Table.Td className={classes.number}>{run.rows_sent}</Table.Td>
              <Table.Td className={classes.number}>{formatMoney(run.undiscounted_total)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
    </Paper>
  )
}
