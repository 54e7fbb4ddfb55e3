import { queryOptions, useQuery } from '@tanstack/react-query'
import { directdebitCalls } from '#domain/directdebit/directdebit-calls.ts'
import { mandate } from '#domain/directdebit/mandate.ts'
import { debitStates } from '#domain/directdebit/provider-words.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { listCall, listInput } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'

/** Whether direct debit is connected, and how the connection stands. */
export const connectionQuery = queryOptions({
  queryKey: ['directdebit', 'state'],
  queryFn: async ({ signal }) => (await send(directdebitCalls.state, {}, { signal })).data,
})

export const overviewQuery = queryOptions({
  queryKey: ['directdebit', 'overview'],
  queryFn: async ({ signal }) => (await send(directdebitCalls.overview, {}, { signal })).data,
  staleTime: 0,
})

/** Customers who were invited to authorise us and have not done so. */
export const invitationsQuery = queryOptions({
  queryKey: ['directdebit', 'invitations'],
  queryFn: async ({ signal }) =>
    (await send(directdebitCalls.invitations, {}, { signal })).data ?? [],
  staleTime: 0,
})

/** The authorities of a customer, the one in use first. */
export function mandatesQuery(customer_id: number) {
  return queryOptions({
    queryKey: ['mandates', 'of customer', customer_id],
    queryFn: async ({ signal }) => {
      const asked = { customer_id, order: '-created_at', limit: 50 }
      const rows = (await send(listCall<typeof mandate>(mandate), asked, { signal })).data ?? []
      return rows.toSorted((a, b) => Number(b.is_current) - Number(a.is_current))
    },
    staleTime: 0,
  })
}

const MOST_DEBITS = 100

/** The debits of a customer or of one invoice, the newest first. */
export function debitsQuery(about: { customer_id: number } | { invoice_id: number }) {
  return queryOptions({
    queryKey: ['invoicepayments', 'debits', about],
    queryFn: async ({ signal }) => {
      const which = { ...about, 'debit_state.in': debitStates.join(',') }
      const asked = listInput({ ...which, order: '-charge_date', limit: MOST_DEBITS })
      const { data, info } = await send(listCall<typeof invoicepayment>(invoicepayment), asked, {
        signal,
      })
      return { rows: data ?? [], titles: info.titles ?? {} }
    },
    staleTime: 0,
  })
}

const MOST_RETRIES = 500

/** The newest tries that repeat one that was not honoured, by the one they repeat. */
export const retriesQuery = queryOptions({
  queryKey: ['invoicepayments', 'retries'],
  queryFn: async ({ signal }) => {
    const which = { 'retry_of_id.null': false, order: '-id', limit: MOST_RETRIES }
    const asked = listInput(which)
    const { data } = await send(listCall<typeof invoicepayment>(invoicepayment), asked, { signal })
    // One that was made anew stands in place of the one before.
    return new Map((data ?? []).toReversed().map((one) => [one.retry_of_id ?? 0, one]))
  },
  staleTime: 0,
})

/** Whether anything of direct debit can be done at all; undefined until that is known. */
export function useIsConnected(): boolean | undefined {
  return useQuery(connectionQuery).data?.is_connected
}

const SOON_MS = [2000, 6000]

/** What the provider is asked to do is done a moment later: it is looked for again by then. */
export async function forgetDebitsSoon(): Promise<void> {
  for (const wait of SOON_MS) setTimeout(() => void forgetDebits(), wait)
  await forgetDebits()
}

const names = ['directdebit', 'mandates', 'mandate', 'payouts', 'payout', 'ddevents']

/** After anything about direct debit changed, all that shows some of it is asked for again. */
export async function forgetDebits(): Promise<void> {
  await Promise.all([
    forgetMoney(),
    ...names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
  ])
}
