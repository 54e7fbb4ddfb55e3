import { useQuery } from '@tanstack/react-query'
import { type RateChange, shadowRunCalls } from '#domain/contracts/shadow-run-calls.ts'
import { attachedData, send } from '#web/kit/session/send.ts'
import { type Side, sides } from './rate-side.ts'

/** What changes of rates would have meant on the last year's use of their contracts. */
export function useShadowRun(side: Side, changes: readonly RateChange[]) {
  return useQuery({
    // Under the rates, so that it is asked for again when they change.
    queryKey: [sides[side].rate.plural, 'shadow run', changes],
    queryFn: async ({ signal }) => {
      // Thousands of contracts are more than a body of JSON may hold.
      const asked = { changes: attachedData([...changes], 'changes.json') }
      return (await send(shadowRunCalls[side], asked, { signal })).data
    },
    enabled: changes.length > 0,
    retry: false,
    // Thousands of contracts take seconds, and nothing is others' doing on coming back to the page.
    refetchOnWindowFocus: false,
  })
}
