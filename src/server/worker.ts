import { openDatabase } from '#server/kit/database/database.ts'
import { systemClock } from '#server/kit/http/context.ts'
import { startWorker } from '#server/kit/jobs/worker-loop.ts'
import { loadConfig } from '#server/kit/start/config.ts'
import { makeShutdown } from '#server/kit/start/shutdown.ts'
import { findDatabase } from './embedded/reach-database.ts'
import { jobs } from './jobs.ts'
import { goOnTidily } from './kit/tidy-heap.ts'
import { schedules } from './schedule.ts'

const log = (line: string) => console.log(line)
const shutdown = makeShutdown(log)

try {
  const config = loadConfig()
  const { appUrl: url } = findDatabase(config)
  const database = openDatabase({ url, max: 6 })
  shutdown.add(database.close)
  const clock = systemClock
  const worker = startWorker({ url, database, config, clock, jobs, schedules, log })
  shutdown.add(worker.stop)
  await worker.ready
  log('The worker is running.')
  goOnTidily()
} catch (error) {
  await shutdown.fail(error)
}
