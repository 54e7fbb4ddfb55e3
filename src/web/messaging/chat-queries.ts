import { queryOptions } from '@tanstack/react-query'
import type { Message } from '#domain/messaging/message.ts'
import type { messageCalls } from '#domain/messaging/message-calls.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { light, send } from '#web/kit/session/send.ts'

/** §4: while signed in, new messages are asked for every 20 seconds; hidden pages do not ask. */
export const POLL_MS = 20_000

export type UnreadMessage = Pick<Message, 'id' | 'sender' | 'customer_id'>

const listCall = light<typeof messageCalls.list>('GET', '/messages')
const unread = { type: 'chat', direction: 'in', 'read_at.null': 'true' }

/** How many messages of customers nobody has read, and the newest of them. */
export const unreadQuery = queryOptions({
  queryKey: ['messages', 'unread'],
  queryFn: async ({ signal }) => {
    const params = { ...unread, fields: 'sender,customer_id', limit: 20 }
    const { data, info } = await send(listCall, params, { signal, isQuiet: true })
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
