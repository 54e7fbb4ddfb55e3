import { invoiceActionCalls } from '#domain/invoices/invoice-action-calls.ts'
import { waiveLateFee } from '#server/invoices/dunning/waive-late-fee.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { approveInvoice } from './approve-invoice.ts'
import { cancelInvoice, redoInvoice } from './cancel-invoice.ts'
import { backToDraft, recalculateInvoice, restoreDraft } from './draft-invoice.ts'
import { grantDiscount, revokeDiscount } from './grant-discount.ts'
import { holdInvoice, releaseInvoice } from './hold-invoice.ts'
import { remindInvoice } from './remind-invoice.ts'
import { sendInvoice } from './send-invoice.ts'
import { writeOffInvoice } from './write-off-invoice.ts'

/** What can be done with an invoice beside changing it. */
export const invoiceActionRoutes: Route[] = serve(invoiceActionCalls, {
  approve: { write: approveInvoice },
  send: { write: sendInvoice },
  draft: { write: backToDraft },
  restore: { write: restoreDraft },
  recalculate: { write: recalculateInvoice },
  cancel: { write: cancelInvoice },
  redo: { write: redoInvoice },
  remind: { write: remindInvoice },
  hold: { write: holdInvoice },
  release: { write: releaseInvoice },
  grantppd: { write: grantDiscount },
  revokeppd: { write: revokeDiscount },
  writeoff: { write: writeOffInvoice },
  waivefee: { write: waiveLateFee },
})
