import { makeDraftsJob } from '#server/billing/run-drafts-job.ts'
import { approveRunJob, sendRunJob } from '#server/billing/run-send-job.ts'
import { systemClock } from '#server/context.ts'
import { openDatabase } from '#server/kit/database.ts'
import { testConfig } from './config.ts'

/** One step of a billing run in a process of its own, to be killed. */
export const steps = { drafts: makeDraftsJob, approve: approveRunJob, send: sendRunJob }

if (process.argv[1] === import.meta.filename) {
  const database = openDatabase({ url: process.env.APP_URL ?? '', max: 2 })
  const step = steps[process.env.STEP as keyof typeof steps] // The test names one of them.
  const payload = step.payload.parse(JSON.parse(process.env.PAYLOAD ?? '{}'))
  console.log('begun')
  await step.run(
    {
      database,
      config: testConfig(),
      clock: systemClock,
      signal: new AbortController().signal,
      isLastAttempt: false,
    },
    payload,
  )
  console.log('done')
  await database.close()
}
