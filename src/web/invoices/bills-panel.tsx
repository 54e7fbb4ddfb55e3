import { Anchor, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Bill } from '#domain/bills/bill.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { invoiceMargin } from '#domain/invoices/invoice-margin.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { humanise } from '#domain/kit/wording.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Money } from '#web/kit/list/cells.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { billsQuery } from './invoice-queries.ts'

/** The supplier's side: what the bills ask for, and what is left between them and the invoice. */
export function BillsPanel({ row }: { row: Invoice }) {
  const { data, isPending, error, refetch } = useQuery(billsQuery(row.id))
  return (
    <Paper component="section">
      <Group justify="space-between" mb="xs">
        <Title order={2}>Supplier’s bill</Title>
        {data && data.length > 0 && <Margin row={row} bills={data} />}
      </Group>
      {isPending && <Skeleton height={60} />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          No bill goes with this invoice.
        </Text>
      )}
      {data && data.length > 0 && <Rows rows={data} />}
    </Paper>
  )
}

const days = (one: Bill) =>
  [one.period_start, one.period_end].map((day) => formatDay(day)).join(' – ')
const due = (one: Bill) => formatDay(one.supplier_due_date) || '—'

function Status({ one }: { one: Bill }) {
  return <StatusChip value={one.bill_status} label={humanise(one.bill_status)} />
}

function BillLink({ one }: { one: Bill }) {
  return (
    <Anchor component={Link} to={`/app/bill/edit?id=${one.id}`} size="sm" fw={600}>
      {one.supplier_statement_number ?? `Bill ${one.id}`}
    </Anchor>
  )
}

const dueColumn: Column<Bill> = {
  heading: 'Due',
  isNumber: true,
  isStrong: true,
  cell: (one) => <Money value={one.due_total ?? '0.00'} />,
}

const wideColumns: Column<Bill>[] = [
  { heading: 'Statement', cell: (one) => <BillLink one={one} /> },
  { heading: 'Period', cell: days },
  { heading: 'Due at the supplier', cell: due },
  {
    heading: 'Charges',
    isNumber: true,
    cell: (one) => <Money value={one.undiscounted_bill_sum ?? '0.00'} />,
  },
  dueColumn,
  { heading: 'Status', cell: (one) => <Status one={one} /> },
]

/** What does not fit beside each other stands below the statement. */
const smallColumns: Column<Bill>[] = [
  {
    heading: 'Statement',
    cell: (one) => (
      <>
        <BillLink one={one} />
        <Text size="xs" c="dimmed">
          {days(one)}, due {due(one)}
        </Text>
        <Status one={one} />
      </>
    ),
  },
  dueColumn,
]

function Rows({ rows }: { rows: readonly Bill[] }) {
  const isSmall = useMediaQuery('screen and (max-width: 959px)') ?? false
  return (
    <PlainTable
      label="Supplier’s bills"
      columns={isSmall ? smallColumns : wideColumns}
      rows={rows}
      keyOf={(one) => one.id}
    />
  )
}

/** What is left for us when both sides are paid in time. */
function Margin({ row, bills }: { row: Invoice; bills: readonly Bill[] }) {
  const { income, margin } = invoiceMargin(row, bills)
  return (
    <Text size="sm">
      {row.billing === 'split' ? 'Our fee' : 'Margin'} excl. GST when paid in time:{' '}
      <strong>{formatMoney(margin)}</strong>
      {row.billing !== 'split' && ` of ${formatMoney(income)}`}
    </Text>
  )
}
