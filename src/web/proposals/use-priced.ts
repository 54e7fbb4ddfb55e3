import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CandidateRate } from '#domain/proposals/candidate-rates.ts'
import { proposalCalls } from '#domain/proposals/proposal-calls.ts'
import type { Values } from '#web/kit/form/merge.ts'
import { send } from '#web/kit/session/send.ts'
import { isComplete } from './typed-rate.ts'

const asked = [
  'customer_id',
  'contract_id',
  'icp_type',
  'connections',
  'period_start',
  'period_end',
  'service_fee_percent',
  'discount_percent',
  'gst_percent',
]

/** What the terms on screen come to, asked for again shortly after they were typed. */
export function usePriced(values: Values, candidates: readonly CandidateRate[]) {
  const terms = Object.fromEntries(
    asked.flatMap((name) => {
      const value = values[name]
      return value === null || value === undefined || value === '' ? [] : [[name, value]]
    }),
  )
  const complete = candidates.filter(isComplete)
  const [settled] = useDebouncedValue(JSON.stringify({ ...terms, candidate_rates: complete }), 350)
  const query = useQuery({
    queryKey: ['proposals', 'price', settled],
    queryFn: async ({ signal }) =>
      (await send(proposalCalls.price, JSON.parse(settled), { signal })).data,
    enabled: Boolean(values.customer_id),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 30_000,
  })
  return { ...query, isPartial: complete.length < candidates.length }
}
