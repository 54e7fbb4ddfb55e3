import { applyEventsJob } from '#server/directdebit/apply-events-job.ts'
import { makeCallJob } from '#server/directdebit/make-call-job.ts'
import { type Database, openDatabase } from '#server/kit/database/database.ts'
import { testConfig } from './config.ts'

// Started by a test as a process of its own: makes calls or applies events, and dies on the way.
const given = JSON.parse(process.env.GIVEN ?? '{}') as {
  organisation_id: number
  now: string
  provider: string
  /** Which calls; none of them: what the provider told is applied. */
  call_ids: number[]
  /** At which commit it dies, and on which side of it. */
  dieAt: number
  side: 'before' | 'after'
}

let commits = 0
const die = () => process.kill(process.pid, 'SIGKILL')

/** The database as the jobs know it, dying where it is told to. */
function dying(database: Database): Database {
  return {
    ...database,
    write: async (scope, fn, opening) => {
      const mine = ++commits
      const result = await database.write(
        scope,
        async (conn) => {
          const done = await fn(conn)
          if (mine === given.dieAt && given.side === 'before') die()
          return done
        },
        opening,
      )
      if (mine === given.dieAt) die()
      return result
    },
  }
}

const database = openDatabase({ url: process.env.APP_URL ?? '', max: 4 })
const job = {
  database: dying(database),
  config: testConfig({ gocardless: { url: given.provider, perSecond: 500 } }),
  clock: { now: () => new Date(given.now) },
  signal: new AbortController().signal,
  isLastAttempt: false,
}
const { organisation_id } = given
if (given.call_ids.length === 0) await applyEventsJob.run(job, { organisation_id })
for (const call_id of given.call_ids) await makeCallJob.run(job, { organisation_id, call_id })
await database.close()
