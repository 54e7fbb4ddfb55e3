import { useQuery } from '@tanstack/react-query'
import type { BillingRun } from '#domain/runs/billingrun.ts'
import { api } from '#web/kit/session/api.ts'
import { queryClient } from '#web/kit/session/query.ts'

interface RunWarning {
  code: string
  message: string
}

/** A kind of warning, and how many drafts of a run have it. */
export interface DraftWarning extends RunWarning {
  invoices: number
}

interface RunLine {
  contract_id: number
  contract_number: string | null
  customer_id: number
  customer_name: string | null
  period_start: string
  period_end: string
  discounted_total_this_period: string | null
  undiscounted_total_this_period: string | null
  warnings: RunWarning[]
}

/** One contract of a dry run. */
export interface DryLine extends RunLine {
  exception: string | null
}

export interface DryRun {
  lines: DryLine[]
  total: number
  exceptions: number
  with_warnings: number
  discounted_total: string
  undiscounted_total: string
}

/** One contract of a run and what became of it. */
export interface RunItem extends RunLine {
  id: number
  item_status: 'waiting' | 'made' | 'approved' | 'sent' | 'failed'
  message: string | null
  invoice_id: number | null
  invoice_number: string | null
}

const working = new Set(['running', 'approving', 'sending'])
export const isWorking = (run: BillingRun) => working.has(run.run_status)
const LOOK_AGAIN_MS = 1000

/** A run, looked at again while something happens to it. */
export function useRun(id: number) {
  return useQuery({
    queryKey: ['billingruns', 'one', id],
    queryFn: async ({ signal }) =>
      (await api.get<BillingRun & { id: number }>('/billingrun', { id }, { signal })).data,
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? LOOK_AGAIN_MS : false),
  })
}

export function useRunItems(id: number, isBusy: boolean, version: string) {
  return useQuery({
    queryKey: ['billingruns', 'items', id, version],
    queryFn: async ({ signal }) => {
      const { data, info } = await api.get<RunItem[]>(
        '/billingrun/items',
        { id, limit: 200 },
        { signal },
      )
      // The call answers these beside its items.
      return { items: data ?? [], warnings: (info.draft_warnings ?? []) as DraftWarning[] }
    },
    placeholderData: (previous) => previous,
    enabled: !isBusy,
  })
}

export function useRecentRuns() {
  return useQuery({
    queryKey: ['billingruns', 'recent'],
    queryFn: async ({ signal }) =>
      (await api.get<(BillingRun & { id: number })[]>('/billingruns', { limit: 5 }, { signal }))
        .data ?? [],
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
