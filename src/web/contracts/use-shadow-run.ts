import { useQuery } from '@tanstack/react-query'
import type { ShadowRun } from '#domain/contracts/shadow-run.ts'
import { type RateChange, shadowRunCalls } from '#domain/contracts/shadow-run-calls.ts'
import { api, formWith } from '#web/kit/session/api.ts'
import { type Side, sides } from './rate-side.ts'

/** What changes of rates would have meant on the last year's use of their contracts. */
export function useShadowRun(side: Side, changes: readonly RateChange[]) {
  return useQuery({
    // Under the rates, so that it is asked for again when they change.
    queryKey: [sides[side].rate.plural, 'shadow run', changes],
    queryFn: async ({ signal }) => {
      const { path } = shadowRunCalls[side]
      // Thousands of contracts are more than a body of JSON may hold.
      const file = new File([JSON.stringify(changes)], 'changes.json')
      return (await api.post<ShadowRun>(path, formWith({ changes: file }), { signal })).data
    },
    enabled: changes.length > 0,
    retry: false,
    // Thousands of contracts take seconds, and nothing is others' doing on coming back to the page.
    refetchOnWindowFocus: false,
  })
}
