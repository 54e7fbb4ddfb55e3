import { type Conn, type Database, openDatabase } from '#server/kit/database/database.ts'
import { systemClock } from '#server/kit/http/context.ts'
import { makeDraftsJob } from '#server/runs/run-drafts-job.ts'
import { approveRunJob, sendRunJob } from '#server/runs/run-send-job.ts'
import { testConfig } from './config.ts'

/** One step of a billing run in a process of its own, to be killed. */
export const steps = { drafts: makeDraftsJob, approve: approveRunJob, send: sendRunJob }
export type Step = keyof typeof steps

/** The moments between which a run must never be caught with something half done. */
export const failpoints = [
  'claim',
  'afterRead',
  'beforeInsert',
  'afterInsert',
  'beforeCommit',
  'afterCommit',
  'beforeAck',
] as const
type Failpoint = (typeof failpoints)[number]

// `beforeCommit#3` dies when it is there for the third time.
const [dieAt, times = '1'] = (process.env.FAILPOINT ?? '').split('#')
let hits = 0

function passed(point: Failpoint): void {
  if (point !== dieAt) return
  hits += 1
  if (hits >= Number(times)) process.kill(process.pid, 'SIGKILL')
}

/** The database as the job knows it, dying on the way where it is told to. */
function dying(database: Database): Database {
  return {
    ...database,
    read: (scope, fn) => database.read(scope, (conn) => fn(watched(conn))),
    write: async (scope, fn, opening) => {
      const result = await database.write(
        scope,
        async (conn) => {
          const done = await fn(watched(conn))
          passed('beforeCommit')
          return done
        },
        opening,
      )
      passed('afterCommit')
      return result
    },
  }
}

function watched(conn: Conn): Conn {
  async function through<T>(text: string, ask: () => Promise<T>): Promise<T> {
    const isInsert = /insert into|update (invoices|bills|billingrun_items)\b/.test(text)
    if (isInsert) passed('beforeInsert')
    const answer = await ask()
    if (isInsert) passed('afterInsert')
    if (text.includes('from billingruns') && text.includes('for no key update')) passed('claim')
    if (text.startsWith('select id') && text.includes('from billingrun_items')) passed('afterRead')
    return answer
  }
  return {
    query: (text, values, name) => through(text, () => conn.query(text, values, name)),
    json: (shape, text, values, name) => through(text, () => conn.json(shape, text, values, name)),
    atCommit: (text, values, name) => conn.atCommit(text, values, name),
  }
}

if (process.argv[1] === import.meta.filename) {
  const database = openDatabase({ url: process.env.APP_URL ?? '', max: 2 })
  const step = steps[process.env.STEP as Step] // The test names one of them.
  const payload = step.payload.parse(JSON.parse(process.env.PAYLOAD ?? '{}'))
  console.log('begun')
  await step.run(
    {
      database: dying(database),
      config: testConfig(),
      clock: systemClock,
      signal: new AbortController().signal,
      isLastAttempt: false,
    },
    payload,
  )
  passed('beforeAck')
  console.log('done')
  await database.close()
}
