import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { bulkmessage } from '#domain/messaging/bulk/bulkmessage.ts'
import type { ChannelOrder } from '#domain/messaging/bulk/channel-order.ts'
import { troubleOf } from '#domain/messaging/bulk/trouble.ts'
import type { MessagePurpose } from '#domain/messaging/sms/sms-text.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { defineJob, enqueue, enqueueUnlessWaiting, type JobContext } from '#server/kit/jobs/job.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { pauseBulk } from './bulk-actions.ts'
import { healthOf } from './bulk-health.ts'
import type { LetterValues } from './letter-values.ts'
import { nextBatch, type SendingBulk } from './next-batch.ts'
import { sendBatch } from './send-batch.ts'
import type { BulkJob } from './start.ts'

/** So long one of them works before others get their turn. */
const TURN_MS = 10_000
const LONGEST_REST_MS = 1000
const LOOK_EVERY_MS = 1000

interface KnownBulk {
  state: string
  channels: ChannelOrder
  purpose: MessagePurpose
  not_before: string | null
}

const BULK = sql<KnownBulk, [id: number]>`select state, channels, purpose, not_before
  from bulkmessages where id = $1`

// Two workers may want the same step at once: the second waits, and finds it done.
const HELD_STATE = sql<{ state: string }, [id: number]>`select state from bulkmessages
  where id = $1 for update`

const OPEN = sql<{ open: boolean }, [id: number]>`select exists (select from bulkrecipients
  where bulk_id = $1 and state in ('waiting', 'queued', 'sending')) as open`

/**
 * Sends a bulk message: the rows of its recipients say who is left, so that it can be stopped, killed
 * and gone on with at any moment, and by several workers.
 */
export function sendBulkOn(values: LetterValues): BulkJob {
  const job: BulkJob = defineJob({
    name: 'send-bulk',
    payload: z.strictObject({
      organisation_id: z.int().positive(),
      bulk_id: z.int().positive(),
    }),
    concurrency: 2,
    run: async (context, { organisation_id, bulk_id }) => {
      const bulk = await running(context, { organisation_id, bulk_id })
      if (!bulk) return
      const rest = await takeTurn(context, bulk, values)
      await settle(context, job, bulk, rest)
    },
  })
  return job
}

/** The bulk message, where it is to be sent now; one that was scheduled begins. */
async function running(
  job: JobContext,
  { organisation_id, bulk_id }: { organisation_id: number; bulk_id: number },
): Promise<SendingBulk | null> {
  return job.database.write({ organisation_id, user_id: null }, async (conn) => {
    const found = await BULK.one(conn, bulk_id)
    if (!found) return null
    const { channels, purpose, not_before } = found
    const bulk = { organisation_id, bulk_id, channels, purpose }
    if (found.state === 'running') return bulk
    const isDue = Date.parse(not_before ?? '') <= job.clock.now().getTime() + 1000
    if (found.state !== 'scheduled' || !isDue) return null
    const held = (await HELD_STATE.one(conn, bulk_id))?.state
    if (held !== 'scheduled') return held === 'running' ? bulk : null
    const ctx = systemContext(job, organisation_id, 'send-bulk')
    const now = job.clock.now().toISOString()
    const begun = { started_at: now, resumed_at: now }
    const asked = { id: bulk_id, despiteHolder: true }
    await transition(ctx, conn, bulkmessage, 'begin', asked, async () => begun)
    return bulk
  })
}

/** Why it came to rest: until a moment, or for others' sake. */
type Rest = { until: Date } | 'turn' | 'stopped'

async function takeTurn(job: JobContext, bulk: SendingBulk, values: LetterValues): Promise<Rest> {
  const ends = performance.now() + TURN_MS
  let lookAt = 0
  let notTaken = 0
  while (!job.signal.aborted && performance.now() < ends) {
    const batch = await nextBatch(job, bulk, values)
    if (batch === null) return 'stopped'
    if ('until' in batch) return batch
    if ('wait_ms' in batch) {
      await sleep(Math.min(batch.wait_ms, LONGEST_REST_MS))
      continue
    }
    notTaken = await sendBatch(job, bulk, batch.message_ids, notTaken)
    if (notTaken === 0 && performance.now() < lookAt) continue
    lookAt = performance.now() + LOOK_EVERY_MS
    if (await isPausedFor(job, bulk, notTaken)) return 'stopped'
  }
  return 'turn'
}

/** Stops by itself where going on would do harm. */
async function isPausedFor(job: JobContext, bulk: SendingBulk, notTaken: number): Promise<boolean> {
  const { organisation_id, bulk_id } = bulk
  return job.database.write({ organisation_id, user_id: null }, async (conn) => {
    const health = await healthOf(conn, bulk_id)
    const trouble = troubleOf({ ...health, not_taken_in_a_row: notTaken })
    if (!trouble) return false
    if ((await HELD_STATE.one(conn, bulk_id))?.state !== 'running') return true
    const ctx = systemContext(job, organisation_id, 'send-bulk')
    await pauseBulk(ctx, conn, { id: bulk_id, despiteHolder: true }, trouble)
    return true
  })
}

/** Over once nobody waits; else somebody goes on with it. */
async function settle(job: JobContext, own: BulkJob, bulk: SendingBulk, rest: Rest): Promise<void> {
  const { organisation_id, bulk_id } = bulk
  const payload = { organisation_id, bulk_id }
  await job.database.write({ organisation_id, user_id: null }, async (conn) => {
    if (await finishIfOver(job, conn, bulk)) return
    if (rest === 'turn') await enqueueUnlessWaiting(conn, own, payload)
    else if (rest !== 'stopped') {
      const key = `${bulk_id} ${rest.until.toISOString()}`
      await enqueue(conn, own, payload, { key, startAfter: rest.until })
    }
  })
}

/** Whether it is over: nobody waits, and nobody's message is on its way. */
export async function finishIfOver(
  job: JobContext,
  conn: Conn,
  { organisation_id, bulk_id }: { organisation_id: number; bulk_id: number },
): Promise<boolean> {
  if ((await OPEN.one(conn, bulk_id))?.open) return false
  const ctx = systemContext(job, organisation_id, 'send-bulk')
  if ((await HELD_STATE.one(conn, bulk_id))?.state !== 'running') return true
  const ended_at = job.clock.now().toISOString()
  const asked = { id: bulk_id, despiteHolder: true }
  await transition(ctx, conn, bulkmessage, 'finish', asked, async () => ({ ended_at }))
  return true
}
