import { entities, entityNamed } from '#domain/entities.ts'
import { defaultOptionValues } from '#domain/identity/option-defaults.ts'
import { messageblacklist } from '#domain/messaging/messageblacklist.ts'
import { messagetemplate } from '#domain/messaging/messagetemplate.ts'
import { enquiry } from '#domain/operations/enquiry.ts'
import { note } from '#domain/operations/note.ts'
import { partner } from '#domain/partners/partner.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import { answerChat } from '#server/messaging/answer-chat.ts'
import { billRoutes } from './billing/bill-routes.ts'
import { ledgerRoutes } from './billing/invariants-routes.ts'
import { invoiceChatPage, mailAnswers } from './billing/invoice-chat.ts'
import { invoiceDocumentRoutes } from './billing/invoice-document-routes.ts'
import { invoiceRoutes } from './billing/invoice-routes.ts'
import { proposalRoutes } from './billing/proposal-routes.ts'
import { publicInvoiceRoutes } from './billing/public-invoice-routes.ts'
import { reportRoutes } from './billing/report-routes.ts'
import { billingRunRoutes } from './billing/run-routes.ts'
import { shadowRunRoutes } from './billing/shadow-run-routes.ts'
import { contractRoutes } from './contracts/contract-routes.ts'
import { customerRoutes } from './customers/customer-routes.ts'
import { fileRoutes } from './files/file-routes.ts'
import { identityRoutes } from './identity/identity-routes.ts'
import { staffRoutes } from './identity/staff-routes.ts'
import type { Catalogue } from './kit/check-row.ts'
import { resource } from './kit/resource.ts'
import type { Route } from './kit/route.ts'
import { mailRoutes } from './mail/mail-routes.ts'
import { messageRoutes } from './messaging/message-routes.ts'
import { readingImportRoutes } from './meters/import/reading-import-routes.ts'
import { meterRoutes } from './meters/meter-routes.ts'
import { datalockRoutes } from './operations/datalock-routes.ts'
import { historyRoutes } from './operations/history-routes.ts'
import { searchRoutes } from './operations/search-routes.ts'
import { paymentFileRoutes } from './payments/payment-file-routes.ts'
import { paymentRoutes } from './payments/payment-routes.ts'
import { websiteRoutes } from './website/website-routes.ts'

export const catalogue: Catalogue = {
  entities,
  lookup: entityNamed,
  defaultOptions: defaultOptionValues,
}

/** Every call of the API. The access matrix, the documentation and the fuzzer read this list. */
export const routes: Route[] = [
  ...identityRoutes(catalogue),
  ...datalockRoutes,
  ...mailRoutes,
  ...historyRoutes,
  ...searchRoutes,
  ...customerRoutes(catalogue),
  ...resource(supplier, catalogue),
  ...resource(partner, catalogue),
  ...staffRoutes(catalogue),
  ...contractRoutes(catalogue),
  ...meterRoutes(catalogue),
  ...readingImportRoutes(catalogue),
  ...shadowRunRoutes,
  ...proposalRoutes(catalogue),
  ...billRoutes(catalogue),
  ...invoiceRoutes(catalogue),
  ...billingRunRoutes(catalogue),
  ...ledgerRoutes,
  ...invoiceDocumentRoutes,
  ...publicInvoiceRoutes,
  ...reportRoutes(catalogue),
  ...paymentRoutes(catalogue),
  ...paymentFileRoutes,
  ...resource(note, catalogue),
  ...fileRoutes(catalogue),
  ...resource(enquiry, catalogue),
  ...messageRoutes(catalogue, answerChat(catalogue, invoiceChatPage, mailAnswers)),
  ...resource(messagetemplate, catalogue),
  ...resource(messageblacklist, catalogue),
  ...websiteRoutes(catalogue),
]
