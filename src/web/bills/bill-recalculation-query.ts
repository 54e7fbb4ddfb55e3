import { queryOptions } from '@tanstack/react-query'
import type { BillCheck } from '#domain/bills/bill-checks.ts'
import type { BillRecalculation } from '#domain/bills/bill-recalculation.ts'
import { api } from '#web/kit/session/api.ts'

export interface BillFindings {
  validations: BillCheck[]
  recalculation: BillRecalculation | null
}

/** What a bill's checks find now; its contract and readings may have changed since it came. */
export function findingsQuery(id: number) {
  return queryOptions({
    queryKey: ['bill', id, 'recalculation'],
    queryFn: async ({ signal }) =>
      (await api.get<BillFindings>('/bill/recalculation', { id }, { signal })).data,
    staleTime: 0,
  })
}
