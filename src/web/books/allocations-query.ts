import { queryOptions } from '@tanstack/react-query'
import { allocationCalls } from '#domain/books/allocation-calls.ts'
import type { InputOf } from '#domain/kit/call.ts'
import { send } from '#web/kit/session/send.ts'

/** What lies on an invoice or adjustment, or where a payment or credit went. */
export function allocationsQuery(of: InputOf<typeof allocationCalls.list>) {
  return queryOptions({
    queryKey: ['allocations', of],
    queryFn: async ({ signal }) => (await send(allocationCalls.list, of, { signal })).data ?? [],
    staleTime: 0,
  })
}
