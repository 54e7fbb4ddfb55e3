import type { MessageTone } from '#domain/messaging/checks/caring.ts'
import type { MessageKind } from '#domain/messaging/message-kind.ts'
import type { MessagePurpose } from '#domain/messaging/sms/sms-text.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Config } from '#server/kit/start/config.ts'
import { mailDraft } from '#server/mail/mail-draft.ts'
import { noteEvents } from './message-events.ts'
import type { MailCompany, MessageDraft } from './queue-message.ts'
import { sealedWords } from './sealed-words.ts'

interface NewMessage {
  status: 'queued' | 'blocked'
  error: string | null
  template_id: number | null
  template_version: number | null
  purpose: MessagePurpose
  tone: MessageTone
  is_by_hand: boolean
  care_reason: string | null
  own_threat: string | null
  may_repeat: boolean
  kind: MessageKind
  sender: string
  recipient: string
  subject: string
  text_plain: string
  text_html: string | null
  sealed_words: string | null
  customer_id: number | null
  invoice_id: number | null
  supplier_id: number | null
  partner_id: number | null
  contract_id: number | null
  adjustment_id: number | null
  attachment_name: string | null
  unique_key: string
  parent_id: number | null
  bulk_id: number | null
  author_id: number | null
  thread_id: number | null
  cc: readonly string[]
  bcc: readonly string[]
  reply_to: string | null
  in_reply_to: string | null
  mail_references: readonly string[]
  file_ids: readonly number[]
}

interface WrittenMessage {
  id: number
  organisation_id: number
  unique_key: string
  recipient: string
}

const QUEUE = sql<
  WrittenMessage,
  [rows: string, attachment: Buffer | null]
>`insert into messages (organisation_id, type, direction, status, reference_object, reference_id,
    kind, sender, recipient, subject, text_plain, text_html, sealed_words, customer_id, invoice_id,
    supplier_id, partner_id, contract_id, attachment_name, unique_key, parent_id, error, template_id,
    template_version, purpose, tone, is_by_hand, care_reason, may_repeat, bulk_id, author_id,
    thread_id, cc, bcc, reply_to, in_reply_to, mail_references, file_ids, adjustment_id, own_threat,
    attachment)
  select scope_organisation(), 'email', 'out', r.status,
    case when r.customer_id is not null then 'customer' end, r.customer_id::integer, r.kind, r.sender,
    r.recipient, r.subject, r.text_plain, r.text_html, r.sealed_words, r.customer_id, r.invoice_id,
    r.supplier_id, r.partner_id, r.contract_id, r.attachment_name, r.unique_key, r.parent_id, r.error,
    r.template_id, r.template_version, r.purpose, r.tone, r.is_by_hand, r.care_reason, r.may_repeat,
    r.bulk_id, r.author_id, r.thread_id, r.cc, r.bcc, r.reply_to, r.in_reply_to, r.mail_references,
    r.file_ids, r.adjustment_id, r.own_threat, $2
  from jsonb_to_recordset($1::jsonb) as r (status text, error text, template_id bigint,
    template_version integer, kind text, sender text, recipient text, subject text,
    text_plain text, text_html text, sealed_words text, customer_id bigint, invoice_id bigint,
    supplier_id bigint, partner_id bigint, contract_id bigint, attachment_name text, unique_key text,
    parent_id bigint,
    purpose text, tone text, is_by_hand boolean, care_reason text, may_repeat boolean,
    bulk_id bigint, author_id bigint, thread_id bigint, cc text[], bcc text[], reply_to text,
    in_reply_to text, mail_references text[], file_ids bigint[], adjustment_id bigint,
    own_threat text)
  on conflict (organisation_id, unique_key) do nothing
  returning id, organisation_id, unique_key, recipient`.named('message_queue')

const checkedParts = (message: MessageDraft) => ({
  purpose: message.purpose ?? 'service',
  tone: message.tone ?? 'normal',
  is_by_hand: message.is_by_hand ?? false,
  care_reason: message.care_reason ?? null,
  own_threat: message.own_threat ?? null,
  may_repeat: message.may_repeat ?? false,
})

const companyOf = (message: MailCompany) => ({
  author_id: message.author_id ?? null,
  thread_id: message.thread_id ?? null,
  cc: message.cc ?? [],
  bcc: message.bcc ?? [],
  reply_to: message.reply_to ?? null,
  in_reply_to: message.in_reply_to ?? null,
  mail_references: message.mail_references ?? [],
  file_ids: message.file_ids ?? [],
})

type WrittenDraft = MessageDraft & { bulk_id?: number }

function rowOf({ secrets, mailFrom }: Config, message: WrittenDraft): NewMessage {
  const { to, from, subject, text, html, key } = mailDraft.parse(message)
  const { attachment, template, stopped } = message
  return {
    status: stopped ? 'blocked' : 'queued',
    error: stopped ?? null,
    template_id: template?.id ?? null,
    template_version: template?.version ?? null,
    kind: message.kind,
    sender: from ?? mailFrom,
    recipient: to,
    subject,
    ...sealedWords(
      secrets.fields,
      { text, html: html ?? null },
      { merge: stopped ? message.merge : undefined, shown: message.shown },
    ),
    customer_id: message.customer_id ?? null,
    invoice_id: message.invoice_id ?? null,
    supplier_id: message.supplier_id ?? null,
    partner_id: message.partner_id ?? null,
    contract_id: message.contract_id ?? null,
    adjustment_id: message.adjustment_id ?? null,
    attachment_name: attachment?.name ?? null,
    unique_key: key,
    parent_id: message.parent_id ?? null,
    bulk_id: message.bulk_id ?? null,
    ...checkedParts(message),
    ...companyOf(message),
  }
}

/**
 * Writes mails down, those that are not there yet by their keys; each tells that it waits. An
 * attachment goes with all of them.
 */
export async function writeMessages(
  { config, actor }: Pick<Context, 'config'> & Partial<Pick<Context, 'actor'>>,
  conn: Conn,
  messages: readonly WrittenDraft[],
  attachment: Buffer | null,
): Promise<WrittenMessage[]> {
  const rows = messages.map((message) => rowOf(config, message))
  const written = await QUEUE.all(conn, JSON.stringify(rows), attachment)
  const waits = { event: 'queued', actor_name: actor?.name } as const
  await noteEvents(
    conn,
    written.map(({ id, recipient }) => ({ ...waits, message_id: id, words: recipient })),
  )
  return written
}
