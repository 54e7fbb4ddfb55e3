import { accounttransaction, transaction } from '#domain/books/transaction.ts'
import { accountEntryRoutes, takeBackEntryOfLine } from '#server/books/account-entry.ts'
import { allocationRoutes } from '#server/books/allocations.ts'
import { manualEntryRoutes } from '#server/books/manual-entry.ts'
import { takeBackEntry } from '#server/books/take-back-entry.ts'
import { waitingEntryRoutes } from '#server/books/waiting-entry-routes.ts'
import type { Route } from '#server/kit/http/route.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { resource } from '#server/kit/rows/resource.ts'
import { billPaymentRoutes } from './billpayment-routes.ts'
import { invoicePaymentRoutes } from './invoicepayment-routes.ts'

/** Money both ways, and the books it is kept in. */
export function paymentRoutes(catalogue: Catalogue): Route[] {
  return [
    ...invoicePaymentRoutes(catalogue),
    ...billPaymentRoutes(catalogue),
    ...resource(transaction, catalogue, {
      remove: takeBackEntry,
      isOwnHand: true,
      without: ['create', 'update', 'remove', 'restore'],
    }),
    ...resource(accounttransaction, catalogue, {
      remove: takeBackEntryOfLine,
      isOwnHand: true,
      without: ['create', 'update', 'restore', 'search'],
    }),
    ...manualEntryRoutes(catalogue),
    ...accountEntryRoutes(catalogue),
    ...waitingEntryRoutes(catalogue),
    ...allocationRoutes,
  ]
}
