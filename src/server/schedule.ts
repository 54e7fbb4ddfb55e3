import { fetchFeedsJob } from '#server/bank/feed/fetch-feed-job.ts'
import { settleBillsJob } from '#server/bills/settle-bills-job.ts'
import { sealChainsJob } from '#server/books/chain/seal-chains-job.ts'
import { remindAdjustments } from '#server/books/remind-adjustments-job.ts'
import { draftStatementsJob } from '#server/commissions/statement-run.ts'
import { warnDebts } from '#server/commissions/warn-debts-job.ts'
import { compareDebitsJob } from '#server/directdebit/compare-job.ts'
import { encryptFormsJob } from '#server/directdebit/encrypt-forms-job.ts'
import { fetchAllEventsJob, tendDebitsJob } from '#server/directdebit/fetch-events-job.ts'
import { tidyExports } from '#server/exports/tidy-exports-job.ts'
import { tendBulks } from '#server/invoices/customer-letters.ts'
import { chargeLateFeesJob } from '#server/invoices/dunning/dunning-late-fees.ts'
import { remindCustomers } from '#server/invoices/dunning/dunning-remind-job.ts'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import type { Schedule } from '#server/kit/jobs/worker-loop.ts'
import { keepDaysJob } from '#server/reports/figures/keep-days-job.ts'
import { warnReturns } from '#server/reports/gst/warn-returns-job.ts'
import { findDueReports } from '#server/reports/schedule/due-reports-job.ts'
import { endContracts } from './contracts/end-contracts-job.ts'
import { checkWaitingFiles } from './files/check-waiting-job.ts'
import { purgeFiles } from './files/purge-files-job.ts'
import { sweepBytes } from './files/sweep-bytes-job.ts'
import { watchKeys } from './identity/api-key-end-job.ts'
import { cleanUpIdentity } from './identity/clean-up-job.ts'
import { drillJob } from './jobs.ts'
import { settleMails } from './mail/send-mail-job.ts'
import { locateAddressesJob } from './map/locate-job.ts'
import { fetchMails } from './messaging/mail/fetch-mail-job.ts'
import { tellNews } from './messaging/notices/tell-news-job.ts'
import { settleMessages } from './messaging/outbox/settle-messages-job.ts'
import { wakeThreads } from './messaging/threads/wake-threads-job.ts'
import { dropFieldChanges } from './operations/fieldchange/drop-changes-job.ts'
import { raiseComplaintTasks } from './tasks/complaint-tasks-job.ts'
import { remindTasks } from './tasks/remind-tasks-job.ts'
import { keepLogs } from './upkeep/keep-logs-job.ts'
import { verifyBooksJob } from './upkeep/verify-books-job.ts'
import { deliverWebhooks } from './webhooks/deliver-webhooks-job.ts'

/** What runs by the clock, in the time of Auckland. */
export const schedules: readonly Schedule[] = [
  { job: settleMails, cron: '* * * * *', payload: {} },
  { job: settleMessages, cron: '* * * * *', payload: {} },
  { job: fetchMails, cron: '* * * * *', payload: {} },
  { job: tendBulks, cron: '* * * * *', payload: {} },
  { job: wakeThreads, cron: '* * * * *', payload: {} },
  { job: tellNews, cron: '* * * * *', payload: {} },
  { job: raiseComplaintTasks, cron: '* * * * *', payload: {} },
  { job: locateAddressesJob, cron: '* * * * *', payload: {} },
  { job: sealChainsJob, cron: '* * * * *', payload: {} },
  { job: keepDaysJob, cron: '* * * * *', payload: {} },
  { job: deliverWebhooks, cron: '* * * * *', payload: {} },
  { job: fetchFeedsJob, cron: '*/5 * * * *', payload: {} },
  { job: tendDebitsJob, cron: '* * * * *', payload: {} },
  { job: fetchAllEventsJob, cron: '*/15 * * * *', payload: {} },
  { job: compareDebitsJob, cron: '15 3 * * *', payload: {} },
  { job: keepLogs, cron: '27 3 * * *', payload: {} },
  { job: cleanUpIdentity, cron: '17 3 * * *', payload: {} },
  { job: dropFieldChanges, cron: '22 3 * * *', payload: {} },
  { job: watchKeys, cron: '20 7 * * *', payload: {} },
  { job: endContracts, cron: '5 0 * * *', payload: {} },
  { job: settleDiscounts, cron: '10 * * * *', payload: {} },
  // After the customers' discounts, which some of it depends on.
  { job: settleBillsJob, cron: '25 * * * *', payload: {} },
  { job: chargeLateFeesJob, cron: '40 4 * * *', payload: {} },
  { job: draftStatementsJob, cron: '10 6 * * *', payload: {} },
  { job: checkWaitingFiles, cron: '*/5 * * * *', payload: {} },
  { job: tidyExports, cron: '35 * * * *', payload: {} },
  { job: encryptFormsJob, cron: '55 4 * * *', payload: {} },
  { job: purgeFiles, cron: '45 4 * * *', payload: {} },
  { job: sweepBytes, cron: '50 4 * * *', payload: {} },
  { job: drillJob, cron: '20 1 * * *', payload: {} },
  { job: verifyBooksJob, cron: '40 3 * * *', payload: {} },
  { job: findDueReports, cron: '*/5 7-23 * * *', payload: {} },
  // Before people are reminded of their tasks.
  { job: warnDebts, cron: '20 7 * * *', payload: {} },
  { job: warnReturns, cron: '10 7 * * *', payload: {} },
  { job: remindTasks, cron: '30 7 * * *', payload: {} },
  { job: remindCustomers, cron: '5 9 * * 1-5', payload: {} },
  { job: remindAdjustments, cron: '35 9 * * 1-5', payload: {} },
]
