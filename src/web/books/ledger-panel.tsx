import { Anchor, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import type { Transaction } from '#domain/books/transaction.ts'
import { invoicetransactionCalls } from '#domain/books/transaction-calls.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Money } from '#web/kit/list/cells.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { bookedBy, eventText } from './event-words.ts'

/** The entries of the books an invoice has made. */
export function LedgerPanel({ invoice_id }: { invoice_id: number }) {
  return (
    <EntriesPanel
      queryKey={['transactions', 'of invoice', invoice_id]}
      queryFn={async ({ signal }) => {
        const params = { invoice_id, order: 'id', limit: 200 }
        return (await send(invoicetransactionCalls.list, params, { signal })).data ?? []
      }}
      nothing="Nothing is booked before the invoice goes out."
    />
  )
}

interface Props {
  queryKey: readonly unknown[]
  queryFn: (asked: { signal: AbortSignal }) => Promise<Transaction[]>
  nothing: string
}

/** Some entries of the books, each with who booked it and why. */
export function EntriesPanel({ queryKey, queryFn, nothing }: Props) {
  const { role } = useSession()
  // The books as a whole are the manager's.
  const mayOpen = atLeast(role, 'manager')
  const { data, isPending, error, refetch } = useQuery({ queryKey, queryFn, staleTime: 0 })
  return (
    <Paper component="section">
      <Title order={2} mb="xs">
        Entries of the books
      </Title>
      {isPending && <Skeleton height={60} />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {nothing}
        </Text>
      )}
      {data && data.length > 0 && (
        <PlainTable
          label="Entries of the books"
          rows={data}
          keyOf={(row) => row.id}
          columns={[
            { heading: 'Date', cell: (row) => formatDay(row.transaction_date) },
            {
              heading: 'Entry',
              cell: ({ id, event }) =>
                mayOpen ? <EntryLink id={id}>{eventText(event)}</EntryLink> : eventText(event),
            },
            { heading: 'Reason', cell: (row) => row.reason },
            { heading: 'Booked by', cell: bookedBy },
            { heading: 'Amount', isNumber: true, cell: (row) => <Money value={row.amount} /> },
          ]}
        />
      )}
    </Paper>
  )
}

function EntryLink({ id, children }: { id: number; children: ReactNode }) {
  return (
    <Anchor component={Link} to={`/app/transaction?id=${id}`} size="sm" fw={600}>
      {children}
    </Anchor>
  )
}
