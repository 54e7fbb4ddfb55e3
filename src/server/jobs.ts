import { fetchFeedJob, fetchFeedsJob } from '#server/bank/feed/fetch-feed-job.ts'
import { bankImporter } from '#server/bank/import/bank-kind.ts'
import { matchLinesJob } from '#server/bank/match-lines-job.ts'
import { followBills } from '#server/bills/after-bill-changes.ts'
import { billImporter } from '#server/bills/import/bill-kind.ts'
import { settleBillsJob } from '#server/bills/settle-bills-job.ts'
import { followSettling } from '#server/books/after-settling.ts'
import { sealChainsJob } from '#server/books/chain/seal-chains-job.ts'
import { checkAlso } from '#server/books/invariants-check.ts'
import { remindAdjustments } from '#server/books/remind-adjustments-job.ts'
import { commissionChecks } from '#server/commissions/commission-checks.ts'
import { followContract } from '#server/commissions/contract-shares.ts'
import { drawStatement } from '#server/commissions/draw-statement-job.ts'
import { reviewBilled, reviewCustomers } from '#server/commissions/review-commissions.ts'
import { draftStatementsJob } from '#server/commissions/statement-run.ts'
import { warnDebts } from '#server/commissions/warn-debts-job.ts'
import { followContracts } from '#server/contracts/contract-followers.ts'
import { applyEventsJob } from '#server/directdebit/apply-events-job.ts'
import { collectAtSending } from '#server/directdebit/collected-money.ts'
import { compareDebitsJob } from '#server/directdebit/compare-job.ts'
import { encryptFormsJob } from '#server/directdebit/encrypt-forms-job.ts'
import {
  fetchAllEventsJob,
  fetchEventsJob,
  tendDebitsJob,
} from '#server/directdebit/fetch-events-job.ts'
import { importMandatesJob } from '#server/directdebit/import-mandates-job.ts'
import { makeCallJob } from '#server/directdebit/make-call-job.ts'
import { reviewDebitsJob } from '#server/directdebit/review-debits-job.ts'
import { makeExport } from '#server/exports/make-export-job.ts'
import { tidyExports } from '#server/exports/tidy-exports-job.ts'
import { arrangeAtSending } from '#server/invoices/at-sending.ts'
import { sendBulk, tendBulks } from '#server/invoices/customer-letters.ts'
import { chargeLateFeesJob } from '#server/invoices/dunning/dunning-late-fees.ts'
import { remindCustomers } from '#server/invoices/dunning/dunning-remind-job.ts'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { mailAnswers } from '#server/invoices/public/invoice-chat.ts'
import type { Job } from '#server/kit/jobs/job.ts'
import { keepDaysJob } from '#server/reports/figures/keep-days-job.ts'
import { warnReturns } from '#server/reports/gst/warn-returns-job.ts'
import { dropReport, makeReport } from '#server/reports/make-report-job.ts'
import { findDueReports } from '#server/reports/schedule/due-reports-job.ts'
import { sendReport } from '#server/reports/schedule/send-report-job.ts'
import { makeDraftsJob } from '#server/runs/run-drafts-job.ts'
import { approveRunJob, sendRunJob } from '#server/runs/run-send-job.ts'
import { makeFillJob, removeDemonstrationJob } from '#server/upkeep/demonstration-jobs.ts'
import { makeDrillJob } from '#server/upkeep/drill-job.ts'
import { endContracts } from './contracts/end-contracts-job.ts'
import { leaveJob } from './departure-offices.ts'
import { findDatabase } from './embedded/reach-database.ts'
import { fieldChangeJob } from './field-changes.ts'
import { checkWaitingFiles } from './files/check-waiting-job.ts'
import { discardBytes } from './files/discard-bytes-job.ts'
import { purgeFiles } from './files/purge-files-job.ts'
import { sweepBytes } from './files/sweep-bytes-job.ts'
import { dropArchive, makeArchive } from './files/zip-files-job.ts'
import { watchKeys } from './identity/api-key-end-job.ts'
import { cleanUpIdentity } from './identity/clean-up-job.ts'
import { mailInvitation } from './identity/mail-invitation-job.ts'
import { mailNewAddress, mailRegistrationLink, mailResetLink } from './identity/mail-link-job.ts'
import { sendMail, settleMails } from './mail/send-mail-job.ts'
import { locateAddressesJob } from './map/locate-job.ts'
import { fetchMail, fetchMails } from './messaging/mail/fetch-mail-job.ts'
import { takeBroughtMail } from './messaging/mail/take-brought-mail-job.ts'
import { tellNews } from './messaging/notices/tell-news-job.ts'
import { sendMessage } from './messaging/outbox/send-message-job.ts'
import { settleMessages } from './messaging/outbox/settle-messages-job.ts'
import { handleGatewayCall } from './messaging/sms/handle-gateway-call-job.ts'
import { wakeThreads } from './messaging/threads/wake-threads-job.ts'
import { readingImporter } from './meters/import/reading-kind.ts'
import { dropFieldChanges } from './operations/fieldchange/drop-changes-job.ts'
import { raiseComplaintTasks } from './tasks/complaint-tasks-job.ts'
import { remindTasks } from './tasks/remind-tasks-job.ts'
import { keepLogs } from './upkeep/keep-logs-job.ts'
import { verifyBooksJob } from './upkeep/verify-books-job.ts'
import { deliverWebhooks } from './webhooks/deliver-webhooks-job.ts'

