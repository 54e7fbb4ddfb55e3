import type { Schedule } from './kit/worker-loop.ts'
import { settleMails } from './messaging/send-mail-job.ts'

/** What runs by the clock, in the time of Auckland. */
export const schedules: readonly Schedule[] = [{ job: settleMails, cron: '* * * * *', payload: {} }]
