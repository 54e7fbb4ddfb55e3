import { Anchor, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  type CommissionStatement,
  commissionstatement,
} from '#domain/commissions/commissionstatement.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Money } from '#web/kit/list/cells.tsx'
import { ExportButton } from '#web/kit/list/export-button.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { StatementChip } from './statement-chip.tsx'
import { statementsQuery } from './statement-query.ts'

/** What a partner was told of what they earned, the newest first. */
export function PartnerStatements({ partner_id }: { partner_id: number }) {
  const { data, isPending, error, refetch } = useQuery(statementsQuery({ partner_id }))
  return (
    <Paper component="section" aria-label="Statements">
      <Group justify="space-between" mb="xs">
        <Title order={2}>Statements</Title>
        <ExportButton entity={commissionstatement} params={{ partner_id }} />
      </Group>
      {isPending && <Skeleton height={120} />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data?.rows.length === 0 && (
        <Text size="sm" c="dimmed">
          None yet: what is earned waits until a statement is sent.
        </Text>
      )}
      {data && data.rows.length > 0 && (
        <PlainTable label="Statements" columns={columns} rows={data.rows} keyOf={({ id }) => id} />
      )}
      {data && data.total > data.rows.length && (
        <Text size="sm" c="dimmed" mt="xs">
          The latest {data.rows.length} of {data.total.toLocaleString('en-NZ')}; the export has all.
        </Text>
      )}
    </Paper>
  )
}

const amount = (heading: string, name: AmountName): Column<CommissionStatement> => ({
  heading,
  isNumber: true,
  cell: (row) => <Money value={row[name]} />,
})
type AmountName = 'sum' | 'gst' | 'total' | 'brought_forward' | 'to_pay' | 'carried'

const columns: Column<CommissionStatement>[] = [
  {
    heading: 'Number',
    isRowHeading: true,
    cell: ({ id, statement_number }) => (
      <Anchor component={Link} to={`/app/commissionstatement?id=${id}`} size="sm">
        {statement_number ?? 'Draft'}
      </Anchor>
    ),
  },
  {
    heading: 'Status',
    cell: ({ statement_status }) => <StatementChip status={statement_status} />,
  },
  { heading: 'Sent', cell: ({ sent_date }) => formatDay(sent_date) || '—' },
  amount('Earned', 'sum'),
  amount('GST', 'gst'),
  amount('Total', 'total'),
  amount('Brought forward', 'brought_forward'),
  { ...amount('To pay', 'to_pay'), isStrong: true },
  amount('Carried', 'carried'),
]
