import { Button, Group, Paper, Skeleton, Title } from '@mantine/core'
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { bankfeedCalls } from '#domain/bank/feed/feed-calls.ts'
import { forgetBank } from '#web/bank/bank-query.ts'
import { ask } from '#web/kit/dialogs/ask.tsx'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { ConnectDialog } from './connect-dialog.tsx'
import { Connected, NoFeed } from './feed-facts.tsx'

const WATCH_MS = 2000
const WATCHED = 15

/** How lines of an account come in by themselves, or how they could. */
export function FeedPanel({ id, name }: { id: number; name: string }) {
  const { role } = useSession()
  const watch = useWatch()
  const state = useQuery({
    queryKey: ['bankaccount', id, 'feed'],
    queryFn: async ({ signal }) => (await send(bankfeedCalls.state, { id }, { signal })).data,
    refetchInterval: watch.isOn ? WATCH_MS : false,
    staleTime: 0,
  })
  const [isConnecting, setIsConnecting] = useState(false)
  const seen = `${state.data?.feed?.fetched_at} ${state.data?.feed?.message}`
  useEffect(() => watch.look(seen), [seen, watch.look])
  const mayConnect = atLeast(role, bankfeedCalls.connect.policy.from)
  const connect = () => setIsConnecting(true)
  return (
    <Paper component="section" aria-label="Feed">
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={2}>Feed</Title>
        {state.data?.feed && (
          <StatusChip
            value={state.data.feed.feed_status === 'working' ? 'active' : 'failed'}
            label={state.data.feed.feed_status}
          />
        )}
      </Group>
      {state.isPending && <Skeleton height={90} />}
      {state.isError && !state.data && (
        <Trouble cause={state.error} onRetry={() => void state.refetch()} />
      )}
      {state.data && !state.data.feed && (
        <NoFeed state={state.data} mayConnect={mayConnect} onConnect={connect} />
      )}
      {state.data?.feed && (
        <>
          <Connected feed={state.data.feed} mayConnect={mayConnect} />
          <Group gap="xs" mt="sm">
            <Button
              leftSection={<IconRefresh size={15} aria-hidden />}
              loading={watch.isOn}
              onClick={() => void fetchNow(id, () => watch.start(seen))}
            >
              Fetch now
            </Button>
            {mayConnect && state.data.is_offered && (
              <Button variant="default" onClick={connect}>
                Connect again
              </Button>
            )}
            {mayConnect && (
              <Button
                variant="default"
                leftSection={<IconPlugConnectedX size={15} aria-hidden />}
                onClick={() => void disconnect(id, name)}
              >
                Disconnect
              </Button>
            )}
          </Group>
        </>
      )}
      {isConnecting && (
        <ConnectDialog
          id={id}
          onClose={() => setIsConnecting(false)}
          onConnected={() => watch.start(seen)}
        />
      )}
    </Paper>
  )
}

/** Looks again and again for a while, until what is shown has changed. */
function useWatch() {
  const [isOn, setIsOn] = useState(false)
  const before = useRef<string | null>(null)
  const look = useRef((seen: string) => {
    if (before.current === null || before.current === seen) return
    before.current = null
    setIsOn(false)
    void forgetBank()
  }).current
  useEffect(() => {
    if (!isOn) return
    const end = setTimeout(() => setIsOn(false), WATCH_MS * WATCHED)
    return () => clearTimeout(end)
  }, [isOn])
  const start = (seen: string) => {
    before.current = seen
    setIsOn(true)
  }
  return { isOn, look, start }
}

async function fetchNow(id: number, onAsked: () => void): Promise<void> {
  try {
    const { message } = await send(bankfeedCalls.fetch, { id }, { key: crypto.randomUUID() })
    toast(message)
    onAsked()
  } catch (cause) {
    toastProblem(cause)
  }
}

async function disconnect(id: number, name: string): Promise<void> {
  const answer = await ask<'disconnect' | 'cancel'>({
    title: 'Disconnect the feed?',
    text: `No more lines of ${name} come in by themselves, and its token is forgotten. Lines that came in stay.`,
    cancel: 'cancel',
    answers: [
      { answer: 'cancel', label: 'Cancel' },
      { answer: 'disconnect', label: 'Disconnect', isDanger: true },
    ],
  })
  if (answer !== 'disconnect') return
  try {
    toast((await send(bankfeedCalls.disconnect, { id }, { key: crypto.randomUUID() })).message)
  } catch (cause) {
    toastProblem(cause)
  }
  await forgetBank()
}
