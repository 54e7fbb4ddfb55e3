import { Anchor, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Adjustment } from '#domain/books/adjustment.ts'
import type { Allocation } from '#domain/books/allocation-calls.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Money } from '#web/kit/list/cells.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { allocationsQuery } from './allocations-query.ts'

/** Where the credit of an adjustment went. */
export function CreditUsed({ row }: { row: Adjustment }) {
  const { data, isPending, error, refetch } = useQuery(
    allocationsQuery({ credit_adjustment_id: row.id }),
  )
  return (
    <Paper component="section">
      <Title order={2} mb="xs">
        Where the credit went
      </Title>
      {isPending && <Skeleton height={60} />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          Nowhere yet. The next invoice uses it by itself.
        </Text>
      )}
      {data && data.length > 0 && (
        <PlainTable
          label="Where the credit went"
          rows={data}
          keyOf={(one) => pathOf(one)}
          columns={[
            { heading: 'To', cell: (one) => <Target one={one} />, foot: 'Credit left' },
            {
              heading: 'Amount',
              isNumber: true,
              isStrong: true,
              cell: (one) => <Money value={one.amount} />,
              foot: formatMoney(row.credit_left),
            },
          ]}
        />
      )}
    </Paper>
  )
}

function Target({ one }: { one: Allocation }) {
  return (
    <Anchor component={Link} to={pathOf(one)} size="sm">
      {one.adjustment_number ?? one.invoice_number ?? `Invoice ${one.invoice_id}`}
    </Anchor>
  )
}

function pathOf({ adjustment_id, invoice_id }: Allocation): string {
  return adjustment_id
    ? `/app/adjustment?id=${adjustment_id}`
    : `/app/invoice/edit?id=${invoice_id}`
}
