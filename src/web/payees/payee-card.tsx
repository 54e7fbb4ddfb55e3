import { Paper, Skeleton, Text, Title } from '@mantine/core'
import { formatDayShort } from '#domain/kit/calendar.ts'
import type { PayeeAccount, PayeeEvent } from '#domain/payees/payee.ts'
import type { PayeeAccountEvent } from '#domain/payees/payee-calls.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { accountLine } from './account-line.ts'
import { type PayeeKey, usePayee } from './payee-query.ts'

const words: Record<PayeeEvent, string> = {
  first: 'Given first',
  asked: 'Change asked for',
  changed: 'Changed',
  confirmed: 'Confirmed and changed',
  refused: 'Change refused',
  withdrawn: 'Change withdrawn',
  released: 'Released for payment',
}

const columns: Column<PayeeAccountEvent>[] = [
  { heading: 'When and who', cell: (row) => <When row={row} /> },
  { heading: 'What', cell: (row) => <What row={row} /> },
  { heading: 'From → to', cell: (row) => <FromTo row={row} /> },
]

/** Everything that was ever said about where money for somebody goes; nobody can edit it. */
export function PayeeCard(whose: PayeeKey) {
  const { data, isPending, isError, error, refetch } = usePayee(whose)
  return (
    <Paper component="section" aria-label="Bank account history">
      <Title order={2}>Bank account history</Title>
      {isPending && <Skeleton height={60} mt="xs" />}
      {isError && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data?.events.length === 0 && (
        <Text size="sm" c="dimmed">
          No change of the bank account is on record. What it was before is not known.
        </Text>
      )}
      {data && data.events.length > 0 && (
        <PlainTable
          label="Bank account history"
          columns={columns}
          rows={data.events}
          keyOf={(row) => row.id}
        />
      )}
    </Paper>
  )
}

function When({ row }: { row: PayeeAccountEvent }) {
  return (
    <>
      <Text size="sm">{formatStamp(row.created_at)}</Text>
      <Text size="xs" c="dimmed">
        {row.actor_name}
      </Text>
    </>
  )
}

function FromTo({ row }: { row: PayeeAccountEvent }) {
  return (
    <>
      <Account account={row.from} />
      <Account account={row.to} lead="→ " />
    </>
  )
}

function Account({ account, lead = '' }: { account: PayeeAccount; lead?: string }) {
  return (
    <Text size="sm">
      {/* A number is read as one. */}
      <span style={{ whiteSpace: 'nowrap' }}>
        {lead}
        {accountLine({ ...account, name: null })}
      </span>{' '}
      {account.name}
    </Text>
  )
}

function What({ row }: { row: PayeeAccountEvent }) {
  const notes = [row.hold_until && `Paid from ${formatDayShort(row.hold_until)}`, row.reason]
  return (
    <>
      <Text size="sm">{words[row.event]}</Text>
      {notes.filter(Boolean).map((note) => (
        <Text key={note} size="xs" c="dimmed">
          {note}
        </Text>
      ))}
    </>
  )
}
