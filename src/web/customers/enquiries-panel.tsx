import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { formatDay } from '#domain/kit/calendar.ts'
import { type Enquiry, enquiry } from '#domain/operations/enquiry.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { RowsPanel } from '#web/kit/list/rows-panel.tsx'

interface Props {
  customer_id: number
  isArchived: boolean
}

/** What the customer asked for. */
export function EnquiriesPanel({ customer_id, isArchived }: Props) {
  const to = `/app/enquiry?customer_id=${customer_id}`
  return (
    <RowsPanel
      entity={enquiry}
      customer_id={customer_id}
      add={isArchived ? null : { label: 'New enquiry', to }}
      nothing="Nothing here yet."
    >
      {(rows) => <Enquiries rows={rows} />}
    </RowsPanel>
  )
}

function Enquiries({ rows }: { rows: readonly Enquiry[] }) {
  const options = useOptions()
  return (
    <PlainTable
      label="Enquiries"
      rows={rows}
      keyOf={(row) => row.id}
      columns={[
        {
          heading: 'Subject',
          cell: (row) => (
            <Anchor component={Link} to={`/app/enquiry?id=${row.id}`} size="sm" fw={600}>
              {row.subject}
            </Anchor>
          ),
        },
        {
          heading: 'Status',
          cell: ({ enquiry_status }) =>
            enquiry_status && (
              <StatusChip
                value={enquiry_status}
                label={options.labelOf('enquiry_status', enquiry_status)}
              />
            ),
        },
        { heading: 'Follow up on', cell: (row) => formatDay(row.follow_up_date) || '—' },
        {
          heading: 'Actions',
          isHeadingHidden: true,
          isNumber: true,
          cell: (row) => (
            <Anchor component={Link} to={newProposalPath(row)} size="sm">
              New proposal
            </Anchor>
          ),
        },
      ]}
    />
  )
}

/** A proposal that answers an enquiry begins with its subject. */
export function newProposalPath(row: Pick<Enquiry, 'subject' | 'customer_id'>): string {
  const params = new URLSearchParams({ customer_id: String(row.customer_id), name: row.subject })
  return `/app/proposal/new?${params}`
}
