import type { FastifyInstance } from 'fastify'
import type { DemoProvider } from '#demo/gocardless/start-gocardless.ts'
import { refuseUnfitStore } from '#server/files/refuse-unfit-store.ts'
import { type Database, openDatabase } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { systemClock } from '#server/kit/http/context.ts'
import { clearIncoming } from '#server/kit/http/spool.ts'
import type { Config } from '#server/kit/start/config.ts'
import { explainListen, refuseTakenPort } from '#server/kit/start/port.ts'
import type { Shutdown } from '#server/kit/start/shutdown.ts'
import { refuseSecondServer } from './embedded/data-folder-lock.ts'
import { openDatabaseFor } from './embedded/reach-database.ts'
import { isDemonstration, refuseOpenDemo } from './open-demo.ts'
import { prepareDatabase } from './prepare-database.ts'
import { startDoubles } from './start-doubles.ts'

interface Start {
  config: Config
  shutdown: Shutdown
  log(line: string): void
}

const drainMs = 3500

/** Everything `npm start` does once the packages are there, in the order it has to happen. */
export async function startServer({ config: given, shutdown, log }: Start): Promise<void> {
  const config = { ...given }
  if (!config.databaseUrl) refuseSecondServer(config.dataDir)
  await refuseTakenPort(config)
  const opening = openDatabaseFor(config, log)
  // Loading the routes and starting the database keep different processors busy.
  const loading = import('./app.ts')
  // Said before it is there: whoever interrupts the first start must not leave it running.
  shutdown.add(() =>
    opening.then(
      (database) => database.stop(),
      () => undefined,
    ),
  )
  const reached = await opening
  shutdown.addCutOff(reached.cutOff)
  await prepareDatabase(config, reached.ownerUrl, log)

  const database = openDatabase({ url: reached.appUrl })
  shutdown.add(database.close)
  await refuseOpenDemo(config, database)
  await clearIncoming(config, systemClock)
  await refuseUnfitStore(config, log)
  const fed = config.akahu ? null : await startFeed(config, database, shutdown)
  if (fed) config.akahu = fed.settings
  const doubles = await startDoubles(config, database, shutdown)
  const beside = { isFed: fed !== null, debits: doubles?.debits }
  if (config.demo) await fillWhenEmpty(config, database, beside, log)

  const { buildApp } = await loading
  const app = await buildApp({ config, database, clock: systemClock })
  const running = { app, worker: { stop: async () => {} } }
  shutdown.add(() => finishWork(running))
  await app.listen({ port: config.port, host: config.host }).catch((error) => {
    throw explainListen(error, config)
  })
  announce(config, app, log)
  const here = `http://${reachableHost(config)}:${portOf(config, app)}`
  await fed?.listenAt(here)
  await doubles?.listenAt(here)
  if (doubles) log(`Customers’ phones and mailboxes: ${here}/app/messages/doubles\n`)
  if (doubles?.debits)
    log(`Their banks, by docs/direct-debit-double.md: ${config.gocardless.url}\n`)
  if (config.runWorker) {
    running.worker = await startWorkerInside(config, database, reached.appUrl, log)
  }
}

const NOBODY = sql<{ empty: boolean }, []>`select not exists (select from users) as empty`

async function fillWhenEmpty(
  config: Config,
  database: Database,
  beside: { isFed: boolean; debits: DemoProvider | undefined },
  log: (line: string) => void,
): Promise<void> {
  const [row] = await database.read({ organisation_id: null, user_id: null }, (conn) =>
    NOBODY.all(conn),
  )
  if (!row?.empty) return
  log('Filling the empty database with a demonstration organisation.')
  const { seedDemo } = await import('#demo/seed-demo.ts')
  await seedDemo({ database, config, ...beside })
}

/** The demonstration has a bank feed of its own: a double of the provider, beside the server. */
async function startFeed(config: Config, database: Database, shutdown: Shutdown) {
  if (!(await isDemonstration(config, database))) return null
  const { startAkahu } = await import('#demo/akahu/start-akahu.ts')
  const fed = await startAkahu(config.dataDir)
  shutdown.add(fed.stop)
  return fed
}

async function startWorkerInside(
  config: Config,
  database: Database,
  url: string,
  log: (line: string) => void,
): Promise<{ stop(): Promise<void> }> {
  const { startWorker } = await import('#server/kit/jobs/worker-loop.ts')
  const { jobs } = await import('./jobs.ts')
  const { schedules } = await import('./schedule.ts')
  const { watchMailboxes } = await import('#server/messaging/mail/watch-mailboxes.ts')
  const worker = startWorker({ url, database, config, clock: systemClock, jobs, schedules, log })
  const watch = watchMailboxes({ database, config, clock: systemClock })
  return {
    async stop() {
      await Promise.all([watch.stop(), worker.stop()])
    },
  }
}

// Requests under way are answered and jobs end or are handed back, side by side. A request that
// takes too long is cut off, because the database must still have time to go down in order.
async function finishWork(running: {
  app: FastifyInstance
  worker: { stop(): Promise<void> }
}): Promise<void> {
  const { app, worker } = running
  // Jobs need not wait for the callers.
  const workerStopped = worker.stop()
  await app.farewell.begin()
  // A connection that has just been answered would be kept open for its next request.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  const cut = setTimeout(() => app.server.closeAllConnections(), drainMs)
  await Promise.all([app.close(), workerStopped])
  clearInterval(sweep)
  clearTimeout(cut)
}

function announce(config: Config, app: FastifyInstance, log: (line: string) => void): void {
  log(`\n${config.appTitle} is running at http://${config.host}:${portOf(config, app)}\n`)
  if (!config.demo) return
  log('Demonstration sign-ins, all with the password demo-harbour-2026:')
  log('  Harbour Energy Brokers      padmin, admin, manager, accounting, user')
  log('  Southern Utilities Brokers  other-admin\n')
}

function portOf(config: Config, app: FastifyInstance): number {
  const bound = app.server.address()
  return bound && typeof bound === 'object' ? bound.port : config.port
}

/** An address that means all of this machine's is none to call. */
const reachableHost = ({ host }: Config) => (/^(0\.0\.0\.0|::)$/.test(host) ? 'localhost' : host)
