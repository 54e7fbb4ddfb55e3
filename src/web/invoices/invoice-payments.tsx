import { Anchor, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Allocation } from '#domain/books/allocation-calls.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Money } from '#web/kit/list/cells.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
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
    <PlainTable
      label="Money on this invoice"
      rows={rows}
      keyOf={(one) => `${one.invoicepayment_id} ${one.credit_invoice_id} ${one.is_manual}`}
      columns={[
        { heading: 'Paid on', cell: (one) => formatDay(one.payment_date) || '—' },
        { heading: 'From', cell: (one) => <Source one={one} /> },
        {
          heading: 'How',
          cell: ({ payment_type }) =>
            payment_type ? options.labelOf('payment_type', payment_type) : 'Credit',
        },
        { heading: 'Put here', cell: (one) => (one.is_manual ? 'By hand' : 'By itself') },
        {
          heading: 'Amount',
          isNumber: true,
          isStrong: true,
          cell: (one) => <Money value={one.amount} />,
        },
      ]}
    />
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
