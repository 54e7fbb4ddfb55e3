import { Paper, Table, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { invoiceDocumentCalls } from '#domain/invoices/invoice-document-calls.ts'
import { formatStamp } from '#domain/kit/calendar.ts'
import { humanise, plural } from '#domain/kit/wording.ts'
import { DotChip } from '#web/kit/frame/chip.tsx'
import { WideTable } from '#web/kit/list/wide-table.tsx'
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
      <WideTable label="Reminders">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Step</Table.Th>
            <Table.Th>When</Table.Th>
            <Table.Th>Outcome</Table.Th>
            <Table.Th>Why</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.map((one) => (
            <Table.Tr key={one.id}>
              <Table.Td>{plural(one.step, 'working day')} after due</Table.Td>
              <Table.Td>{formatStamp(one.created_at)}</Table.Td>
              <Table.Td>
                <DotChip value={one.outcome} label={humanise(one.outcome)} />
              </Table.Td>
              <Table.Td>{one.reason ?? ''}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
    </Paper>
  )
}
