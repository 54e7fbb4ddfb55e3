import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { formatDay } from '#domain/kit/calendar.ts'
import { type Proposal, proposal } from '#domain/proposals/proposal.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Money } from '#web/kit/list/cells.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
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
    <PlainTable
      label="Proposals"
      rows={rows}
      keyOf={(row) => row.id}
      columns={[
        { heading: 'Proposal', cell: (row) => <Named row={row} /> },
        {
          heading: 'Status',
          cell: ({ proposal_status }) =>
            proposal_status && (
              <StatusChip
                value={proposal_status}
                label={options.labelOf('proposal_status', proposal_status)}
              />
            ),
        },
        { heading: 'Valid until', cell: (row) => formatDay(row.valid_until_date) || '—' },
        { heading: 'Cost now', isNumber: true, cell: (row) => amount(row.current_cost) },
        { heading: 'Proposed', isNumber: true, cell: (row) => amount(row.candidate_cost) },
        {
          heading: 'Saving a year',
          isNumber: true,
          isStrong: true,
          cell: (row) => amount(row.saving_amount),
        },
      ]}
    />
  )
}

function Named({ row }: { row: Proposal }) {
  return (
    <>
      <Anchor component={Link} to={`/app/proposal/edit?id=${row.id}`} size="sm" fw={600}>
        {row.name}
      </Anchor>
      <Text size="xs" c="dimmed">
        {row.proposal_number}
      </Text>
    </>
  )
}

const amount = (value: string | null) => (value === null ? '—' : <Money value={value} />)
