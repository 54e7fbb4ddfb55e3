import { commission } from '#domain/commissions/commission.ts'
import {
  commissionCalls,
  contractpartnerCalls,
  partnerCountCalls,
  partnertermCalls,
} from '#domain/commissions/commission-calls.ts'
import { contractpartner } from '#domain/commissions/contractpartner.ts'
import { partnerterm } from '#domain/commissions/partnerterm.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { setShares } from './contract-shares.ts'
import { correctCommission } from './correct-commission.ts'
import { showInvoiceCommission } from './invoice-panel.ts'
import { countCustomers, exportCounts } from './partner-counts.ts'
import { addTerms, removeTerms } from './partner-terms.ts'

/** What partners earn: their terms, who earns on a contract, and what was earned. */
export function commissionRoutes(catalogue: Catalogue): Route[] {
  const terms = verbHandlers(partnerterm, catalogue, {
    create: addTerms(catalogue),
    remove: removeTerms(catalogue),
  })
  const { get, list, search, csv } = verbHandlers(contractpartner, catalogue)
  const entries = verbHandlers(commission, catalogue)
  return [
    ...serve(partnertermCalls, terms),
    ...serve(contractpartnerCalls, {
      ...{ get, list, search, csv },
      set: { write: setShares(catalogue) },
    }),
    ...serve(commissionCalls, {
      ...{ get: entries.get, list: entries.list, search: entries.search, csv: entries.csv },
      correct: { write: correctCommission(catalogue) },
      ofInvoice: { run: showInvoiceCommission },
    }),
    ...serve(partnerCountCalls, {
      customercount: { run: countCustomers },
      csv: { run: exportCounts },
    }),
  ]
}
