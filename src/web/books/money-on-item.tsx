import { Anchor, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Allocation } from '#domain/books/allocation-calls.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Money } from '#web/kit/list/cells.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { allocationsQuery } from './allocations-query.ts'
import { BankLineLink } from './bank-line-link.tsx'

interface Props {
  of: { invoice_id: number } | { adjustment_id: number } | { bill_id: number }
  title: string
  /** What is said where nothing lies there. */
  nothing: string
}

/** The money that lies on an invoice, a bill or an adjustment, payment by payment. */
export function MoneyOnItem({ of, title, nothing }: Props) {
  const { data, isPending, error, refetch } = useQuery(allocationsQuery(of))
  return (
    <Paper component="section">
      <Title order={2} mb="xs">
        {title}
      </Title>
      {isPending && <Skeleton height={60} />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {nothing}
        </Text>
      )}
      {data && data.length > 0 && <Rows title={title} rows={data} />}
    </Paper>
  )
}

function Rows({ title, rows }: { title: string; rows: readonly Allocation[] }) {
  const options = useOptions()
  return (
    <PlainTable
      label={title}
      rows={rows}
      keyOf={(one) => `${sourceOf(one).to} ${one.is_manual}`}
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
  const { to, title } = sourceOf(one)
  return (
    <>
      <Anchor component={Link} to={to} size="sm">
        {title}
      </Anchor>
      <BankLineLink id={one.banktransaction_id} title={one.bank_line} />
    </>
  )
}

function sourceOf(one: Allocation): { to: string; title: string } {
  const { invoicepayment_id, billpayment_id, credit_adjustment_id, credit_invoice_id } = one
  if (invoicepayment_id)
    return {
      to: `/app/invoicepayment?id=${invoicepayment_id}`,
      title: one.reference || `Payment ${invoicepayment_id}`,
    }
  if (billpayment_id)
    return {
      to: `/app/billpayment?id=${billpayment_id}`,
      title: one.reference || `Payment ${billpayment_id}`,
    }
  if (credit_adjustment_id)
    return {
      to: `/app/adjustment?id=${credit_adjustment_id}`,
      title: `Adjustment ${one.credit_adjustment_number}`,
    }
  return {
    to: `/app/invoice/edit?id=${credit_invoice_id}`,
    title: `Credit invoice ${one.credit_invoice_number ?? ''}`,
  }
}
