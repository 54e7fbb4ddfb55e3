import { queryOptions } from '@tanstack/react-query'
import { guardCodeCalls } from '#domain/customers/guard-code-calls.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'

const keyOf = (customer_id: number) => ['customer', customer_id, 'guardcode']

/** How the guard code of a customer stands; read again when what was opened closes. */
export function guardCodeQuery(customer_id: number) {
  return queryOptions({
    queryKey: keyOf(customer_id),
    queryFn: async ({ signal }) =>
      (await send(guardCodeCalls.get, { customer_id }, { signal })).data,
    refetchInterval: ({ state }) => {
      const ends = state.data?.open_until ?? state.data?.locked_until
      return ends ? Math.max(1000, Date.parse(ends) - Date.now() + 500) : false
    },
  })
}

export async function readGuardCodeAgain(customer_id: number): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: keyOf(customer_id) })
}
