import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import type { InfoOf } from '#domain/kit/call.ts'
import type { BilledLine } from '#domain/pricing/billed-line.ts'
import { send } from '#web/kit/session/send.ts'
import { type Draft, requestOf } from './invoice-draft.ts'

type ProposalInfo = InfoOf<typeof invoiceCalls.propose>

/** What the engine made of a draft, or what is stored of it. */
export interface ComputedDraft extends Pick<ProposalInfo, 'trace' | 'warnings' | 'bill'> {
  /** Only a new invoice is asked whether it skips days. */
  skipped?: ProposalInfo['skipped']
  fields: Partial<Invoice>
  lines: BilledLine[]
  gst: { discounted: string | null; undiscounted: string | null }
}

/** What the engine makes of a draft, asked for again shortly after it was typed. */
export function useComputed(draft: Draft, isWanted: boolean) {
  const request = JSON.stringify({ ...requestOf(draft), ...(draft.id ? { id: draft.id } : {}) })
  const [settled] = useDebouncedValue(request, 300)
  const query = useQuery({
    queryKey: ['invoice', 'new', settled],
    queryFn: async ({ signal }): Promise<ComputedDraft> => {
      const { data, info } = await send(invoiceCalls.propose, JSON.parse(settled), { signal })
      const { lines, ...fields } = data
      const { trace, warnings, bill, skipped } = info
      const gst = { discounted: info.gst_if_discounted, undiscounted: info.gst_if_not }
      return { fields, lines, gst, trace, warnings, bill, skipped }
    },
    placeholderData: keepPreviousData,
    enabled: isWanted && draft.customer_id !== null,
    staleTime: 10_000,
  })
  const isBehind = query.isFetching || settled !== request
  return { ...query, isBehind }
}
