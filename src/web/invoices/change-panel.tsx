import { Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { invoiceDocumentCalls } from '#domain/invoices/invoice-document-calls.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { send } from '#web/kit/session/send.ts'
import { DifferenceTable, signed } from './difference-table.tsx'

/** Why it is not what the one before, or the one it replaces, was; the parts add up to the cent. */
export function ChangePanel({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: ['invoice', id, 'change'],
    queryFn: async ({ signal }) =>
      (await send(invoiceDocumentCalls.change, { id }, { signal })).data ?? null,
  })
  if (!data) return null
  const title = data.isReplacement
    ? 'Against the invoice it replaces'
    : 'Against the invoice before'
  const parts = data.parts.filter((part) => part.amount !== '0.00')
  return (
    <Paper component="section">
      <Title order={2} mb={4}>
        {title}
      </Title>
      <Text size="sm" mb="xs">
        {data.words}
      </Text>
      <Table verticalSpacing={4} horizontalSpacing={0} aria-label={title}>
        <Table.Tbody>
          <Table.Tr>
            <Table.Td>{data.previous_number ?? 'The invoice before'}</Table.Td>
            <Table.Td ta="right">{formatMoney(data.previous_amount)}</Table.Td>
          </Table.Tr>
          {parts.map((part) => (
            <Table.Tr key={part.key}>
              <Table.Td>
                {part.label}{' '}
                <Text span size="xs" c="dimmed">
                  {part.words}
                </Text>
              </Table.Td>
              <Table.Td ta="right">{signed(part.amount)}</Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Td fw={650}>This period, paid in time</Table.Td>
            <Table.Td ta="right" fw={650}>
              {formatMoney(data.current_amount)}
            </Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
      {data.lines && (
        <Stack gap={4} mt="sm">
          <DifferenceTable lines={data.lines} />
        </Stack>
      )}
    </Paper>
  )
}
