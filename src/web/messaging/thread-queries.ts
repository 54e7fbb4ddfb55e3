import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Message } from '#domain/messaging/message.ts'
import { messageCalls } from '#domain/messaging/message-calls.ts'
import { threadCalls } from '#domain/messaging/thread-calls.ts'
import type { ThreadState } from '#domain/messaging/thread-machine.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { POLL_MS, refreshChats } from './chat-queries.ts'

export type ThreadView = ThreadState | 'all'

const PAGE = 50

/** How much of a thread is shown before somebody asks for more. */
export const THREAD_PAGE = 200

/** The threads in one state, those that were written in last first. */
export function threadsQuery(view: ThreadView, isUnmatched: boolean) {
  const filter = {
    ...(view === 'all' ? {} : { state: view }),
    'address.null': isUnmatched ? 'false' : undefined,
    'last_at.null': 'false',
  }
  return infiniteQueryOptions({
    queryKey: ['threads', view, isUnmatched],
    queryFn: ({ pageParam, signal }) =>
      send(
        threadCalls.list,
        { ...filter, order: '-last_at', limit: PAGE, cursor: pageParam ?? undefined },
        { signal, isQuiet: true },
      ),
    // From where the last page ended: the thousandth page costs what the first one costs.
    initialPageParam: null as string | null,
    getNextPageParam: ({ info }) => info?.next_cursor ?? null,
    staleTime: 0,
    refetchInterval: POLL_MS,
  })
}

export const threadQuery = (id: number) =>
  queryOptions({
    queryKey: ['thread', id],
    queryFn: ({ signal }) => send(threadCalls.get, { id }, { signal, isQuiet: true }),
    staleTime: 0,
    refetchInterval: POLL_MS,
  })

export const threadMessagesQuery = (thread_id: number) =>
  queryOptions({
    queryKey: ['thread', thread_id, 'messages'],
    queryFn: async ({ signal }) => {
      const asked = { thread_id, order: '-created_at', limit: THREAD_PAGE }
      return (await send(messageCalls.list, asked, { signal, isQuiet: true })).data ?? []
    },
    staleTime: 0,
    refetchInterval: POLL_MS,
  })

type KeptDraft = Pick<Message, 'id' | 'thread_id'>

/** A draft is in its thread as it was kept last, for whoever comes back to it; or is gone. */
export function keepInThread({ id, thread_id }: KeptDraft, draft: Message | null): void {
  if (thread_id === null) return
  queryClient.setQueryData(threadMessagesQuery(thread_id).queryKey, (known) => {
    const others = known?.filter((one) => one.id !== id)
    return others && [...(draft ? [draft] : []), ...others]
  })
}

/** Once something was done, every list and count may be another. */
export async function refreshThreads(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['threads'] }),
    queryClient.invalidateQueries({ queryKey: ['thread'] }),
    refreshChats(),
  ])
}
