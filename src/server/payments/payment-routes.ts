import { paybackCredit, supplierOwner } from '#server/bills/supplier-adjustments.ts'
import { accountTransactionRoutes } from '#server/books/accounttransaction-routes.ts'
import { adjustmentRoutes } from '#server/books/adjustment-routes.ts'
import { allocationRoutes } from '#server/books/allocations.ts'
import { transactionRoutes } from '#server/books/transaction-routes.ts'
import { waitingEntryRoutes } from '#server/books/waiting-entry-routes.ts'
import type { Route } from '#server/kit/http/route.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { billPaymentRoutes } from './billpayment-routes.ts'
import type { CollectedMoney } from './collected-money.ts'
import { invoicePaymentRoutes } from './invoicepayment-routes.ts'

/** Money both ways, and the books it is kept in. */
export function paymentRoutes(catalogue: Catalogue, collected: CollectedMoney): Route[] {
  return [
    ...invoicePaymentRoutes(catalogue, collected),
    ...billPaymentRoutes(catalogue),
    ...adjustmentRoutes(catalogue, { owner: supplierOwner, payback: paybackCredit }),
    ...transactionRoutes(catalogue),
    ...accountTransactionRoutes(catalogue),
    ...waitingEntryRoutes(catalogue),
    ...allocationRoutes,
  ]
}
