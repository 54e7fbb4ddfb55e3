import { queryOptions } from '@tanstack/react-query'
import type { Thread } from '#domain/messaging/thread.ts'
import type { threadCalls } from '#domain/messaging/thread-calls.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { light, send } from '#web/kit/session/send.ts'

/** §4: while signed in, new messages are asked for every 20 seconds; hidden pages do not ask. */
export const POLL_MS = 20_000

export type UnreadThread = Pick<Thread, 'id' | 'name' | 'last_at' | 'last_direction'>

const listCall = light<typeof threadCalls.list>('GET', '/threads')
const unread = { 'unread.gt': 0, order: '-last_at', fields: 'name,last_at,last_direction' }

/** How many threads have something nobody has read, on whatever channel; the newest of them. */
export const unreadQuery = queryOptions({
  queryKey: ['threads', 'unread'],
  queryFn: async ({ signal }) => {
    const { data, info } = await send(listCall, { ...unread, limit: 20 }, { signal, isQuiet: true })
    return { total: info.total ?? 0, newest: data ?? [] }
  },
  refetchInterval: POLL_MS,
})

/** Once something was read or answered, the list and the count are others. */
export async function refreshChats(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['messages', 'chats'] }),
    queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey }),
  ])
}
