import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { Database } from '#server/kit/database/database.ts'
import { toldError } from '#server/kit/database/told-error.ts'
import type { Clock } from '#server/kit/http/context.ts'
import type { Config } from '#server/kit/start/config.ts'
import type { Job } from './job.ts'

/** A job that runs at set times, by the clock on an Auckland wall. */
export interface Schedule {
  job: Job
  cron: string
  payload: object
}

interface Parts {
  /** The address for the application's role; the queue keeps its own few connections. */
  url: string
  database: Database
  config: Config
  clock: Clock
  jobs: readonly Job[]
  schedules: readonly Schedule[]
  log(line: string): void
}

const handBackAfterMs = 3500
const repeatedErrorMs = 30_000
const startAgainMs = 500

export interface RunningWorker {
  /** Resolves once jobs are being taken; waits for a database that is away for a moment. */
  ready: Promise<void>
  stop(): Promise<void>
}

/** Takes jobs from the queue until stopped. Several workers may run at the same time. */
export function startWorker(parts: Parts): RunningWorker {
  const stopping = new AbortController()
  let boss: PgBoss | undefined

  const begin = async () => {
    while (!stopping.signal.aborted) {
      boss = makeBoss(parts)
      try {
        await boss.start()
        for (const job of parts.jobs) {
          for (let taker = 0; taker < job.concurrency; taker++)
            await work(boss, job, parts, stopping.signal)
        }
        await setSchedules(boss, parts.schedules)
        return
      } catch (error) {
        parts.log(`The worker could not start yet: ${messageOf(error)}`)
        await boss.stop({ graceful: false }).catch(() => undefined)
        await sleep(startAgainMs)
      }
    }
  }
  const ready = begin()
  const stop = async () => {
    stopping.abort()
    await ready
    await boss?.stop({ graceful: true, timeout: handBackAfterMs })
  }
  return { ready, stop }
}

function makeBoss(parts: Parts): PgBoss {
  const boss = new PgBoss({
    connectionString: parts.url,
    application_name: 'switchboard worker',
    max: 4,
    migrate: false,
    useListenNotify: true,
    // Both are a minute unless set, which would leave a killed worker's job lying that long.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    // Needs the owner's rights.
    reindex: false,
  })
  const report = quietly(parts.log)
  boss.on('error', (error) => report(`The job queue has trouble: ${error.message}`))
  return boss
}

async function work(boss: PgBoss, job: Job, parts: Parts, stopping: AbortSignal): Promise<void> {
  const options = {
    includeMetadata: true,
    batchSize: 1,
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: 4,
  } as const
  const taker = await boss.work(job.name, options, async ([found]) => {
    if (!found) return
    const { database, config, clock } = parts
    const signal = AbortSignal.any([found.signal, stopping])
    const isLastAttempt = found.retryCount >= found.retryLimit
    try {
      const payload = job.payload.parse(found.data)
      await job.run({ database, config, clock, signal, isLastAttempt }, payload)
    } catch (error) {
      parts.log(`The job ${job.name} failed: ${messageOf(error)}`)
      throw error
    } finally {
      // Where one was, more may wait: the queue itself would look again only after seconds.
      boss.notifyWorker(taker)
    }
  })
}

async function setSchedules(boss: PgBoss, schedules: readonly Schedule[]): Promise<void> {
  const wanted = new Set(schedules.map((schedule) => schedule.job.name))
  for (const existing of await boss.getSchedules()) {
    if (!wanted.has(existing.name)) await boss.unschedule(existing.name, existing.key)
  }
  for (const { job, cron, payload } of schedules) {
    await boss.schedule(job.name, cron, payload, { tz: 'Pacific/Auckland' })
  }
}

// While the database is away the same error comes from every loop, again and again.
function quietly(log: (line: string) => void): (line: string) => void {
  const last = new Map<string, number>()
  return (line) => {
    const now = performance.now()
    if (now - (last.get(line) ?? Number.NEGATIVE_INFINITY) < repeatedErrorMs) return
    if (last.size > 100) last.clear()
    last.set(line, now)
    log(line)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? toldError(error).message : String(error)
}
