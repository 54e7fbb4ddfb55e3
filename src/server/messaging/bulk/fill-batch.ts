import type { BulkChannel } from '#domain/messaging/bulk/channel-order.ts'
import type { MessagePurpose } from '#domain/messaging/sms/sms-text.ts'
import { renderTemplate } from '#domain/messaging/template/render-template.ts'
import { templateContexts } from '#domain/messaging/template/standards.ts'
import { emptyFieldWords, type MergeValues } from '#domain/messaging/template/template-context.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Config } from '#server/kit/start/config.ts'
import { queueMessage } from '../outbox/queue-message.ts'
import { CLAIM_SECONDS } from '../outbox/send-message-job.ts'
import { queueSms } from '../sms/queue-sms.ts'
import { brokerFields } from '../template/template-in-force.ts'
import { type ChannelWords, printedBy, readWords } from './bulk-words.ts'
import { checkedBulk } from './judge.ts'
import type { LetterValues } from './letter-values.ts'
import { CHATHAM } from './quiet-channels.ts'
import { bulkSms } from './sms-frame.ts'

interface RunningBulk {
  id: number
  purpose: MessagePurpose
  words: unknown
}

// Whoever pauses or cancels it comes before this or after it, never between.
const RUNNING = sql<RunningBulk, [id: number]>`select id, purpose, words from bulkmessages
  where id = $1 and state = 'running' for share`

interface TakenRecipient {
  id: number
  customer_id: number
  address: string
}

const TAKE = sql<
  TakenRecipient,
  [bulk_id: number, channel: BulkChannel, limit: number, mainland: boolean, chatham: boolean]
>`select r.id, r.customer_id, r.address from bulkrecipients r
  join customers c on c.id = r.customer_id
  where r.bulk_id = $1 and r.state = 'waiting' and r.channel = $2
    and case when c.postcode = ${CHATHAM} then $5::boolean else $4::boolean end
  order by r.id limit $3 for update of r skip locked`

const QUEUED = sql<never, [ids: readonly number[], message_ids: readonly number[]]>`
  update bulkrecipients r set message_id = q.message_id, version = version + 1,
    state = (select m.status from messages m where m.id = q.message_id),
    taken_until = now() + make_interval(secs => ${CLAIM_SECONDS}), modified_at = clock_timestamp()
  from unnest($1::bigint[], $2::bigint[]) as q (id, message_id) where r.id = q.id`

const LEAVE_OUT = sql<never, [id: number, reason: string, why: string]>`update bulkrecipients
  set state = 'left_out', reason = $2, why = $3, version = version + 1,
    modified_at = clock_timestamp() where id = $1`

const KNOWN = sql<{ id: number }, [unique_key: string]>`select id from messages
  where unique_key = $1`

/** The key of a message follows from whom it is for: it is never written twice. */
const keyOf = (recipient_id: number) => `bulk ${recipient_id}`

export interface BatchRequest {
  bulk_id: number
  channel: BulkChannel
  limit: number
  /** Where it is no quiet hour now. */
  mainland: boolean
  chatham: boolean
}

/** What a batch found: how many were taken, and the messages that may leave. Null once it rests. */
export interface FilledBatch {
  taken: number
  message_ids: number[]
}

/** Writes the next messages of a bulk, as many as may leave. Several may do so at the same time. */
export async function fillBatch(
  config: Config,
  conn: Conn,
  values: LetterValues,
  { bulk_id, channel, limit, mainland, chatham }: BatchRequest,
): Promise<FilledBatch | null> {
  const bulk = await RUNNING.one(conn, bulk_id)
  if (!bulk) return null
  const taken = await TAKE.all(conn, bulk_id, channel, limit, mainland, chatham)
  const words = readWords(bulk.words)[channel]
  if (taken.length === 0 || !words) return { taken: 0, message_ids: [] }
  const ids = taken.map(({ customer_id }) => customer_id)
  const known = await values(conn, ids, printedBy([words]))
  const broker = await brokerFields(conn)
  const write = await writerOf(config, conn, bulk, channel, words)
  const queued: { id: number; message_id: number }[] = []
  const queue = async (recipient: TakenRecipient) => {
    const { id, customer_id } = recipient
    const own = known.get(customer_id)
    if (!own) return LEAVE_OUT.run(conn, id, 'sense', 'the customer was archived')
    const written = await write(recipient, { ...own, fields: { ...broker, ...own.fields } })
    if ('hole' in written) return LEAVE_OUT.run(conn, id, 'empty_field', written.hole)
    queued.push({ id, message_id: written.message_id })
  }
  // Side by side: their statements travel together.
  await Promise.all(taken.map(queue))
  const message_ids = queued.map(({ message_id }) => message_id)
  await QUEUED.run(
    conn,
    queued.map(({ id }) => id),
    message_ids,
  )
  return { taken: taken.length, message_ids }
}

type Writer = (
  recipient: TakenRecipient,
  values: MergeValues,
) => Promise<{ message_id: number } | { hole: string }>

/** How one of them is written, by its channel, into the outbox that everything leaves by. */
async function writerOf(
  config: Config,
  conn: Conn,
  { id: bulk_id, purpose }: RunningBulk,
  channel: BulkChannel,
  words: ChannelWords,
): Promise<Writer> {
  const sms = channel === 'sms' ? await bulkSms(conn, config, purpose) : null
  const { kind, is_by_hand, may_repeat, is_awaited, care_reason, invoice_id } = checkedBulk
  const shared = { kind, is_by_hand, may_repeat, purpose, tone: words.tone }
  return async ({ id, customer_id, address: to }, values) => {
    const { empty, subject, text, html } = renderTemplate(words, templateContexts.customer, values)
    if (empty.length > 0) return { hole: emptyFieldWords(templateContexts.customer, empty) }
    const key = keyOf(id)
    const whole = { ...shared, to, customer_id }
    const queue = () => {
      if (!sms) {
        const template = words.template ?? undefined
        const letter = { ...whole, subject, text, html, key, template, bulk_id }
        return queueMessage({ config }, conn, letter)
      }
      const { from, provider, max_segments } = sms
      const leaving = { ...sms.whole(text), from, provider, max_segments }
      const draft = { ...whole, ...leaving, is_awaited, care_reason, invoice_id }
      return queueSms({ config }, conn, draft, key, { bulk_id })
    }
    const message_id = (await queue()) ?? (await KNOWN.one(conn, key))?.id
    if (message_id === undefined) throw new Error(`Recipient ${id} has no message.`)
    return { message_id }
  }
}
