import { queryOptions } from '@tanstack/react-query'
import { doubleCalls } from '#domain/messaging/double-calls.ts'
import { send } from '#web/kit/session/send.ts'

/** What is on the customers' phones, where a demonstration has them. */
export const doubleTextsQuery = queryOptions({
  queryKey: ['doublephones'],
  queryFn: async ({ signal }) => {
    const { data, info } = await send(doubleCalls.texts, {}, { signal, isQuiet: true })
    return { texts: data ?? [], is_there: info.is_there }
  },
  staleTime: 5000,
  refetchInterval: 5000,
})

/** What lies in the customers' mailboxes, where a demonstration has them. */
export const doubleMailsQuery = queryOptions({
  queryKey: ['doublemails'],
  queryFn: async ({ signal }) => {
    const { data, info } = await send(doubleCalls.mails, {}, { signal, isQuiet: true })
    return { mails: data ?? [], is_there: info.is_there }
  },
  staleTime: 5000,
})
