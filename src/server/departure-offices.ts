import { audienceSources } from '#server/audience-sources.ts'
import { billDepartures } from '#server/bills/bill-departures.ts'
import { adjustmentDepartures } from '#server/books/adjustment-departures.ts'
import { accountDepartures } from '#server/books/statement-departures.ts'
import { resendDepartures as statementRepeats } from '#server/commissions/resend-departures.ts'
import { statementDepartures } from '#server/commissions/statement-departures.ts'
import { noticeDepartures } from '#server/contracts/notice-departures.ts'
import { offerDepartures } from '#server/contracts/offer-departures.ts'
import { invitationDepartures } from '#server/directdebit/invitation-departures.ts'
import { customerLetters, sendBulk } from '#server/invoices/customer-letters.ts'
import { invoiceDepartures } from '#server/invoices/invoice-departures.ts'
import { bulkDepartures } from '#server/messaging/bulk/bulk-departures.ts'
import { makeLeaveJob } from '#server/messaging/departure/leave-job.ts'
import type { DepartureOffices } from '#server/messaging/departure/office.ts'
import { resendDepartures } from '#server/messaging/outbox/resend-departures.ts'
import { paymentDepartures } from '#server/payments/payment-departures.ts'
import { receiptDepartures } from '#server/payments/receipt-departures.ts'
import { runDepartures } from '#server/runs/run-departures.ts'
import { templateSources } from '#server/template-sources.ts'

/** What messages to many need of those who know customers. */
export const bulkOffice = { values: customerLetters, sources: audienceSources }

/** Everything that leaves after a last look, from the modules that know what it is. */
export const departureOffices: DepartureOffices = {
  ...invoiceDepartures,
  ...adjustmentDepartures,
  ...noticeDepartures,
  ...runDepartures,
  ...bulkDepartures(bulkOffice, sendBulk),
  ...statementDepartures,
  ...billDepartures,
  ...paymentDepartures,
  ...offerDepartures,
  ...invitationDepartures,
  ...accountDepartures,
  ...receiptDepartures,
  ...resendDepartures(templateSources),
  ...statementRepeats,
}

/** Lets what was held leave once its moment has come. */
export const leaveJob = makeLeaveJob(departureOffices)
