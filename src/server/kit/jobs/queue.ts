import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { PgBoss, QueueResult } from 'pg-boss'
import bossPackage from 'pg-boss/package.json' with { type: 'json' }

/** One kind of job as the queue keeps it: how often it is tried, and when it counts as dead. */
export interface QueueDefinition {
  name: string
  retryLimit: number
  retryDelaySeconds: number
  expireSeconds: number
  heartbeatSeconds: number
}

const retryDelayMaxSeconds = 3600
const finishWithinMs = 60_000

/**
 * The queue's own tables and its queues belong to the migrating role, so that the server's role
 * needs no right to create anything.
 */
export async function ensureQueues(
  client: pg.Client,
  ownerUrl: string,
  definitions: readonly QueueDefinition[],
): Promise<void> {
  if (await isUpToDate(client, definitions)) return
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    connectionString: ownerUrl,
    max: 2,
    supervise: false,
    schedule: false,
    bamIntervalSeconds: 10,
  })
  // Failures of the work itself reject below; this is about idle connections.
  boss.on('error', () => undefined)
  await boss.start()
  try {
    const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const definition of definitions) {
      const wanted = queueOptions(definition)
      const found = existing.get(definition.name)
      if (!found) await boss.createQueue(definition.name, wanted)
      else if (differs(found, wanted)) await boss.updateQueue(definition.name, wanted)
    }
    await finishUpgrade(boss)
  } finally {
    await boss.stop({ graceful: false })
  }
}

// Asking first costs two milliseconds; starting the queue costs a tenth of every start.
async function isUpToDate(
  client: pg.Client,
  definitions: readonly QueueDefinition[],
): Promise<boolean> {
  const installed = await client.query("select to_regclass('pgboss.version') is not null as yes")
  if (!installed.rows[0]?.yes) return false
  const state = await client.query<{ version: number; unfinished: boolean }>(
    `select version, exists (
       select from pgboss.bam where status in ('pending', 'in_progress')
     ) as unfinished from pgboss.version`,
  )
  const { version, unfinished } = state.rows[0] ?? {}
  if (version !== bossPackage.pgboss.schema || unfinished) return false
  const queues = await client.query<QueueResult>(
    `select name, retry_limit as "retryLimit", retry_delay as "retryDelay",
       retry_backoff as "retryBackoff", retry_delay_max as "retryDelayMax",
       expire_seconds as "expireInSeconds", heartbeat_seconds as "heartbeatSeconds", notify
     from pgboss.queue`,
  )
  const existing = new Map(queues.rows.map((queue) => [queue.name, queue]))
  return definitions.every((definition) => {
    const found = existing.get(definition.name)
    return found !== undefined && !differs(found, queueOptions(definition))
  })
}

function queueOptions(definition: QueueDefinition) {
  return {
    retryLimit: definition.retryLimit,
    retryDelay: definition.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: retryDelayMaxSeconds,
    expireInSeconds: definition.expireSeconds,
    heartbeatSeconds: definition.heartbeatSeconds,
    // Wakes a worker the moment the business transaction commits.
    notify: true,
  }
}

function differs(found: QueueResult, wanted: ReturnType<typeof queueOptions>): boolean {
  const now: Record<string, unknown> = { ...found }
  return Object.entries(wanted).some(([key, value]) => now[key] !== value)
}

// An upgrade of the queue may leave index builds for later, and later only the server's role is
// around, which may not build them.
async function finishUpgrade(boss: PgBoss): Promise<void> {
  const patience = performance.now() + finishWithinMs
  while (performance.now() < patience) {
    const open = await boss.getBamStatus()
    if (!open.some((entry) => entry.status === 'pending' || entry.status === 'in_progress')) return
    await sleep(250)
  }
}