arrangeAtSending(collectAtSending)
followSettling(reviewCustomers)
followBills(reviewBilled)
checkAlso(commissionChecks)
followContracts(followContract)

/** A backup, tried; it works as the owner of the database. */
export const drillJob = makeDrillJob({
  ownerUrl: (config) => findDatabase(config).ownerUrl,
  queues: () => jobs,
})

/** What is shown is told in a book of its own, loaded where somebody asks for it. */
const fillDemonstrationJob = makeFillJob(async (ctx, size) => {
  const { fillDemonstration } = await import('#demo/fill-demonstration.ts')
  await fillDemonstration(ctx, size)
})

/** Every kind of job; the migration makes a queue for each. */
export const jobs: readonly Job[] = [
  sendMail,
  settleMails,
  sendMessage,
  settleMessages,
  leaveJob,
  sendBulk,
  tendBulks,
  wakeThreads,
  tellNews,
  raiseComplaintTasks,
  fetchMail,
  fetchMails,
  takeBroughtMail,
  handleGatewayCall,
  cleanUpIdentity,
  fieldChangeJob,
  dropFieldChanges,
  watchKeys,
  mailResetLink,
  mailRegistrationLink,
  mailInvitation,
  mailNewAddress,
  endContracts,
  locateAddressesJob,
  ...Object.values(readingImporter.work),
  ...Object.values(bankImporter.work),
  matchLinesJob,
  fetchFeedJob,
  fetchFeedsJob,
  makeCallJob,
  applyEventsJob,
  fetchEventsJob,
  fetchAllEventsJob,
  tendDebitsJob,
  reviewDebitsJob,
  compareDebitsJob,
  importMandatesJob,
  ...Object.values(billImporter.work),
  settleDiscounts,
  settleBillsJob,
  chargeLateFeesJob,
  draftStatementsJob,
  drawStatement,
  remindCustomers,
  remindAdjustments,
  verifyBooksJob,
  sealChainsJob,
  keepDaysJob,
  keepLogs,
  makeDraftsJob,
  approveRunJob,
  sendRunJob,
  mailAnswers,
  remindTasks,
  warnDebts,
  warnReturns,
  findDueReports,
  sendReport,
  makeReport,
  dropReport,
  makeExport,
  tidyExports,
  discardBytes,
  sweepBytes,
  purgeFiles,
  makeArchive,
  dropArchive,
  checkWaitingFiles,
  encryptFormsJob,
  deliverWebhooks,
  drillJob,
  fillDemonstrationJob,
  removeDemonstrationJob,
]
