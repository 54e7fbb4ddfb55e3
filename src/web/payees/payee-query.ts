import { useQuery } from '@tanstack/react-query'
import type { PayeeKind } from '#domain/payees/payee.ts'
import { payeeCalls } from '#domain/payees/payee-calls.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'

export interface PayeeKey {
  kind: PayeeKind
  id: number
}

/** What happened to an account, and what holds now; asked for again with its record. */
export function usePayee({ kind, id }: PayeeKey) {
  return useQuery({
    queryKey: [kind, id, 'account'],
    queryFn: async ({ signal }) => {
      const answer = await send(payeeCalls.list, { payee_kind: kind, payee_id: id }, { signal })
      return { events: answer.data ?? [], standing: answer.info }
    },
    staleTime: 0,
  })
}

/** An answer changes the record, what waits for it and what may be paid. */
export async function forgetPayee({ kind }: PayeeKey): Promise<void> {
  const keys = [kind, `${kind}s`, 'tasks', 'billpayments']
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
}
