import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import type { z } from 'zod'
import type { Conn, Database } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Clock } from '#server/kit/http/context.ts'
import type { Config } from '#server/kit/start/config.ts'
import type { QueueDefinition } from './queue.ts'

/** What a job may use. It runs for no user: what it needs to know is in its payload. */
export interface JobContext {
  database: Database
  config: Config
  clock: Clock
  /** Aborted when the worker stops: long jobs end at the next safe point and are handed back. */
  signal: AbortSignal
  /** True when the queue will not try again after this run. */
  isLastAttempt: boolean
}

export interface Job<P extends object = object> extends QueueDefinition {
  payload: z.ZodType<P>
  concurrency: number
  run(ctx: JobContext, payload: P): Promise<void>
}

/** As much of a job as it takes to ask for it: modules that come before it need no more. */
export type NamedJob<P extends object> = Pick<Job<P>, 'name' | 'payload'>

interface Definition<P extends object> {
  name: string
  payload: z.ZodType<P>
  run(ctx: JobContext, payload: P): Promise<void>
  retryLimit?: number
  retryDelaySeconds?: number
  expireSeconds?: number
  concurrency?: number
}

/** Work that happens after the transaction that decided on it, tried again until it succeeds. */
export function defineJob<P extends object>(definition: Definition<P>): Job<P> {
  return {
    retryLimit: 8,
    retryDelaySeconds: 5,
    expireSeconds: 900,
    concurrency: 1,
    ...definition,
    // The shortest the queue accepts: a killed worker's job is handed on after about 20 s.
    heartbeatSeconds: 10,
  }
}

/**
 * Puts a job into the queue as part of the caller's transaction: both happen or neither. A key
 * makes it unique for as long as the queue remembers it, a week after it is done. Answers
 * whether it is new.
 */
export async function enqueue<P extends object>(
  conn: Pick<Conn, 'query'>,
  job: NamedJob<P>,
  payload: P,
  options: QueueOptions = {},
): Promise<boolean> {
  return (await enqueued(conn, job, payload, options)) !== null
}

interface QueueOptions {
  key?: string | undefined
  startAfter?: Date | undefined
  /** What is lower waits for what is higher; zero unless said. */
  priority?: number | undefined
}

/** The queue's name for a job, or null where one of its key is there already. */
async function enqueued<P extends object>(
  conn: Pick<Conn, 'query'>,
  job: NamedJob<P>,
  payload: P,
  options: QueueOptions,
): Promise<string | null> {
  const send = {
    ...(options.key && { id: uuidOf(`${job.name} ${options.key}`) }),
    ...(options.startAfter && { startAfter: options.startAfter.toISOString() }),
    ...(options.priority && { priority: options.priority }),
  }
  // Checked here, where the mistake is made, and not only where it would be found.
  const data = job.payload.parse(payload)
  return callerConnection.run(conn, () => sender().send(job.name, data, send))
}

const WAITING = sql<{ id: string }, [name: string, payload: string]>`
  select id from pgboss.job where name = $1 and data = $2::jsonb and state = 'created'
    and start_after <= now() order by created_on limit 1 for update skip locked`

/**
 * Puts a job into the queue unless one that would do the same waits there already. That one is held
 * until the caller's transaction ends: it starts after it, and sees what was written. Answers the
 * queue's name for it.
 */
export async function enqueueUnlessWaiting<P extends object>(
  conn: Conn,
  job: NamedJob<P>,
  payload: P,
): Promise<string> {
  const waiting = await WAITING.one(conn, job.name, JSON.stringify(job.payload.parse(payload)))
  const id = waiting?.id ?? (await enqueued(conn, job, payload, {}))
  if (id === null) throw new Error(`The queue did not take ${job.name}.`)
  return id
}

// Whatever the queue asks the database on behalf of a caller goes through that caller's
// connection, the look-up of the queue included.
const callerConnection = new AsyncLocalStorage<Pick<Conn, 'query'>>()
let builtSender: PgBoss | undefined

function sender(): PgBoss {
  builtSender ??= new PgBoss({
    db: {
      executeSql: async (text, values) => {
        const conn = callerConnection.getStore()
        if (!conn) throw new Error('A job is put into the queue by enqueue alone.')
        return { rows: await conn.query(text, values) }
      },
    },
    supervise: false,
    schedule: false,
    migrate: false,
  })
  return builtSender
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  // Marked as version 8, the one for identifiers of one's own making.
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`]
  return [...parts, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}
