import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss, type QueueResult } from 'pg-boss'

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
  ownerUrl: string,
  definitions: readonly QueueDefinition[],
): Promise<void> {
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
  const patience = Date.now() + finishWithinMs
  while (Date.now() < patience) {
    const open = await boss.getBamStatus()
    if (!open.some((entry) => entry.status === 'pending' || entry.status === 'in_progress')) return
    await sleep(250)
  }
}
