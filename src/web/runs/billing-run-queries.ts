import { useQuery } from '@tanstack/react-query'
import type { BillingRun } from '#domain/runs/billingrun.ts'
import { billingrunCalls } from '#domain/runs/billingrun-calls.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'

const working = new Set<BillingRun['run_status']>(['running', 'approving', 'sending'])
export const isWorking = (run: BillingRun) => working.has(run.run_status)
const LOOK_AGAIN_MS = 1000

/** A run and what may be done with it, looked at again while something happens to it. */
export function useRun(id: number) {
  return useQuery({
    queryKey: ['billingruns', 'one', id],
    queryFn: async ({ signal }) => {
      const { data, info } = await send(billingrunCalls.get, { id }, { signal })
      return { run: data, actions: info.available_actions ?? [] }
    },
    refetchInterval: ({ state }) =>
      state.data && isWorking(state.data.run) ? LOOK_AGAIN_MS : false,
  })
}

export function useRunItems(id: number, isBusy: boolean, version: string) {
  return useQuery({
    queryKey: ['billingruns', 'items', id, version],
    queryFn: async ({ signal }) => {
      const { data, info } = await send(billingrunCalls.items, { id, limit: 200 }, { signal })
      return { items: data ?? [], warnings: info.draft_warnings ?? [] }
    },
    placeholderData: (previous) => previous,
    enabled: !isBusy,
  })
}

export function useRecentRuns() {
  return useQuery({
    queryKey: ['billingruns', 'recent'],
    queryFn: async ({ signal }) =>
      (await send(billingrunCalls.list, { limit: '5' }, { signal })).data ?? [],
  })
}

/** Invoices, balances and the runs themselves are other ones by now. */
export function forgetRuns(): Promise<unknown> {
  return Promise.all(
    ['billingruns', 'invoices', 'customers'].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  )
}
