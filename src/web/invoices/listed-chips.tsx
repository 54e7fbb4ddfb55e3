import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { undeliveredTrouble } from '#domain/messaging/message-trouble.ts'
import { usePageRows } from '#web/kit/list/page-rows.ts'
import { TroubleChips } from '#web/messaging/trouble-chips.tsx'
import { InvoiceChips } from './invoice-chips.tsx'
import { undeliveredQuery } from './invoice-queries.ts'

/** The status in a list, with the newest message about it that did not get there. */
export function ListedChips({ row }: { row: Invoice }) {
  const { data, isPending } = useQuery(undeliveredQuery(usePageRows().map(({ id }) => id)))
  const message = data?.find(({ invoice_id }) => invoice_id === row.id)
  return (
    <InvoiceChips row={row} isBrief waiting={isPending && room}>
      {message && <TroubleChips troubles={[undeliveredTrouble(message)]} />}
    </InvoiceChips>
  )
}

// The columns are measured once, before it is known whose mail came back.
const room = (
  <Badge tt="uppercase" aria-hidden style={{ visibility: 'hidden' }}>
    Came back
  </Badge>
)
