import { Paper, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { invoiceDocumentCalls, type VisitorKind } from '#domain/invoices/invoice-document-calls.ts'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'

const visitors: Record<VisitorKind, string> = {
  customer: 'The customer',
  staff: 'Somebody of the office',
  robot: 'A program',
  fetched: 'Only fetched, perhaps by a mail program',
}

/** Who opened the page behind the invoice’s link, when and from where. */
export function OpeningsPanel({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: ['invoice', id, 'openings'],
    queryFn: async ({ signal }) =>
      (await send(invoiceDocumentCalls.openings, { id }, { signal })).data ?? [],
    staleTime: 0,
  })
  if (!data || data.length === 0) return null
  return (
    <Paper component="section">
      <Title order={2} mb="xs">
        Opened
      </Title>
      <PlainTable
        label="Opened"
        rows={data}
        keyOf={(one) => one.id}
        columns={[
          { heading: 'By', cell: (one) => visitors[one.kind] },
          { heading: 'When', cell: (one) => formatStamp(one.created_at) },
          { heading: 'From', cell: (one) => one.ip },
          { heading: 'With', cell: (one) => one.user_agent },
        ]}
      />
    </Paper>
  )
}
