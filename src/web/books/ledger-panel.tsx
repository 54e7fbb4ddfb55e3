import { Anchor, Paper, Skeleton, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { invoicetransactionCalls } from '#domain/books/transaction-calls.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Money } from '#web/kit/list/cells.tsx'
import { WideTable } from '#web/kit/list/wide-table.tsx'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { bookedBy, eventText } from './account-words.ts'

/** The entries of the books an invoice has made. */
export function LedgerPanel({ invoice_id }: { invoice_id: number }) {
  const { role } = useSession()
  // The books as a whole are the manager's.
  const mayOpen = atLeast(role, 'manager')
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['transactions', 'of invoice', invoice_id],
    queryFn: async ({ signal }) => {
      const params = { invoice_id, order: 'id', limit: 200 }
      return (await send(invoicetransactionCalls.list, params, { signal })).data ?? []
    },
    staleTime: 0,
  })
  return (
    <Paper component="section">
      <Title order={2} mb="xs">
        Entries of the books
      </Title>
      {isPending && <Skeleton height={60} />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing is booked before the invoice goes out.
        </Text>
      )}
      {data && data.length > 0 && (
        <WideTable label="Entries of the books">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Date</Table.Th>
              <Table.Th>Entry</Table.Th>
              <Table.Th>Reason</Table.Th>
              <Table.Th>Booked by</Table.Th>
              <Table.Th ta="right">Amount</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((row) => (
              <Table.Tr key={row.id}>
                <Table.Td>{formatDay(row.transaction_date)}</Table.Td>
                <Table.Td>
                  {mayOpen ? (
                    <Anchor
                      component={Link}
                      to={`/app/transaction?id=${row.id}`}
                      size="sm"
                      fw={600}
                    >
                      {eventText(row.event)}
                    </Anchor>
                  ) : (
                    eventText(row.event)
                  )}
                </Table.Td>
                <Table.Td>{row.reason}</Table.Td>
                <Table.Td>{bookedBy(row)}</Table.Td>
                <Table.Td ta="right">
                  <Money value={row.amount} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
      )}
    </Paper>
  )
}
