import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type OwnSession, ownSessionCalls } from '#domain/identity/own-session-calls.ts'
import { ask } from '#web/kit/dialogs/ask.tsx'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { forget } from '#web/kit/session/session.ts'

const columns: Column<OwnSession>[] = [
  { heading: 'Device', isRowHeading: true, cell: (row) => <Device row={row} /> },
  { heading: 'Address', cell: (row) => row.ip },
  { heading: 'Since', cell: (row) => formatStamp(row.created_at) },
  { heading: 'Last seen', cell: (row) => formatStamp(row.last_seen_at) },
  { heading: 'Actions', cell: (row) => !row.is_current && <End row={row} /> },
]

/** Your sessions: where somebody is signed in, and the way to end it. */
export function SessionsPanel() {
  const { data } = useQuery({
    queryKey: ['sessions', 'own'],
    queryFn: async () => (await send(ownSessionCalls.list, {})).data,
    staleTime: 0,
  })
  return (
    <Paper component="section">
      <Title order={2}>Your sessions</Title>
      <Text size="sm" c="dimmed" mb="sm">
        Where you are signed in. If you don't know one of them, sign out of it and change your
        password.
      </Text>
      {data ? (
        <PlainTable label="Your sessions" columns={columns} rows={data} keyOf={(row) => row.id} />
      ) : (
        <Skeleton height={80} />
      )}
      <Button variant="default" mt="sm" onClick={() => void endEverywhere()}>
        Sign out everywhere
      </Button>
    </Paper>
  )
}

function Device({ row }: { row: OwnSession }) {
  return (
    <Group gap="xs" wrap="nowrap">
      {row.is_program ? `Program (${row.device})` : row.device}
      {row.is_current && <StatusChip value="active" label="This one" />}
    </Group>
  )
}

function End({ row }: { row: OwnSession }) {
  async function end() {
    try {
      toast((await send(ownSessionCalls.end, { id: row.id })).message)
    } catch (cause) {
      toastProblem(cause)
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['sessions'] })
    }
  }
  return (
    <Button variant="subtle" onClick={() => void end()} aria-label={`Sign out of ${row.device}`}>
      Sign out
    </Button>
  )
}

async function endEverywhere(): Promise<void> {
  const answer = await ask<'end' | 'cancel'>({
    title: 'Sign out everywhere?',
    text: 'Every session ends at once, this one too. Your API keys go on working.',
    cancel: 'cancel',
    answers: [
      { answer: 'cancel', label: 'Cancel' },
      { answer: 'end', label: 'Sign out everywhere', isMain: true },
    ],
  })
  if (answer === 'cancel') return
  try {
    await send(ownSessionCalls.endAll, {})
    forget()
    // A full load leaves nothing of the session in memory.
    location.assign('/app/signout')
  } catch (cause) {
    toastProblem(cause)
  }
}
