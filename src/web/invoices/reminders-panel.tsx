import { Paper, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { invoiceDocumentCalls } from '#domain/invoices/invoice-document-calls.ts'
import { humanise, plural } from '#domain/kit/wording.ts'
import { DotChip } from '#web/kit/frame/chip.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'

/** The steps of reminding: what went out, and what care or a hold forbade. */
export function RemindersPanel({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: ['invoice', id, 'reminders'],
    queryFn: async ({ signal }) =>
      (await send(invoiceDocumentCalls.reminders, { id }, { signal })).data ?? [],
    staleTime: 0,
  })
  if (!data || data.length === 0) return null
  return (
    <Paper component="section">
      <Title order={2} mb="xs">
        Reminders
      </Title>
      <PlainTable
        label="Reminders"
        rows={data}
        keyOf={(one) => one.id}
        columns={[
          { heading: 'Step', cell: (one) => `${plural(one.step, 'working day')} after due` },
          { heading: 'When', cell: (one) => formatStamp(one.created_at) },
          {
            heading: 'Outcome',
            cell: (one) => <DotChip value={one.outcome} label={humanise(one.outcome)} />,
          },
          { heading: 'Why', cell: (one) => one.reason ?? '' },
        ]}
      />
    </Paper>
  )
}
