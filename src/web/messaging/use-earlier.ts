import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Message } from '#domain/messaging/message.ts'
import { messageCalls } from '#domain/messaging/message-calls.ts'
import { send } from '#web/kit/session/send.ts'
import { THREAD_PAGE } from './thread-queries.ts'

/** What was said in a thread before what is in sight, page by page, once somebody asks for it. */
export function useEarlier(thread_id: number, shown: readonly Message[] | undefined) {
  // From where it was asked first: what comes meanwhile moves nothing.
  const [from, setFrom] = useState<number | null>(null)
  const query = useInfiniteQuery({
    queryKey: ['thread', thread_id, 'earlier', from],
    queryFn: async ({ pageParam, signal }) => {
      const asked = { thread_id, 'id.lt': pageParam, order: '-id', limit: THREAD_PAGE }
      return (await send(messageCalls.list, asked, { signal, isQuiet: true })).data ?? []
    },
    initialPageParam: from ?? 0,
    getNextPageParam: (page) => (page.length < THREAD_PAGE ? undefined : oldestOf(page)),
    enabled: from !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const known = query.data?.pages.flat() ?? []
  const ids = new Set((shown ?? []).map(({ id }) => id))
  return {
    messages: known.filter(({ id }) => !ids.has(id)),
    hasMore: from === null ? (shown?.length ?? 0) >= THREAD_PAGE : query.hasNextPage,
    isLoading: query.isFetching,
    load: () => {
      if (from === null) setFrom(oldestOf(shown ?? []))
      else void query.fetchNextPage()
    },
  }
}

const oldestOf = (messages: readonly Message[]) => Math.min(...messages.map(({ id }) => id))
