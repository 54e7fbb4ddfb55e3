import type { Route } from '#server/kit/http/route.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { bankAccountRoutes } from './bankaccount-routes.ts'
import { bankRuleRoutes } from './bankrule-routes.ts'
import { bankStatementRoutes } from './bankstatement-routes.ts'
import { bankTransactionRoutes } from './banktransaction-routes.ts'
import { bankFeedRoutes } from './feed/feed-routes.ts'
import { bankImportRoutes } from './import/bankimport-routes.ts'

/** Accounts at banks, their lines, and what each of them is. */
export function bankRoutes(catalogue: Catalogue): Route[] {
  return [
    ...bankAccountRoutes(catalogue),
    ...bankFeedRoutes(),
    ...bankImportRoutes(catalogue),
    ...bankTransactionRoutes(catalogue),
    ...bankRuleRoutes(catalogue),
    ...bankStatementRoutes(catalogue),
  ]
}
