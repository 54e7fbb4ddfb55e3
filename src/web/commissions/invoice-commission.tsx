import { Anchor, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { CommissionLine } from '#domain/commissions/commission-calls.ts'
import { derivation, kindWords } from '#domain/commissions/commission-words.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Money } from '#web/kit/list/cells.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { CommissionChip } from './commission-chip.tsx'
import { invoiceCommissionQuery } from './commission-query.ts'

/** What an invoice earned its partners, with how each amount came about. */
export function InvoiceCommission({ row }: { row: Invoice }) {
  const { data, isPending, error, refetch } = useQuery(invoiceCommissionQuery(row.id))
  return (
    <Paper component="section" aria-label="Commission">
      <Group justify="space-between" mb="xs">
        <Title order={2}>Commission</Title>
        {data && data.lines.length > 0 && (
          <Text size="sm">
            Earned without GST: <strong>{formatMoney(data.amount)}</strong>
          </Text>
        )}
      </Group>
      {isPending && <Skeleton height={60} />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data?.lines.length === 0 && (
        <Text size="sm" c="dimmed">
          {row.invoice_status === 'invoiced'
            ? 'Nothing yet: partners earn once the invoice is cleared.'
            : 'No partner earned by this invoice.'}
        </Text>
      )}
      {data && data.lines.length > 0 && (
        <PlainTable label="Commission" columns={columns} rows={data.lines} keyOf={({ id }) => id} />
      )}
    </Paper>
  )
}

const columns: Column<CommissionLine>[] = [
  {
    heading: 'Partner',
    cell: ({ partner_id, partner_name }) => (
      <Anchor component={Link} to={`/app/partner/edit?id=${partner_id}&tab=earned`} size="sm">
        {partner_name}
      </Anchor>
    ),
  },
  {
    heading: 'For',
    cell: ({ kind, round }) => `${kindWords[kind]}${round > 1 ? `, round ${round}` : ''}`,
  },
  { heading: 'How it came about', cell: derivation },
  { heading: 'Earned on', cell: ({ earned_on }) => formatDay(earned_on) || '—' },
  {
    heading: 'Amount',
    isNumber: true,
    isStrong: true,
    cell: ({ amount }) => <Money value={amount} />,
  },
  {
    heading: 'Status',
    cell: ({ commission_status }) => <CommissionChip status={commission_status} />,
  },
  {
    heading: 'Statement',
    cell: ({ statement_id, statement_number }) =>
      statement_id === null ? (
        '—'
      ) : (
        <Anchor component={Link} to={`/app/commissionstatement?id=${statement_id}`} size="sm">
          {statement_number ?? 'Draft'}
        </Anchor>
      ),
  },
]
