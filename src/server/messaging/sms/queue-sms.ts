import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import type { Config } from '#server/kit/start/config.ts'
import type { CheckedMessage } from '#server/messaging/checks/stop-of.ts'
import { noteEvent } from '#server/messaging/outbox/message-events.ts'
import { sealedWords } from '#server/messaging/outbox/sealed-words.ts'
import { automatic, byHand, sendMessage } from '#server/messaging/outbox/send-message-job.ts'
import type { ReadySms } from './sms-draft.ts'

type NewSms = Omit<ReadySms, 'text' | 'max_segments'> & {
  bulk_id: number | null
  parent_id: number | null
  thread_id: number | null
  supplier_id: number | null
  partner_id: number | null
  text_plain: string
  sealed_words: string | null
  unique_key: string
  author_id: number | null
  not_before: Date | null
  file_ids: readonly number[]
}

const QUEUE = sql<{ id: number; organisation_id: number }, [row: NewSms]>`
  insert into messages (organisation_id, type, direction, status, reference_object, reference_id,
    kind, sender, recipient, text_plain, sealed_words, customer_id, invoice_id, unique_key, purpose,
    tone, is_by_hand, care_reason, may_repeat, is_awaited, segments, provider, author_id, bulk_id,
    parent_id, thread_id, not_before, adjustment_id, contract_id, file_ids, supplier_id, partner_id)
  select scope_organisation(), 'sms', 'out', 'queued',
    case when r.customer_id is not null then 'customer' end, r.customer_id::integer, r.kind,
    r."from", r."to", r.text_plain, r.sealed_words, r.customer_id, r.invoice_id, r.unique_key,
    r.purpose, r.tone, r.is_by_hand, r.care_reason, r.may_repeat, r.is_awaited, r.segments,
    r.provider, r.author_id, r.bulk_id, r.parent_id, r.thread_id, r.not_before,
    r.adjustment_id, r.contract_id, r.file_ids, r.supplier_id, r.partner_id
  from jsonb_to_record($1::jsonb) as r (kind text, "from" text, "to" text, text_plain text,
    sealed_words text, customer_id bigint, invoice_id bigint, unique_key text, purpose text,
    tone text, is_by_hand boolean, care_reason text, may_repeat boolean, is_awaited boolean,
    segments integer, provider text, author_id bigint, bulk_id bigint, parent_id bigint,
    thread_id bigint, not_before timestamptz, adjustment_id bigint, contract_id bigint,
    file_ids bigint[], supplier_id bigint, partner_id bigint)
  on conflict (organisation_id, unique_key) do nothing returning id, organisation_id`

/** Where it comes from: one of many, or another once more; and when it leaves, if not at once. */
interface SmsOrigin {
  bulk_id?: number
  parent_id?: number
  thread_id?: number | null
  supplier_id?: number | null
  partner_id?: number | null
  at?: Date
  file_ids?: readonly number[]
}

/** Stores a text message and its sending together with whatever decided on it. */
export async function queueSms(
  { config, actor }: { config: Config; actor?: Context['actor'] | undefined },
  conn: Conn,
  { text, max_segments: _, ...sms }: ReadySms,
  key: string,
  { bulk_id, at, file_ids = [], ...origin }: SmsOrigin = {},
): Promise<number | undefined> {
  const { text_plain, sealed_words } = sealedWords(config.secrets.fields, { text, html: null })
  // What staff write by hand answers the thread.
  const author_id = sms.is_by_hand ? (actor?.user_id ?? null) : null
  const row = await QUEUE.one(conn, {
    ...sms,
    text_plain,
    sealed_words,
    unique_key: key,
    author_id,
    bulk_id: bulk_id ?? null,
    parent_id: origin.parent_id ?? null,
    thread_id: origin.thread_id ?? null,
    supplier_id: origin.supplier_id ?? null,
    partner_id: origin.partner_id ?? null,
    not_before: at ?? null,
    file_ids,
  })
  if (!row) return undefined
  const { id, organisation_id } = row
  await noteEvent(conn, { message_id: id, event: 'queued', words: sms.to, actor_name: actor?.name })
  if (bulk_id !== undefined) return id
  const priority = sms.is_by_hand || sms.is_awaited ? byHand : automatic
  const options = { key: String(id), priority, ...(at && { startAfter: at }) }
  await enqueue(conn, sendMessage, { organisation_id, message_id: id }, options)
  return id
}

/** The same as the checks see it. */
export const checkedSms = ({ to, ...sms }: ReadySms): CheckedMessage => ({
  ...sms,
  id: null,
  channel: 'sms',
  contact: to,
  subject: null,
  html: null,
  contract_id: sms.contract_id ?? null,
})
