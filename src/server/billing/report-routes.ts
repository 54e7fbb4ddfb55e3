import { transaction } from '#domain/billing/transaction.ts'
import type { Catalogue } from '#server/kit/check-row.ts'
import { listRoute } from '#server/kit/resource.ts'
import type { Route } from '#server/kit/route.ts'
import { activityRoutes } from './activity-routes.ts'
import { agedReceivablesRoutes } from './aged-receivables.ts'
import { chargeRoutes } from './charge-routes.ts'
import { statementRoutes } from './statement-routes.ts'

/** What the office wants to know about money: statements, ages, entries and activities. */
export function reportRoutes(catalogue: Catalogue): Route[] {
  return [
    ...statementRoutes,
    ...agedReceivablesRoutes,
    ...activityRoutes,
    ...chargeRoutes,
    listRoute(transaction, catalogue, 'invoicetransactions', {
      summary: 'Entries of the books that are about invoices',
      // The whole books are the manager's; what happened to an invoice is everybody's daily work.
      from: 'user',
      among: async () => ({ key: 'of invoices', sql: () => 't.invoice_id is not null' }),
    }),
  ]
}
