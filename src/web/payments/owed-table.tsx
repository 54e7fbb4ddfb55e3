import { Button, Table, Text, Title } from '@mantine/core'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { today } from '#web/kit/frame/today.ts'
import { Money } from '#web/kit/list/cells.tsx'

interface Props {
  rows: readonly Invoice[] | undefined
  /** The invoice the money is meant for. */
  meant: Invoice | undefined
  isByReference: boolean
  onChoose: (row: Invoice) => void
}

/** What the customer owes, and which of it the money is for. */
export function OwedTable({ rows, meant, isByReference, onChoose }: Props) {
  if (!rows) return null
  return (
    <>
      <Title order={2} mb="xs">
        Owed by this customer
      </Title>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing is owed: the money becomes credit.
        </Text>
      )}
      {rows.length > 0 && (
        <Table verticalSpacing={6} horizontalSpacing={6} aria-label="Owed by this customer">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Invoice</Table.Th>
              <Table.Th>Due</Table.Th>
              <Table.Th ta="right">Still owed</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.id}>
                <Table.Td>
                  <Button
                    variant={row.id === meant?.id ? 'light' : 'default'}
                    aria-pressed={row.id === meant?.id}
                    onClick={() => onChoose(row)}
                  >
                    {row.invoice_number}
                  </Button>
                </Table.Td>
                <Table.Td>{formatDay(row.due_date)}</Table.Td>
                <Table.Td ta="right">
                  <Money value={row.balance ?? '0.00'} isOverdue={(row.due_date ?? '') < today()} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {meant && (
        <Text size="xs" c="dimmed" mt={6}>
          {isByReference
            ? `The reference names ${meant.invoice_number}.`
            : `For ${meant.invoice_number} first.`}
        </Text>
      )}
    </>
  )
}
