import { Anchor, Paper, Skeleton, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Contract, contract } from '#domain/contracts/contract.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { ContractChips } from '#web/contracts/time-badge.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { listCall } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'

const MOST = 100

/** The contracts in force with a supplier, those that end first before the others. */
export const supplierContractsQuery = (supplier_id: number) =>
  queryOptions({
    queryKey: ['contracts', 'of supplier', supplier_id],
    queryFn: async ({ signal }) => {
      const asked = { supplier_id, contract_status: 'active', order: 'date_end', limit: MOST }
      const { data, info } = await send(listCall<typeof contract>(contract), asked, { signal })
      return { rows: data ?? [], titles: info.titles ?? {}, total: info.total ?? 0 }
    },
    staleTime: 0,
  })

/** Whom a supplier serves for us, and under which contracts. */
export function SupplierContracts({ supplier_id }: { supplier_id: number }) {
  const { data, isPending, error, refetch } = useQuery(supplierContractsQuery(supplier_id))
  if (isPending) return <Skeleton height={200} radius="lg" />
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  const { rows, titles, total } = data
  return (
    <Paper component="section" aria-label="Contracts">
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          No contract with them is in force.
        </Text>
      )}
      {rows.length > 0 && (
        <PlainTable
          label="Contracts"
          rows={rows}
          keyOf={(one) => one.id}
          columns={[
            { heading: 'Contract', cell: (one) => <ContractLink one={one} /> },
            {
              heading: 'Customer',
              cell: ({ customer_id }) => (
                <Anchor component={Link} to={`/app/customer/details?id=${customer_id}`} size="sm">
                  {titles.customer?.[String(customer_id)] ?? `Customer ${customer_id}`}
                </Anchor>
              ),
            },
            { heading: 'Connections', cell: ({ connections }) => connections?.join(', ') || '—' },
            { heading: 'Account there', cell: (one) => one.account_number_with_supplier ?? '—' },
            { heading: 'Ends', cell: ({ date_end }) => formatDay(date_end) || 'Open' },
            { heading: 'Status', cell: (one) => <ContractChips row={one} /> },
          ]}
        />
      )}
      {total > rows.length && (
        <Text size="sm" c="dimmed" mt="xs">
          {total - rows.length} more are in the list of contracts.
        </Text>
      )}
    </Paper>
  )
}

export function ContractLink({ one }: { one: Contract }) {
  return (
    <Anchor component={Link} to={`/app/contract?id=${one.id}`} size="sm" fw={600}>
      {one.contract_number ?? `Contract ${one.id}`}
    </Anchor>
  )
}
