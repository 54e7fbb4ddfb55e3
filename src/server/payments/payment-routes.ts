import { accounttransaction, transaction } from '#domain/billing/transaction.ts'
import type { Catalogue } from '#server/kit/check-row.ts'
import { resource } from '#server/kit/resource.ts'
import type { Route } from '#server/kit/route.ts'
import { accountEntryRoutes, takeBackEntryOfLine } from './account-entry.ts'
import { allocationRoutes } from './allocation-routes.ts'
import { billPaymentRoutes } from './billpayment-routes.ts'
import { invoicePaymentRoutes } from './invoicepayment-routes.ts'
import { manualEntryRoutes, takeBackEntry } from './manual-entry.ts'

/** Money both ways, and the books it is kept in. */
export function paymentRoutes(catalogue: Catalogue): Route[] {
  return [
    ...invoicePaymentRoutes(catalogue),
    ...billPaymentRoutes(catalogue),
    ...resource(transaction, catalogue, {
      remove: takeBackEntry,
      without: ['create', 'update', 'remove', 'restore'],
    }),
    ...resource(accounttransaction, catalogue, {
      remove: takeBackEntryOfLine,
      without: ['create', 'update', 'restore', 'search'],
    }),
    ...manualEntryRoutes,
    ...accountEntryRoutes,
    ...allocationRoutes,
  ]
}
