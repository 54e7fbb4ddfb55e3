import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { InvoiceWarning } from '#domain/invoices/invoice-warnings.ts'
import type { BilledLine } from '#domain/pricing/billed-line.ts'
import type { TraceStep } from '#domain/pricing/trace.ts'
import type { FoundBill } from '#web/bills/typed-bill.ts'
import { api } from '#web/kit/session/api.ts'
import { type Draft, requestOf } from './invoice-draft.ts'

export interface Computed {
  fields: Record<string, unknown>
  lines: BilledLine[]
  gst: { discounted: string | null; undiscounted: string | null }
  trace: TraceStep[]
  warnings: InvoiceWarning[]
  /** A bill of the supplier that is already there. */
  bill: FoundBill | null
}

/** What the engine makes of a draft, asked for again shortly after it was typed. */
export function useComputed(draft: Draft, isWanted: boolean) {
  const [settled] = useDebouncedValue(JSON.stringify(requestOf(draft)), 300)
  const query = useQuery({
    queryKey: ['invoice', 'new', settled],
    queryFn: async ({ signal }): Promise<Computed> => {
      const path = '/invoice/new'
      const answer = await api.post<Record<string, unknown>>(path, JSON.parse(settled), { signal })
      // The call answers what the engine gave; the names are the engine's own.
      const info = answer.info as unknown as Omit<Computed, 'fields' | 'lines' | 'gst'> & {
        gst_if_discounted: string
        gst_if_not: string
      }
      return {
        fields: answer.data,
        lines: answer.data.lines as BilledLine[],
        gst: { discounted: info.gst_if_discounted, undiscounted: info.gst_if_not },
        trace: info.trace ?? [],
        warnings: info.warnings ?? [],
        bill: info.bill ?? null,
      }
    },
    placeholderData: keepPreviousData,
    enabled: isWanted && draft.customer_id !== null,
    staleTime: 10_000,
  })
  const isBehind = query.isFetching || settled !== JSON.stringify(requestOf(draft))
  return { ...query, isBehind }
}
