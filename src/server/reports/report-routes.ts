import { supplierAccountRoutes } from '#server/bills/supplier-account-routes.ts'
import { statementRoutes } from '#server/books/statement-routes.ts'
import { invoiceTransactionRoutes } from '#server/books/transaction-routes.ts'
import { chargeRoutes } from '#server/invoices/charge-routes.ts'
import type { Route } from '#server/kit/http/route.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { activityRoutes } from './activity-routes.ts'
import { customerStandingRoutes } from './customer-standing-routes.ts'
import { figureRoutes } from './figures/figure-routes.ts'
import { gstreturnRoutes } from './gst/gstreturn-routes.ts'
import { newsRoutes } from './news-routes.ts'
import { runReportRoutes } from './run-report-routes.ts'
import { reportscheduleRoutes } from './schedule/schedule-routes.ts'

/** What the office wants to know about money: statements, ages, entries and activities. */
export function reportRoutes(catalogue: Catalogue): Route[] {
  return [
    ...statementRoutes,
    ...runReportRoutes,
    ...reportscheduleRoutes(catalogue),
    ...gstreturnRoutes(catalogue),
    ...supplierAccountRoutes,
    ...customerStandingRoutes,
    ...newsRoutes,
    ...activityRoutes,
    ...chargeRoutes,
    ...invoiceTransactionRoutes(catalogue),
    ...figureRoutes(catalogue),
  ]
}
