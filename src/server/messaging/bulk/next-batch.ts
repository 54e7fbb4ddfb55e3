import type { BulkChannel, ChannelOrder } from '#domain/messaging/bulk/channel-order.ts'
import type { MessagePurpose } from '#domain/messaging/sms/sms-text.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { JobContext } from '#server/kit/jobs/job.ts'
import { CLAIM_SECONDS } from '../outbox/claim-messages.ts'
import { giveBack, takeTokens } from '../outbox/sending-bucket.ts'
import { fillBatch } from './fill-batch.ts'
import type { LetterValues } from './letter-values.ts'
import { opensAt } from './quiet-channels.ts'

/** A bulk message that is being sent. */
export interface SendingBulk {
  organisation_id: number
  bulk_id: number
  channels: ChannelOrder
  purpose: MessagePurpose
}

const AT_ONCE = 50
/** Those that are left are in others' hands at the moment. */
const OTHERS_MS = 50

const STILL_RUNNING = sql<{ id: number }, [id: number]>`
  select id from bulkmessages where id = $1 and state = 'running'`

// Queued by a worker that died, or while it was paused: claimed by whoever comes first.
const LEFT = sql<{ message_id: number }, [bulk_id: number]>`update bulkrecipients r
  set taken_until = now() + make_interval(secs => ${CLAIM_SECONDS})
  from (select b.id from bulkrecipients b join messages m on m.id = b.message_id
    where b.bulk_id = $1 and b.state = 'queued' and coalesce(b.taken_until, '-infinity') < now()
      and coalesce(m.not_before, '-infinity') <= now()
    order by b.id limit ${AT_ONCE} for update of b skip locked) l
  where r.id = l.id returning r.message_id`

const WAITING = sql<{ channel: BulkChannel }, [bulk_id: number]>`
  select c.channel from unnest(array['email', 'sms']) as c (channel)
  where exists (select from bulkrecipients r where r.bulk_id = $1 and r.state = 'waiting'
    and r.channel = c.channel)`

/** Messages to send, or why there are none now; null once it rests or nobody waits. */
export type NextBatch = { message_ids: number[] } | { wait_ms: number } | { until: Date } | null

/** The next messages that may leave, of those nobody else has at hand. */
export async function nextBatch(
  job: JobContext,
  bulk: SendingBulk,
  values: LetterValues,
): Promise<NextBatch> {
  const { organisation_id, bulk_id } = bulk
  const begun = await job.database.write({ organisation_id, user_id: null }, async (conn) => {
    if (!(await STILL_RUNNING.one(conn, bulk_id))) return null
    const left = (await LEFT.all(conn, bulk_id)).map(({ message_id }) => message_id)
    const waiting = (await WAITING.all(conn, bulk_id)).map(({ channel }) => channel)
    return { left, waiting, open: await opensAt(conn, bulk, job.clock.now()) }
  })
  if (!begun) return null
  if (begun.left.length > 0) return { message_ids: begun.left }
  const found: ChannelBatch[] = []
  for (const channel of begun.waiting) {
    const hours = begun.open.of[channel]
    const batch = await ofChannel(job, bulk, values, { channel, ...hours })
    if (batch === null) return null
    found.push(batch)
  }
  return soonest(found)
}

type ChannelBatch = NonNullable<NextBatch>

/** Whatever can be sent is; else whoever may go first decides. */
function soonest(found: readonly ChannelBatch[]): NextBatch {
  const message_ids = found.flatMap((one) => ('message_ids' in one ? one.message_ids : []))
  if (message_ids.length > 0) return { message_ids }
  const waits = found.flatMap((one) => ('wait_ms' in one ? [one.wait_ms] : []))
  if (waits.length > 0) return { wait_ms: Math.min(...waits) }
  const untils = found.flatMap((one) => ('until' in one ? [one.until.getTime()] : []))
  return untils.length > 0 ? { until: new Date(Math.min(...untils)) } : null
}

interface ChannelHours {
  channel: BulkChannel
  /** Until when it is quiet there; null for not at all. */
  mainland: string | null
  chatham: string | null
}

/** As many of one channel as may leave now. */
async function ofChannel(
  job: JobContext,
  { organisation_id, bulk_id }: SendingBulk,
  values: LetterValues,
  { channel, mainland, chatham }: ChannelHours,
): Promise<NextBatch> {
  const scope = { organisation_id, user_id: null }
  const [quiet] = [mainland, chatham].filter((until) => until !== null).toSorted()
  const rest = quiet ? { until: new Date(quiet) } : { wait_ms: OTHERS_MS }
  if (mainland !== null && chatham !== null) return rest
  const { granted, wait_ms } = await job.database.write(scope, (conn) =>
    takeTokens(conn, 'bulk', { channel, wanted: AT_ONCE }),
  )
  if (granted === 0) return { wait_ms }
  const where = { mainland: mainland === null, chatham: chatham === null }
  const asked = { bulk_id, channel, limit: granted, ...where }
  const filled = await job.database.write(scope, (conn) =>
    fillBatch(job.config, conn, values, asked),
  )
  const unused = granted - (filled?.taken ?? 0)
  if (unused > 0) await job.database.write(scope, (conn) => giveBack(conn, channel, unused))
  if (!filled) return null
  return filled.taken > 0 ? { message_ids: filled.message_ids } : rest
}
