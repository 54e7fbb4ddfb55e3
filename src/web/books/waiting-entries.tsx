import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { accountText } from '#domain/books/account-names.ts'
import type { ManualEntry } from '#domain/books/manualentry.ts'
import { manualentryCalls } from '#domain/books/manualentry-calls.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { ask } from '#web/kit/dialogs/ask.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { Money } from '#web/kit/list/cells.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { send } from '#web/kit/session/send.ts'
import { forgetMoney } from './forget-money.ts'

const columns: Column<ManualEntry>[] = [
  { heading: 'Date', cell: (row) => formatDay(row.transaction_date ?? row.created_at) },
  { heading: 'Lines', cell: (row) => <Lines row={row} /> },
  { heading: 'Reason', cell: (row) => row.reason },
  { heading: 'Written by', cell: (row) => row.written_by },
  { heading: 'Amount', isNumber: true, cell: (row) => <Money value={row.amount} /> },
  { heading: 'Actions', isHeadingHidden: true, cell: (row) => <Decision row={row} /> },
]

/** Entries over the limit of four eyes, until a colleague of who wrote them has looked. */
export function WaitingEntries() {
  const { data, error, refetch } = useQuery({
    queryKey: ['transactions', 'waiting'],
    queryFn: async ({ signal }) => {
      const params = { entry_status: 'waiting', order: 'id', limit: 100 }
      return (await send(manualentryCalls.list, params, { signal })).data ?? []
    },
    staleTime: 0,
  })
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <Paper component="section">
      <Title order={2}>Entries to approve</Title>
      <Text size="sm" c="dimmed" mb="xs">
        Over the limit one person writes an entry and another books it.
      </Text>
      <PlainTable
        label="Entries to approve"
        columns={columns}
        rows={data}
        keyOf={(row) => row.id}
      />
    </Paper>
  )
}

function Lines({ row }: { row: ManualEntry }) {
  return (row.lines ?? []).map(({ account, amount }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines stay as they were written
    <Text key={place} size="sm">
      {accountText(account)} {formatMoney(amount)}
    </Text>
  ))
}

function Decision({ row }: { row: ManualEntry }) {
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Button size="xs" onClick={() => void decide(row, 'approve')}>
        Approve
      </Button>
      <Button size="xs" variant="default" onClick={() => void decide(row, 'withdraw')}>
        Withdraw
      </Button>
    </Group>
  )
}

const questions = {
  approve: { title: 'Book the entry?', label: 'Approve', text: 'It is booked in your name.' },
  withdraw: { title: 'Withdraw the entry?', label: 'Withdraw', text: 'It is never booked then.' },
}

async function decide(row: ManualEntry, action: keyof typeof questions): Promise<void> {
  const { title, label, text } = questions[action]
  const answer = await ask<'yes' | 'cancel'>({
    title,
    text: `$${formatMoney(row.amount)}, written by ${row.written_by}. ${text}`,
    cancel: 'cancel',
    answers: [
      { answer: 'cancel', label: 'Cancel' },
      { answer: 'yes', label, isMain: true },
    ],
  })
  if (answer === 'cancel') return
  try {
    const { id, version } = row
    toast((await send(manualentryCalls[action], { id, version })).message)
  } catch (cause) {
    toastProblem(cause)
  } finally {
    await forgetMoney()
  }
}
