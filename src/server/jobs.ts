import { chargeLateFeesJob } from './billing/dunning-late-fees.ts'
import { remindCustomers } from './billing/dunning-remind-job.ts'
import { settleDiscounts } from './billing/dunning-settle-job.ts'
import { verifyBooksJob } from './billing/invariants-job.ts'
import { mailAnswers } from './billing/invoice-chat.ts'
import { makeDraftsJob } from './billing/run-drafts-job.ts'
import { approveRunJob, sendRunJob } from './billing/run-send-job.ts'
import { endContracts } from './contracts/end-contracts-job.ts'
import { cleanUpIdentity } from './identity/clean-up-job.ts'
import type { Job } from './kit/job.ts'
import { sendMail, settleMails } from './mail/send-mail-job.ts'
import { acceptReadingsJob } from './meters/import/accept-readings-job.ts'
import { checkReadingsJob } from './meters/import/check-readings-job.ts'
import { undoImportJob } from './meters/import/undo-import-job.ts'

/** Every kind of job; the migration makes a queue for each. */
export const jobs: readonly Job[] = [
  sendMail,
  settleMails,
  cleanUpIdentity,
  endContracts,
  checkReadingsJob,
  acceptReadingsJob,
  undoImportJob,
  settleDiscounts,
  chargeLateFeesJob,
  remindCustomers,
  verifyBooksJob,
  makeDraftsJob,
  approveRunJob,
  sendRunJob,
  mailAnswers,
]
