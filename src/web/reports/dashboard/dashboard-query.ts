import { queryOptions } from '@tanstack/react-query'
import type { dashboardCalls } from '#domain/reports/figures/dashboard-calls.ts'
import type { FigureSet } from '#domain/reports/figures/figure.ts'
import { light, send } from '#web/kit/session/send.ts'

// The first screen loads nothing of the lists behind the figures but this answer.
const dashboardCall = light<typeof dashboardCalls.get>('GET', '/dashboard')

/** Every card of a screen in one call, of one moment. */
export function dashboardQuery(set: FigureSet, hasCharts = false) {
  return queryOptions({
    queryKey: ['dashboard', set, hasCharts],
    // Whatever was done since may have changed a number: each look asks anew.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const asked = { set, charts: hasCharts ? ('1' as const) : ('0' as const) }
      const { data } = await send(dashboardCall, asked, { signal })
      if (!data) throw new Error('A dashboard always answers something.')
      return data
    },
  })
}
