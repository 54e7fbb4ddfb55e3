import { Paper, Skeleton, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { invoiceDocumentCalls } from '#domain/invoices/invoice-document-calls.ts'
import { formatStamp } from '#domain/kit/calendar.ts'
import { humanise } from '#domain/kit/wording.ts'
import { DotChip } from '#web/kit/frame/chip.tsx'
import { WideTable } from '#web/kit/list/wide-table.tsx'
import { send } from '#web/kit/session/send.ts'

/** To whom the invoice and its reminders went, and what became of each mail. */
export function DeliveriesPanel({ id }: { id: number }) {
  const { data, isPending } = useQuery({
    queryKey: ['invoice', id, 'deliveries'],
    queryFn: async ({ signal }) =>
      (await send(invoiceDocumentCalls.deliveries, { id }, { signal })).data ?? [],
    staleTime: 0,
  })
  if (isPending) return <Skeleton height={80} radius="lg" />
  return (
    <Paper component="section">
      <Title order={2} mb="xs">
        Sent to
      </Title>
      {(data ?? []).length === 0 && (
        <Text size="sm" c="dimmed">
          No mail went out.
        </Text>
      )}
      {data && data.length > 0 && (
        <WideTable label="Sent to">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Address</Table.Th>
              <Table.Th>What</Table.Th>
              <Table.Th>When</Table.Th>
              <Table.Th>Delivery</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((one) => (
              <Table.Tr key={one.id}>
                <Table.Td>{one.mail_to}</Table.Td>
                <Table.Td>{humanise(one.kind)}</Table.Td>
                <Table.Td>{formatStamp(one.created_at)}</Table.Td>
                <Table.Td>
                  <DotChip
                    value={one.status}
                    label={humanise(one.status)}
                    explanation={one.error ?? undefined}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
      )}
    </Paper>
  )
}
