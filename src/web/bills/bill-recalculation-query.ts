import { queryOptions } from '@tanstack/react-query'
import { billCalls } from '#domain/bills/bill-calls.ts'
import { send } from '#web/kit/session/send.ts'

/** What a bill's checks find now; its contract and readings may have changed since it came. */
export function findingsQuery(id: number) {
  return queryOptions({
    queryKey: ['bill', id, 'recalculation'],
    queryFn: async ({ signal }) => (await send(billCalls.recalculation, { id }, { signal })).data,
    staleTime: 0,
  })
}
