import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { openDatabase } from '#server/kit/database/database.ts'
import { systemClock } from '#server/kit/http/context.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { startWorker } from '#server/kit/jobs/worker-loop.ts'
import { testConfig } from './config.ts'

/** A job that says it has begun and then takes its time, until it is told to stop. */
export const waitingJob = defineJob({
  name: 'wait-for-the-test',
  payload: z.strictObject({ ms: z.int() }),
  retryDelaySeconds: 1,
  run: async (ctx, { ms }) => {
    console.log('begun')
    await sleep(ms, undefined, { signal: ctx.signal })
    console.log('done')
  },
})

// Started by a test as a process of its own, to be killed.
if (process.argv[1] === import.meta.filename) {
  const url = process.env.APP_URL ?? ''
  const database = openDatabase({ url, max: 2 })
  const worker = startWorker({
    url,
    database,
    config: testConfig(),
    clock: systemClock,
    jobs: [waitingJob],
    schedules: [],
    log: () => undefined,
  })
  process.on('SIGTERM', async () => {
    await worker.stop()
    await database.close()
    process.exit(0)
  })
  await worker.ready
  console.log('ready')
}
