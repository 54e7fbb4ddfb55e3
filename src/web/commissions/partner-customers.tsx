import { Anchor, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { type ContractPartner, contractpartner } from '#domain/commissions/contractpartner.ts'
import { type Customer, customer } from '#domain/customers/customer.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { ExportButton } from '#web/kit/list/export-button.tsx'
import { Pager } from '#web/kit/list/page-of-rows.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { listCall, listInput } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { sharesQuery } from './commission-query.ts'

const SIZE = 100

/** Whom a partner brought, and on which contracts they earn. */
export function PartnerCustomers({ partner_id }: { partner_id: number }) {
  const { role } = useSession()
  return (
    <>
      <Customers partner_id={partner_id} />
      {atLeast(role, 'accounting') && <Contracts partner_id={partner_id} />}
    </>
  )
}

function Customers({ partner_id }: { partner_id: number }) {
  const options = useOptions()
  const [start, setStart] = useState(0)
  // The name of the rows that the number of customers counts.
  const figure = `brought_by_${partner_id}`
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['customers', 'of partner', partner_id, start],
    queryFn: async ({ signal }) => {
      const asked = listInput({ figure, order: 'name', limit: SIZE, offset: start })
      const reply = await send(listCall<typeof customer>(customer), asked, { signal })
      return { rows: reply.data ?? [], total: reply.info.total ?? 0 }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const end = Math.min(data?.total ?? 0, start + SIZE)
  const pager =
    data && data.total > SIZE ? { start, end, total: data.total, onMove: setStart } : null
  const columns: Column<Customer>[] = [
    {
      heading: 'Customer',
      cell: ({ id, name }) => (
        <Anchor component={Link} to={`/app/customer/details?id=${id}`} size="sm" fw={600}>
          {name}
        </Anchor>
      ),
    },
    { heading: 'Number', cell: ({ customer_number }) => customer_number ?? '—' },
    { heading: 'City', cell: ({ city }) => city ?? '—' },
    {
      heading: 'Status',
      cell: ({ customer_status: status }) =>
        status && <StatusChip value={status} label={options.labelOf('customer_status', status)} />,
    },
  ]
  return (
    <Paper component="section" aria-label="Customers">
      <Group justify="space-between" mb="xs">
        <Title order={2}>Customers</Title>
        {data && data.total > 0 && (
          <Group gap="md">
            <Anchor component={Link} to={`/app/customers?figure=${figure}`} size="sm">
              Open as a list
            </Anchor>
            <ExportButton entity={customer} params={{ figure }} />
          </Group>
        )}
      </Group>
      {isPending && <Skeleton height={60} />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && (
        <Text size="sm" c="dimmed">
          Nobody names this partner, and they earn on no contract in force.
        </Text>
      )}
      {data && data.total > 0 && (
        <PlainTable label="Customers" columns={columns} rows={data.rows} keyOf={({ id }) => id} />
      )}
      <Pager pager={pager} size={SIZE} />
    </Paper>
  )
}

function Contracts({ partner_id }: { partner_id: number }) {
  const { data, isPending, error, refetch } = useQuery(sharesQuery({ partner_id }))
  const columns: Column<ContractPartner>[] = [
    {
      heading: 'Contract',
      cell: ({ contract_id }) => (
        <Anchor
          component={Link}
          to={`/app/contract?id=${contract_id}&tab=partners`}
          size="sm"
          fw={600}
        >
          {data?.titles.contract?.[String(contract_id)] ?? `Contract ${contract_id}`}
        </Anchor>
      ),
    },
    { heading: 'From', cell: ({ valid_from_date }) => formatDay(valid_from_date) },
    { heading: 'Share', isNumber: true, cell: ({ share_percent }) => `${Number(share_percent)} %` },
    { heading: 'Rate', cell: rateInWords },
    {
      heading: 'Sign-up',
      isNumber: true,
      cell: ({ signup_amount }) => (signup_amount ? formatMoney(signup_amount) : '—'),
    },
  ]
  return (
    <Paper component="section" aria-label="Contracts they earn on">
      <Group justify="space-between" mb="xs">
        <Title order={2}>Contracts they earn on</Title>
        {data && data.rows.length > 0 && (
          <ExportButton entity={contractpartner} params={{ partner_id }} />
        )}
      </Group>
      {isPending && <Skeleton height={60} />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data?.rows.length === 0 && (
        <Text size="sm" c="dimmed">
          None yet: a contract that is accepted names its partner here.
        </Text>
      )}
      {data && data.rows.length > 0 && (
        <PlainTable
          label="Contracts they earn on"
          columns={columns}
          rows={data.rows}
          keyOf={({ id }) => id}
        />
      )}
    </Paper>
  )
}

/** The rate of a share: its own, or the partner's. */
export function rateInWords({
  rate_amount,
  rate_unit,
}: Pick<ContractPartner, 'rate_amount' | 'rate_unit'>): string {
  if (rate_amount === null) return 'The partner’s'
  return rate_unit === 'fixed'
    ? `$${formatMoney(rate_amount)} per invoice`
    : `${Number(rate_amount)} %`
}
