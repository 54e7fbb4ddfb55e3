import type { BulkChannel } from '#domain/messaging/bulk/channel-order.ts'
import { foreignLinks, type MessagePurpose } from '#domain/messaging/sms/sms-text.ts'
import { renderTemplate } from '#domain/messaging/template/render-template.ts'
import type { MergeValues } from '#domain/messaging/template/template-context.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Config } from '#server/kit/start/config.ts'
import { CLAIM_SECONDS } from '../outbox/claim-messages.ts'
import { queueLetters } from '../outbox/queue-message.ts'
import { queueSms } from '../sms/queue-sms.ts'
import { brokerFields } from '../template/template-in-force.ts'
import { type ChannelWords, printedBy, readWords } from './bulk-words.ts'
import { checkedBulk } from './judge.ts'
import type { LetterValues } from './letter-values.ts'
import { leadsAway, left, printedBulk } from './printed-bulk.ts'
import { CHATHAM } from './quiet-channels.ts'
import { bulkSms } from './sms-frame.ts'

interface RunningBulk {
  id: number
  purpose: MessagePurpose
  words: unknown
  may_repeat: boolean
}

// Whoever pauses or cancels it comes before this or after it, never between.
const RUNNING = sql<RunningBulk, [id: number]>`
  select id, purpose, words, send_anyway as may_repeat from bulkmessages
  where id = $1 and state = 'running' for share`

interface TakenRecipient {
  id: number
  customer_id: number
  address: string
  is_archived: boolean
}

const TAKE = sql<
  TakenRecipient,
  [bulk_id: number, channel: BulkChannel, limit: number, mainland: boolean, chatham: boolean]
>`select r.id, r.customer_id, r.address, c.deleted_at is not null as is_archived
  from bulkrecipients r
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

const KNOWN = sql<{ id: number; unique_key: string }, [unique_keys: readonly string[]]>`
  select id, unique_key from messages where unique_key = any($1)`

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
  const letters: ReadyLetter[] = []
  for (const { id, customer_id, address: to, is_archived } of taken) {
    const own = is_archived ? undefined : known.get(customer_id)
    const letter = own
      ? printed(config, channel, words, { ...own, fields: { ...broker, ...own.fields } })
      : left('sense', 'the customer was archived')
    if ('why' in letter) await LEAVE_OUT.run(conn, id, letter.reason, letter.why)
    else letters.push({ id, customer_id, to, ...letter })
  }
  const write = channel === 'sms' ? writeSms : writeMails
  const message_ids = await write(config, conn, { bulk, words, letters })
  await QUEUED.run(
    conn,
    letters.map(({ id }) => id),
    message_ids,
  )
  return { taken: taken.length, message_ids }
}

/** What one of them gets. */
interface ReadyLetter {
  id: number
  customer_id: number
  to: string
  subject: string
  text: string
  html: string | undefined
}

/** How it reads for one of them; what cannot be written leaves them out, and stops nobody else. */
function printed(
  { publicUrl }: Config,
  channel: BulkChannel,
  words: ChannelWords,
  values: MergeValues,
) {
  const letter = printedBulk(channel, words, values, renderTemplate)
  if ('why' in letter) return letter
  const [link] = channel === 'sms' ? foreignLinks(letter.text, publicUrl) : []
  if (link !== undefined) return leadsAway(link)
  return letter.lack === null ? letter : left('empty_field', letter.lack)
}

interface BatchWriting {
  bulk: RunningBulk
  words: ChannelWords
  letters: readonly ReadyLetter[]
}

const { kind, is_by_hand, is_awaited, care_reason, invoice_id } = checkedBulk
const asked = { kind, is_by_hand }

/** In one statement: each by itself would cost the database as much again. */
async function writeMails(
  config: Config,
  conn: Conn,
  { bulk, words, letters }: BatchWriting,
): Promise<number[]> {
  const template = words.template ?? undefined
  const { id: bulk_id, purpose, may_repeat } = bulk
  const shared = { ...asked, may_repeat, purpose, tone: words.tone, template, bulk_id }
  const whole = letters.map(({ id, ...letter }) => ({ ...shared, ...letter, key: keyOf(id) }))
  const keys = letters.map(({ id }) => keyOf(id))
  const queued = await queueLetters(config, conn, whole)
  const before = queued.length < keys.length ? await KNOWN.all(conn, keys) : []
  const ids = new Map([...before, ...queued].map(({ unique_key, id }) => [unique_key, id]))
  return keys.map((key) => idOf(key, ids.get(key)))
}

/** Side by side: their statements travel together. */
async function writeSms(
  config: Config,
  conn: Conn,
  { bulk, words, letters }: BatchWriting,
): Promise<number[]> {
  const { whole, from, provider, max_segments } = await bulkSms(conn, config, bulk.purpose)
  const checked = { ...asked, is_awaited, care_reason, invoice_id }
  const shared = {
    ...checked,
    may_repeat: bulk.may_repeat,
    purpose: bulk.purpose,
    tone: words.tone,
    from,
    provider,
    max_segments,
  }
  const write = async ({ id, customer_id, to, text }: ReadyLetter) => {
    const draft = { ...shared, customer_id, to, ...whole(text) }
    const key = keyOf(id)
    const queued = await queueSms({ config }, conn, draft, key, { bulk_id: bulk.id })
    return idOf(key, queued ?? (await KNOWN.one(conn, [key]))?.id)
  }
  return Promise.all(letters.map(write))
}

function idOf(key: string, id: number | undefined): number {
  if (id === undefined) throw new Error(`There is no message under the key ${key}.`)
  return id
}
