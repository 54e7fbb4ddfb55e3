import { queryOptions } from '@tanstack/react-query'
import { doubleCalls } from '#domain/messaging/double-calls.ts'
import { send } from '#web/kit/session/send.ts'

/** What lies in the customers' mailboxes; an error where there are none, outside a demonstration. */
export const doubleMailsQuery = queryOptions({
  queryKey: ['doublemails'],
  queryFn: async ({ signal }) =>
    (await send(doubleCalls.mails, {}, { signal, isQuiet: true })).data ?? [],
  staleTime: 5000,
  retry: false,
})
