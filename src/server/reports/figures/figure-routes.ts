import { connectionmove } from '#domain/reports/figures/connectionmove.ts'
import {
  connectionmoveCalls,
  dashboardCalls,
  invoicemarginCalls,
  openitemCalls,
} from '#domain/reports/figures/dashboard-calls.ts'
import { invoicemargin } from '#domain/reports/figures/invoicemargin.ts'
import { openitem } from '#domain/reports/figures/openitem.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { csvHandler, listHandler } from '#server/kit/rows/list-handler.ts'
import { showDashboard } from './dashboard.ts'

// These lists follow from other tables: their totals are counted anew when any of them has changed.
const fromOthers = {
  parameters: [],
  among: async () => ({ key: 'all', sql: () => 'true' }),
}

// What begins or ends on a day to come is neither won nor lost yet.
const untilToday = {
  parameters: [],
  among: async (ctx: Context) => ({
    key: `until ${todayOf(ctx)}`,
    sql: (parameters: { add(value: unknown): string }) =>
      `t.day <= ${parameters.add(todayOf(ctx))}::text::date`,
  }),
}

/** Figures, and the lists that exist for them alone. */
export function figureRoutes(catalogue: Catalogue): Route[] {
  return [
    ...serve(dashboardCalls, { get: { run: showDashboard } }),
    ...serve(openitemCalls, {
      list: listHandler(openitem, catalogue, fromOthers),
      csv: csvHandler(openitem, catalogue),
    }),
    ...serve(invoicemarginCalls, {
      list: listHandler(invoicemargin, catalogue, fromOthers),
      csv: csvHandler(invoicemargin, catalogue),
    }),
    ...serve(connectionmoveCalls, {
      list: listHandler(connectionmove, catalogue, untilToday),
      csv: csvHandler(connectionmove, catalogue, untilToday),
    }),
  ]
}
