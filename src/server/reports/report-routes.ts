import { transaction } from '#domain/books/transaction.ts'
import { statementRoutes } from '#server/books/statement-routes.ts'
import { chargeRoutes } from '#server/invoices/charge-routes.ts'
import type { Route } from '#server/kit/http/route.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { listRoute } from '#server/kit/rows/resource.ts'
import { activityRoutes } from './activity-routes.ts'
import { agedReceivablesRoutes } from './aged-receivables.ts'

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
