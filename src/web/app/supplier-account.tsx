import { Anchor, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import {
  type CreditWithSupplier,
  type OwedToSupplier,
  type StandingWithSupplier,
  supplierAccountCalls,
} from '#domain/bills/supplier-account-calls.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { today } from '#web/kit/frame/today.ts'
import { Money } from '#web/kit/list/cells.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import classes from './supplier-account.module.css'

export const supplierAccountQuery = (id: number) =>
  queryOptions({
    queryKey: ['bills', 'account', id],
    queryFn: async ({ signal }) => (await send(supplierAccountCalls.read, { id }, { signal })).data,
    staleTime: 0,
  })

/** What is open between us, item by item. */
export function SupplierAccount({ supplier_id }: { supplier_id: number }) {
  const { role } = useSession()
  const { data, isPending, error, refetch } = useQuery(supplierAccountQuery(supplier_id))
  return (
    <Paper component="section">
      <Group justify="space-between" mb="xs">
        <Title order={2}>What we owe</Title>
        {atLeast(role, 'manager') && (
          <Button
            component={Link}
            to={`/app/adjustment?supplier_id=${supplier_id}`}
            variant="default"
            leftSection={<IconPlus size={15} aria-hidden />}
          >
            New adjustment
          </Button>
        )}
      </Group>
      {isPending && <Skeleton height={60} />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data && <Standing {...data} />}
    </Paper>
  )
}

function Standing({ owed, overdue, credit, balance, items, credits }: StandingWithSupplier) {
  if (items.length === 0 && credits.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nothing is open between us.
      </Text>
    )
  const parts = [`$${formatMoney(owed)} owed`, `$${formatMoney(overdue)} of it overdue`]
  if (Number(credit) > 0) parts.push(`$${formatMoney(credit)} credit there`)
  return (
    <Stack gap="md">
      <Text size="sm">
        {parts.join(' · ')} · <strong>${formatMoney(balance)} in all</strong>
      </Text>
      {items.length > 0 && <Items items={items} />}
      {credits.length > 0 && <Credits credits={credits} />}
    </Stack>
  )
}

function Items({ items }: { items: readonly OwedToSupplier[] }) {
  return (
    <PlainTable
      label="What we owe"
      rows={items}
      keyOf={(one) => pathOf(one)}
      columns={[
        {
          heading: 'For',
          className: classes.whole,
          cell: (one) => (
            <Anchor component={Link} to={pathOf(one)} size="sm">
              {one.number ?? `Bill ${one.bill_id}`}
            </Anchor>
          ),
        },
        {
          heading: 'Still to pay',
          isNumber: true,
          isStrong: true,
          cell: (one) => <Money value={one.balance} />,
        },
        { heading: 'Due', className: classes.whole, cell: (one) => formatDay(one.due_date) },
        { heading: 'Status', className: classes.state, cell: (one) => <State one={one} /> },
        { heading: 'Account', className: classes.whole, cell: ({ account }) => account ?? '—' },
      ]}
    />
  )
}

function State({ one }: { one: OwedToSupplier }) {
  if (one.is_held) return <StatusChip value="waiting" label="Left out of payments" />
  return one.due_date < today() ? (
    <StatusChip value="failed" label="Overdue" />
  ) : (
    <StatusChip value="open" label="To pay" />
  )
}

function Credits({ credits }: { credits: readonly CreditWithSupplier[] }) {
  return (
    <PlainTable
      label="Our credit there"
      rows={credits}
      keyOf={(one) => creditPath(one)}
      columns={[
        {
          heading: 'Our credit there',
          cell: (one) => (
            <Anchor component={Link} to={creditPath(one)} size="sm">
              {one.number ?? `Payment ${one.billpayment_id}`}
            </Anchor>
          ),
        },
        { heading: 'Since', cell: ({ day }) => formatDay(day) },
        {
          heading: 'Free',
          isNumber: true,
          isStrong: true,
          cell: (one) => <Money value={one.free} />,
        },
      ]}
    />
  )
}

type Document = Pick<OwedToSupplier, 'bill_id' | 'adjustment_id'>

const pathOf = ({ bill_id, adjustment_id }: Document) =>
  bill_id === null ? `/app/adjustment?id=${adjustment_id}` : `/app/bill/edit?id=${bill_id}`

const creditPath = ({ billpayment_id, bill_id, adjustment_id }: CreditWithSupplier) =>
  billpayment_id === null
    ? pathOf({ bill_id, adjustment_id })
    : `/app/billpayment?id=${billpayment_id}`
