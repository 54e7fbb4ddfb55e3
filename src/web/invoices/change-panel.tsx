import { Paper, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { invoiceDocumentCalls } from '#domain/invoices/invoice-document-calls.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { send } from '#web/kit/session/send.ts'

/** Why the invoice is not what the contract's one before was; the parts add up to the cent. */
export function ChangePanel({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: ['invoice', id, 'change'],
    queryFn: async ({ signal }) =>
      (await send(invoiceDocumentCalls.change, { id }, { signal })).data ?? null,
  })
  if (!data) return null
  const parts = data.parts.filter((part) => part.amount !== '0.00')
  return (
    <Paper component="section">
      <Title order={2} mb={4}>
        Against the invoice before
      </Title>
      <Text size="sm" mb="xs">
        {data.words}
      </Text>
      <Table verticalSpacing={4} horizontalSpacing={0} aria-label="Against the invoice before">
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
    </Paper>
  )
}

function signed(amount: string): string {
  return amount.startsWith('-') ? formatMoney(amount) : `+${formatMoney(amount)}`
}
