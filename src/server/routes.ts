import { billRuleBook } from '#domain/bills/bill-rules.ts'
import { entities, entityNamed } from '#domain/entities.ts'
import { defaultOptionLabels } from '#domain/identity/option-defaults.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { readingRuleBook } from '#domain/meters/plausibility-rules.ts'
import { enquiry } from '#domain/operations/enquiry.ts'
import { partner } from '#domain/partners/partner.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import { bankRoutes } from '#server/bank/bank-routes.ts'
import { followBills } from '#server/bills/after-bill-changes.ts'
import { billRoutes } from '#server/bills/bill-routes.ts'
import { billImportRoutes } from '#server/bills/import/billimport-routes.ts'
import { followSettling } from '#server/books/after-settling.ts'
import { checkAlso } from '#server/books/invariants-check.ts'
import { commissionChecks } from '#server/commissions/commission-checks.ts'
import { commissionRoutes } from '#server/commissions/commission-routes.ts'
import { followContract } from '#server/commissions/contract-shares.ts'
import { guardFirstTerms } from '#server/commissions/partner-terms.ts'
import { publicStatementRoutes } from '#server/commissions/public-statement-routes.ts'
import { reviewBilled, reviewCustomers } from '#server/commissions/review-commissions.ts'
import { statementRoutes as commissionStatementRoutes } from '#server/commissions/statement-routes.ts'
import { followContracts } from '#server/contracts/contract-followers.ts'
import { accountantfileRoutes } from '#server/exports/accountantfile-routes.ts'
import { exportRoutes } from '#server/exports/export-routes.ts'
import { publicFileRoutes } from '#server/files/public-file-routes.ts'
import { accountProofRoutes } from '#server/invoices/account-proof/account-proof-routes.ts'
import { arrangeAtSending } from '#server/invoices/at-sending.ts'
import { ledgerRoutes } from '#server/invoices/invariants-routes.ts'
import { invoiceDocumentRoutes } from '#server/invoices/invoice-document-routes.ts'
import { invoiceRoutes } from '#server/invoices/invoice-routes.ts'
import { invoiceChatPage, mailAnswers } from '#server/invoices/public/invoice-chat.ts'
import { publicInvoiceRoutes } from '#server/invoices/public/public-invoice-routes.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { importColumnsRoutes } from '#server/kit/import/remembered-columns.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { arrangeNamedRows } from '#server/kit/rows/named-rows.ts'
import { plainRoutes } from '#server/kit/rows/plain-routes.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { answerChat } from '#server/messaging/answer-chat.ts'
import { noteRoutes } from '#server/operations/note-routes.ts'
import { proposalRoutes } from '#server/proposals/proposal-routes.ts'
import { shadowRunRoutes } from '#server/proposals/shadow-run-routes.ts'
import { figureRows } from '#server/reports/figures/figure-rows.ts'
import { gstPercentagesSetting } from '#server/reports/gst/gst-percentages-setting.ts'
import { reportRoutes } from '#server/reports/report-routes.ts'
import { billingRunRoutes } from '#server/runs/run-routes.ts'
import { logRoutes } from '#server/upkeep/log-routes.ts'
import { upkeepRoutes } from '#server/upkeep/upkeep-routes.ts'
import { contractRoutes } from './contracts/contract-routes.ts'
import { customerRoutes } from './customers/customer-routes.ts'
import { bulkOffice, departureOffices, leaveJob } from './departure-offices.ts'
import { collectAtSending, collectedMoney } from './directdebit/collected-money.ts'
import { directDebitRoutes } from './directdebit/directdebit-routes.ts'
import { doubleBankRoutes } from './directdebit/double-bank.ts'
import { fieldChangeJob } from './field-changes.ts'
import { fileRoutes } from './files/file-routes.ts'
import { folderRoutes } from './files/folder-routes.ts'
import { logoSetting } from './files/look-of.ts'
import { lookRoutes } from './files/look-routes.ts'
import { identityRoutes } from './identity/identity-routes.ts'
import { staffRoutes } from './identity/staff-routes.ts'
import { sendBulk } from './invoices/customer-letters.ts'
import { reminderStepSettings } from './invoices/dunning/reminder-settings.ts'
import { drillJob } from './jobs.ts'
import { mailRoutes } from './mail/mail-routes.ts'
import { mapRoutes } from './map/map-routes.ts'
import { bulkRoutes } from './messaging/bulk/bulk-routes.ts'
import { departureRoutes } from './messaging/departure/departure-routes.ts'
import { messageRoutes } from './messaging/message-routes.ts'
import { readingImportRoutes } from './meters/import/readingimport-routes.ts'
import { meterRoutes } from './meters/meter-routes.ts'
import { datalockRoutes } from './operations/datalock.ts'
import { fieldChangeRoutes } from './operations/fieldchange/fieldchange-routes.ts'
import { historyRoutes } from './operations/history.ts'
import { lockAdminRoutes } from './operations/lock-admin.ts'
import { searchRoutes } from './operations/search.ts'
import { guardPayee } from './payees/guard-payee.ts'
import { makeHolding } from './payees/hold-words.ts'
import { payeeRoutes } from './payees/payee-routes.ts'
import { wordRoutes } from './payees/word-routes.ts'
import { paymentFileRoutes } from './payments/payment-file-routes.ts'
import { paymentRoutes } from './payments/payment-routes.ts'
import { numberSeriesRoutes } from './reports/number-series-routes.ts'
import { taskRoutes } from './tasks/task-routes.ts'
import { templateSources } from './template-sources.ts'
import { webhookRoutes } from './webhooks/webhook-routes.ts'
import { websiteRoutes } from './website/website-routes.ts'

