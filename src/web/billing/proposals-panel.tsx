import { Anchor, Button, Group, Paper, Skeleton, Table, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Proposal, proposal } from '#domain/billing/proposal.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { api } from '#web/kit/api.ts'
import { Money } from '#web/kit/cells.tsx'
import { StatusChip } from '#web/kit/chip.tsx'
import { Trouble } from '#web/kit/nothing-here.tsx'
import { useOptions } from '#web/kit/options.ts'

interface Props {
  customer_id: number
  isArchived: boolean
}

/** What the customer was offered, and what it would save. */
export function ProposalsPanel({ customer_id, isArchived }: Props) {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [proposal.plural, 'of customer', customer_id],
    queryFn: async ({ signal }) => {
      const params = { customer_id, limit: 100 }
      return (await api.get<Proposal[]>('/proposals', params, { signal })).data ?? []
    },
    staleTime: 0,
  })
  return (
    <Paper component="section">
      <Group justify="space-between" mb="xs">
        <Title order={2}>Proposals</Title>
        {!isArchived && (
          <Button
            component={Link}
            to={`/app/proposal/new?customer_id=${customer_id}`}
            leftSection={<IconPlus size={15} aria-hidden />}
          >
            New proposal
          </Button>
        )}
      </Group>
      {isPending && <Skeleton height={60} />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing here yet. A proposal prices the customer’s own past use at other rates.
        </Text>
      )}
      {data && data.length > 0 && <Proposals rows={data} />}
    </Paper>
  )
}

function Proposals({ rows }: { rows: readonly Proposal[] }) {
  const options = useOptions()
  return (
    <Table.ScrollContainer minWidth={560} type="native">
      <Table aria-label="Proposals">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Proposal</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Valid until</Table.Th>
            <Table.Th ta="right">Cost now</Table.Th>
            <Table.Th ta="right">Proposed</Table.Th>
            <Table.Th ta="right">Saving a year</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>
                <Anchor component={Link} to={`/app/proposal/edit?id=${row.id}`} size="sm" fw={600}>
                  {row.name}
                </Anchor>{' '}
                <Text span size="xs" c="dimmed">
                  {row.proposal_number}
                </Text>
              </Table.Td>
              <Table.Td>
                {row.proposal_status && (
                  <StatusChip
                    value={row.proposal_status}
                    label={options.labelOf('proposal_status', row.proposal_status)}
                  />
                )}
              </Table.Td>
              <Table.Td>{formatDay(row.valid_until_date) || '—'}</Table.Td>
              <Table.Td ta="right">{amount(row.current_cost)}</Table.Td>
              <Table.Td ta="right">{amount(row.candidate_cost)}</Table.Td>
              <Table.Td ta="right" fw={600}>
                {amount(row.saving_amount)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const amount = (value: string | null) => (value === null ? '—' : <Money value={value} />)
