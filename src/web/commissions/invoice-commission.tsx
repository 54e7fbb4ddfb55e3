import { Anchor, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { CommissionLine } from '#domain/commissions/commission-calls.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { invoiceCommissionQuery } from './commission-query.ts'
import { useEntryColumns } from './entry-columns.tsx'

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
      {data && data.lines.length > 0 && <Lines lines={data.lines} />}
    </Paper>
  )
}

function Lines({ lines }: { lines: readonly CommissionLine[] }) {
  const columns = useEntryColumns<CommissionLine>({
    heading: 'Partner',
    of: ({ partner_id, partner_name }) => (
      <Anchor component={Link} to={`/app/partner/details?id=${partner_id}&tab=earned`} size="sm">
        {partner_name}
      </Anchor>
    ),
  })
  return (
    <PlainTable
      label="Commission"
      columns={[...columns, onStatement]}
      rows={lines}
      keyOf={({ id }) => id}
    />
  )
}

/** The way from an earning to the statement it stands on. */
const onStatement: Column<CommissionLine> = {
  heading: 'Statement',
  cell: ({ statement_id, statement_number }) =>
    statement_id === null ? (
      '—'
    ) : (
      <Anchor component={Link} to={`/app/commissionstatement?id=${statement_id}`} size="sm">
        {statement_number ?? 'Draft'}
      </Anchor>
    ),
}
