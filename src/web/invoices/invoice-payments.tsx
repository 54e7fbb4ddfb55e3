import { Anchor, Paper, Skeleton, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Allocation } from '#domain/books/allocation-calls.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Money } from '#web/kit/list/cells.tsx'
import { WideTable } from '#web/kit/list/wide-table.tsx'
import { allocationsQuery } from './invoice-queries.ts'

/** The money that lies on an invoice, payment by payment. */
export function InvoicePayments({ row }: { row: Invoice }) {
  const { data, isPending, error, refetch } = useQuery(allocationsQuery({ invoice_id: row.id }))
  return (
    <Paper component="section">
      <Title order={2} mb="xs">
        Money on this invoice
      </Title>
      {isPending && <Skeleton height={60} />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing yet. Payments find their invoice by the reference, then the oldest comes first.
        </Text>
      )}
      {data && data.length > 0 && <Rows rows={data} />}
    </Paper>
  )
}

function Rows({ rows }: { rows: readonly Allocation[] }) {
  const options = useOptions()
  return (
    <WideTable label="Money on this invoice">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Paid on</Table.Th>
          <Table.Th>From</Table.Th>
          <Table.Th>How</Table.Th>
          <Table.Th>Put here</Table.Th>
          <Table.Th ta="right">Amount</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((one) => (
          <Table.Tr key={`${one.invoicepayment_id} ${one.credit_invoice_id} ${one.is_manual}`}>
            <Table.Td>{formatDay(one.payment_date) || '—'}</Table.Td>
            <Table.Td>
              <Source one={one} />
            </Table.Td>
            <Table.Td>
              {one.payment_type ? options.labelOf('payment_type', one.payment_type) : 'Credit'}
            </Table.Td>
            <Table.Td>{one.is_manual ? 'By hand' : 'By itself'}</Table.Td>
            <Table.Td ta="right" fw={600}>
              <Money value={one.amount} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

function Source({ one }: { one: Allocation }) {
  const to = one.invoicepayment_id
    ? `/app/invoicepayment?id=${one.invoicepayment_id}`
    : `/app/invoice/edit?id=${one.credit_invoice_id}`
  const title = one.invoicepayment_id
    ? one.reference || `Payment ${one.invoicepayment_id}`
    : `Credit invoice ${one.credit_invoice_number ?? ''}`
  return (
    <Anchor component={Link} to={to} size="sm">
      {title}
    </Anchor>
  )
}
