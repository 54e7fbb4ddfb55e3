import { type MessageDelivery, messageDeliveryWords } from '#domain/messaging/message-event.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'

const fields: Record<MessageDelivery['field'], string> = { to: 'To', cc: 'CC', bcc: 'BCC' }

const columns: Column<MessageDelivery>[] = [
  { heading: 'Line', cell: (one) => fields[one.field] },
  { heading: 'Address', cell: (one) => one.address, isRowHeading: true },
  {
    heading: 'How far',
    cell: (one) => <StatusChip value={one.state} label={messageDeliveryWords[one.state]} />,
  },
  { heading: 'Code', cell: (one) => one.code ?? '' },
  { heading: 'Their words', cell: (one) => one.words ?? '' },
]

/** How far it got for each address. */
export function MessageDeliveries({ deliveries }: { deliveries: readonly MessageDelivery[] }) {
  return (
    <PlainTable
      label="Who it went to"
      columns={columns}
      rows={[...deliveries]}
      keyOf={({ address }) => address}
    />
  )
}
