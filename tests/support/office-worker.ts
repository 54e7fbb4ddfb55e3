import { drawStatement } from '#server/commissions/draw-statement-job.ts'
import { stateAndSend } from '#server/commissions/send-statement.ts'
import { type Conn, type Database, openDatabase } from '#server/kit/database/database.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import { findDueReports } from '#server/reports/schedule/due-reports-job.ts'
import { sendReport } from '#server/reports/schedule/send-report-job.ts'
import { testConfig } from './config.ts'

// Started by a test as a process of its own: sends reports that are due, or a partner's statement, or
// draws what was sent without a paper, and dies on the way as the server does that somebody kills.
const given = JSON.parse(process.env.GIVEN ?? '{}') as {
  organisation_id: number
  now: string
  /** Whose statement; without one the reports of the day. */
  partner_id?: number
  /** The papers of statements that wait to be drawn. */
  isDrawing?: boolean
  /** At which commit it dies, and on which side of it. */
  dieAt?: number
  side?: 'before' | 'after'
  /** Dies once this was asked of the database. */
  dieAfter?: string
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
          const done = await fn(watched(conn))
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

function watched(conn: Conn): Conn {
  const { dieAfter } = given
  if (!dieAfter) return conn
  return new Proxy(conn, {
    get: (target, name) => {
      const own = Reflect.get(target, name)
      if (typeof own !== 'function') return own
      return async (...asked: unknown[]) => {
        const answer = await own.apply(target, asked)
        if (JSON.stringify(asked).includes(dieAfter)) die()
        return answer
      }
    },
  })
}

const database = openDatabase({ url: process.env.APP_URL ?? '', max: 4 })
const { organisation_id } = given
const scope = { organisation_id, user_id: null }
const job = {
  database: dying(database),
  config: testConfig(),
  clock: { now: () => new Date(given.now) },
  signal: new AbortController().signal,
  isLastAttempt: false,
}
if (given.partner_id) {
  const ctx = systemContext(job, organisation_id, 'test')
  const asked = { id: given.partner_id }
  await job.database.write(scope, (conn) => stateAndSend(ctx, conn, asked))
} else if (given.isDrawing) {
  for (const payload of await waiting('draw-commission-statement'))
    await drawStatement.run(job, payload)
} else {
  await findDueReports.run(job, {})
  for (const payload of await waiting('send-report')) await sendReport.run(job, payload)
}
await database.close()

/** What the queue holds of a job; whoever is killed leaves it there. */
async function waiting(name: string): Promise<never[]> {
  const rows = await database.read(scope, (conn) =>
    conn.query<{ data: never }>('select data from pgboss.job where name = $1 order by id', [name]),
  )
  return rows.map(({ data }) => data)
}
