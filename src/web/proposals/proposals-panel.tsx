import { Anchor, Table, Text } from '@mantine/core'
import { Link } from 'react-router'
import { formatDay } from '#domain/kit/calendar.ts'
import { type Proposal, proposal } from '#domain/proposals/proposal.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Money } from '#web/kit/list/cells.tsx'
import { RowsPanel } from '#web/kit/list/rows-panel.tsx'

interface Props {
  customer_id: number
  isArchived: boolean
}

/** What the customer was offered, and what it would save. */
export function ProposalsPanel({ customer_id, isArchived }: Props) {
  const to = `/app/proposal/new?customer_id=${customer_id}`
  return (
    <RowsPanel
      entity={proposal}
      customer_id={customer_id}
      add={isArchived ? null : { label: 'New proposal', to, isMain: true }}
      nothing="Nothing here yet. A proposal prices the customer’s own past use at other rates."
    >
      {(rows) => <Proposals rows={rows} />}
    </RowsPanel>
  )
}

function Proposals({ rows }: { rows: readonly Proposal[] }) {
  const options = useOptions()
  return (
    <Table.ScrollContainer minWidth={640} type="native">
      <Table aria-label="Proposals">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Proposal</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Valid until</Table.Th>
            <Table.Th ta="right" style={{ whiteSpace: 'nowrap' }}>
              Cost now
            </Table.Th>
            <Table.Th ta="right" style={{ whiteSpace: 'nowrap' }}>
              Proposed
            </Table.Th>
            <Table.Th ta="right" style={{ whiteSpace: 'nowrap' }}>
              Saving a year
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>
                <Anchor component={Link} to={`/app/proposal/edit?id=${row.id}`} size="sm" fw={600}>
                  {row.name}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {row.proposal_number}
                </Text>
              </Table.Td>
              <Table.Td miw={92}>
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
