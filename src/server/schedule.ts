import { endContracts } from './contracts/end-contracts-job.ts'
import { cleanUpIdentity } from './identity/clean-up-job.ts'
import type { Schedule } from './kit/worker-loop.ts'
import { settleMails } from './mail/send-mail-job.ts'

/** What runs by the clock, in the time of Auckland. */
export const schedules: readonly Schedule[] = [
  { job: settleMails, cron: '* * * * *', payload: {} },
  { job: cleanUpIdentity, cron: '17 3 * * *', payload: {} },
  { job: endContracts, cron: '5 0 * * *', payload: {} },
]