export const catalogue: Catalogue = {
  entities,
  lookup: entityNamed,
  defaultOptions: defaultOptionLabels,
}

arrangeAtSending(collectAtSending)
followSettling(reviewCustomers)
followBills(reviewBilled)
checkAlso(commissionChecks)
followContracts(followContract)
arrangeNamedRows(figureRows)

const staffChat = answerChat(catalogue, invoiceChatPage, mailAnswers)
const words = makeHolding()

const foreignSettings = {
  reading_rules: readingRuleBook,
  bill_rules: billRuleBook,
  look_logo: logoSetting,
  gst_percentages: gstPercentagesSetting,
  ...reminderStepSettings,
}

/** Every call of the API. The access matrix, the documentation and the fuzzer read this list. */
export const routes: Route[] = [
  ...identityRoutes(catalogue, guardPayee, foreignSettings, words.hold),
  ...datalockRoutes,
  ...lockAdminRoutes,
  ...mailRoutes,
  ...historyRoutes,
  ...fieldChangeRoutes(catalogue, fieldChangeJob),
  ...searchRoutes,
  ...customerRoutes(catalogue),
  ...serve(verbs(supplier), guardPayee(supplier, verbHandlers(supplier, catalogue))),
  ...serve(verbs(partner), guardFirstTerms(guardPayee(partner, verbHandlers(partner, catalogue)))),
  ...payeeRoutes(catalogue),
  ...wordRoutes(catalogue, words.follow),
  ...staffRoutes(catalogue),
  ...contractRoutes(catalogue),
  ...meterRoutes(catalogue),
  ...readingImportRoutes(catalogue),
  ...importColumnsRoutes(),
  ...shadowRunRoutes,
  ...proposalRoutes(catalogue),
  ...billRoutes(catalogue),
  ...billImportRoutes(catalogue),
  ...mapRoutes(catalogue),
  ...invoiceRoutes(catalogue),
  ...billingRunRoutes(catalogue),
  ...ledgerRoutes,
  ...invoiceDocumentRoutes,
  ...publicInvoiceRoutes,
  ...accountProofRoutes,
  ...numberSeriesRoutes,
  ...reportRoutes(catalogue),
  ...exportRoutes(catalogue),
  ...accountantfileRoutes(catalogue),
  ...paymentRoutes(catalogue, collectedMoney),
  ...directDebitRoutes(catalogue),
  ...doubleBankRoutes,
  ...commissionRoutes(catalogue),
  ...commissionStatementRoutes(catalogue),
  ...publicStatementRoutes,
  ...paymentFileRoutes,
  ...bankRoutes(catalogue),
  ...noteRoutes(catalogue),
  ...taskRoutes(catalogue),
  ...fileRoutes(catalogue),
  ...publicFileRoutes,
  ...folderRoutes(catalogue),
  ...lookRoutes,
  ...plainRoutes(enquiry, catalogue),
  ...messageRoutes(catalogue, staffChat, templateSources, words.hold),
  ...bulkRoutes(catalogue, bulkOffice, sendBulk),
  ...departureRoutes(departureOffices, leaveJob),
  ...websiteRoutes(catalogue),
  ...webhookRoutes,
  ...upkeepRoutes(drillJob),
  ...logRoutes,
]
