import { refuseUnfitStore } from '#server/files/refuse-unfit-store.ts'
import { openDatabase } from '#server/kit/database/database.ts'
import { systemClock } from '#server/kit/http/context.ts'
import { startWorker } from '#server/kit/jobs/worker-loop.ts'
import type { Config } from '#server/kit/start/config.ts'
import type { Shutdown } from '#server/kit/start/shutdown.ts'
import { watchMailboxes } from '#server/messaging/mail/watch-mailboxes.ts'
import { refuseOtherFieldKey } from '#server/upkeep/field-key.ts'
import { withDoubles } from './doubles-file.ts'
import { findDatabase } from './embedded/reach-database.ts'
import { jobs } from './jobs.ts'
import { schedules } from './schedule.ts'

interface Start {
  config: Config
  shutdown: Shutdown
  log(line: string): void
}

/** Everything `npm run worker` does: a worker of its own beside the server. */
export async function startWorkerAlone({ config: given, shutdown, log }: Start): Promise<void> {
  const config = await withDoubles(given)
  const { appUrl: url } = findDatabase(config)
  const database = openDatabase({ url, max: 6 })
  shutdown.add(database.close)
  const nowhere = { organisation_id: null, user_id: null }
  const { client, release } = await database.dedicated(nowhere, 5000)
  await refuseOtherFieldKey(client, config.secrets.fields).finally(release)
  await refuseUnfitStore(config, log)
  const clock = systemClock
  const worker = startWorker({ url, database, config, clock, jobs, schedules, log })
  shutdown.add(worker.stop)
  shutdown.add(watchMailboxes({ database, config, clock }).stop)
  await worker.ready
  log('The worker is running.')
}
