import { Anchor, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Allocation } from '#domain/books/allocation-calls.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Money } from '#web/kit/list/cells.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { allocationsQuery } from './allocations-query.ts'
import { numberOf, pathTo } from './money-places.ts'

interface Props {
  of: { credit_adjustment_id: number } | { billpayment_id: number }
  title: string
  /** What is said where it lies on nothing. */
  nothing: string
  left: string | null
}

/** Where credit went, or a payment to a supplier, and what is left of it. */
export function CreditUsed({ of, title, nothing, left }: Props) {
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
      {data && data.length > 0 && (
        <PlainTable
          label={title}
          rows={data}
          keyOf={(one) => pathTo(one)}
          columns={[
            { heading: 'To', cell: (one) => <Target one={one} />, foot: 'Credit left' },
            {
              heading: 'Amount',
              isNumber: true,
              isStrong: true,
              cell: (one) => <Money value={one.amount} />,
              foot: formatMoney(left),
            },
          ]}
        />
      )}
    </Paper>
  )
}

function Target({ one }: { one: Allocation }) {
  return (
    <Anchor component={Link} to={pathTo(one)} size="sm">
      {numberOf(one)}
    </Anchor>
  )
}
