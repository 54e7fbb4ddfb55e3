import { bookSources } from '#server/books/book-sources.ts'
import { contractSources } from '#server/contracts/contract-sources.ts'
import { debitSources } from '#server/directdebit/debit-sources.ts'
import { invoiceSources } from '#server/invoices/invoice-sources.ts'
import type { TemplateSources } from '#server/messaging/template/template-source.ts'
import { paymentSources } from '#server/payments/send-receipt.ts'

/** What templates print, from the modules that know the records. */
export const templateSources: TemplateSources = {
  ...bookSources,
  ...contractSources,
  ...invoiceSources,
  ...paymentSources,
  ...debitSources,
}
