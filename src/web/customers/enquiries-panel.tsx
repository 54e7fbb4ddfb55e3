import { Anchor, Table, VisuallyHidden } from '@mantine/core'
import { Link } from 'react-router'
import { formatDay } from '#domain/kit/calendar.ts'
import { type Enquiry, enquiry } from '#domain/operations/enquiry.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
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
    <Table.ScrollContainer minWidth={420} type="native">
      <Table aria-label="Enquiries">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Subject</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Follow up on</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>
                <Anchor component={Link} to={`/app/enquiry?id=${row.id}`} size="sm" fw={600}>
                  {row.subject}
                </Anchor>
              </Table.Td>
              <Table.Td>
                {row.enquiry_status && (
                  <StatusChip
                    value={row.enquiry_status}
                    label={options.labelOf('enquiry_status', row.enquiry_status)}
                  />
                )}
              </Table.Td>
              <Table.Td>{formatDay(row.follow_up_date) || '—'}</Table.Td>
              <Table.Td ta="right">
                <Anchor component={Link} to={newProposalPath(row)} size="sm">
                  New proposal
                </Anchor>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** A proposal that answers an enquiry begins with its subject. */
export function newProposalPath(row: Pick<Enquiry, 'subject' | 'customer_id'>): string {
  const params = new URLSearchParams({ customer_id: String(row.customer_id), name: row.subject })
  return `/app/proposal/new?${params}`
}
