import type { MessageTone } from '#domain/messaging/checks/caring.ts'
import type { MessageKind } from '#domain/messaging/message-kind.ts'
import type { MessagePurpose } from '#domain/messaging/sms/sms-text.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { mailDraft } from '#server/mail/mail-draft.ts'
import { noteEvent } from './message-events.ts'
import { type MergeRecord, sealedWords } from './sealed-words.ts'
import { automatic, byHand, sendMessage } from './send-message-job.ts'

/** Whom or what a message is about; it is read there. */
export interface MessageSubject {
  customer_id?: number | null | undefined
  invoice_id?: number | null | undefined
  supplier_id?: number | null | undefined
  partner_id?: number | null | undefined
  contract_id?: number | null | undefined
  /** What is owed without an invoice, where it reminds of that. */
  adjustment_id?: number | null | undefined
}

/** A file that goes with it: its bytes, or the page that is kept with the invoice. */
export type Attachment = { name: string; bytes: Buffer } | { name: string; isInvoicePage: true }

/** What only a mail that a person wrote has beside its words. */
interface MailCompany {
  author_id?: number | null | undefined
  /** Its conversation, where that is not the one of whom it is about. */
  thread_id?: number | null | undefined
  cc?: readonly string[] | undefined
  bcc?: readonly string[] | undefined
  reply_to?: string | null | undefined
  /** The names of the mail it answers, and of all before. */
  in_reply_to?: string | null | undefined
  mail_references?: readonly string[] | undefined
  /** Files that are kept here. */
  file_ids?: readonly number[] | undefined
}

export interface MessageDraft extends MessageSubject, MailCompany {
  kind: MessageKind
  to: string
  /** Left out: the address the server is configured to send from. */
  from?: string | undefined
  subject: string
  text: string
  html?: string | undefined
  attachment?: Attachment | undefined
  /** Further files; they are let go of once it has left. */
  enclosures?: readonly { name: string; bytes: Buffer }[] | undefined
  /** What everybody here reads instead of its words, which are for its reader alone. */
  shown?: string | undefined
  /** What makes this message this message: the same key is never sent twice. */
  key: string
  /** The message that this one repeats. */
  parent_id?: number | undefined
  /** The organisation's template that it was printed with. */
  template?: { id: number; version: number } | undefined
  /** Why it must not leave: it is kept, and can be sent once that is mended. */
  stopped?: string | undefined
  /** What it was printed from; kept, sealed, with what was stopped. */
  merge?: MergeRecord | undefined
  /** What the checks ask again when it leaves. */
  purpose?: MessagePurpose | undefined
  tone?: MessageTone | undefined
  /** A person wrote it, with a reason where care asks for one, and knowing of the same words. */
  is_by_hand?: boolean | undefined
  care_reason?: string | undefined
  /** What threatens in the words that somebody wrote beside those of a template. */
  own_threat?: string | null | undefined
  may_repeat?: boolean | undefined
  /** One of many: whoever sends them all sends it, too. */
  bulk_id?: number | undefined
}

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

const QUEUE = sql<
  { id: number; organisation_id: number },
  [row: NewMessage, attachment: Buffer | null]
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
  from jsonb_to_record($1::jsonb) as r (status text, error text, template_id bigint,
    template_version integer, kind text, sender text, recipient text, subject text,
    text_plain text, text_html text, sealed_words text, customer_id bigint, invoice_id bigint,
    supplier_id bigint, partner_id bigint, contract_id bigint, attachment_name text, unique_key text, parent_id bigint,
    purpose text, tone text, is_by_hand boolean, care_reason text, may_repeat boolean,
    bulk_id bigint, author_id bigint, thread_id bigint, cc text[], bcc text[], reply_to text,
    in_reply_to text, mail_references text[], file_ids bigint[], adjustment_id bigint,
    own_threat text)
  on conflict (organisation_id, unique_key) do nothing returning id, organisation_id`.named(
  'message_queue',
)

const ENCLOSE = sql<never, [message_id: number, name: string, bytes: Buffer]>`
  insert into message_enclosures (organisation_id, message_id, name, bytes)
  values (scope_organisation(), $1, $2, $3)`

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

/**
 * Stores a mail of the organisation and its sending together with whatever decided on it. What opens
 * something is taken out of the words that are read here; whole, they are sealed.
 */
export async function queueMessage(
  { config, actor }: Pick<Context, 'config'> & Partial<Pick<Context, 'actor'>>,
  conn: Conn,
  message: MessageDraft,
): Promise<number | undefined> {
  const { to, from, subject, text, html, key } = mailDraft.parse(message)
  const { attachment, template, stopped } = message
  const row = await QUEUE.one(
    conn,
    {
      status: stopped ? 'blocked' : 'queued',
      error: stopped ?? null,
      template_id: template?.id ?? null,
      template_version: template?.version ?? null,
      kind: message.kind,
      sender: from ?? config.mailFrom,
      recipient: to,
      subject,
      ...sealedWords(
        config.secrets.fields,
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
    },
    attachment && 'bytes' in attachment ? attachment.bytes : null,
  )
  if (!row) return undefined
  const { id, organisation_id } = row
  for (const { name, bytes } of message.enclosures ?? []) await ENCLOSE.run(conn, id, name, bytes)
  await noteEvent(conn, { message_id: id, event: 'queued', words: to, actor_name: actor?.name })
  if (stopped) {
    await noteEvent(conn, { message_id: id, event: 'blocked', words: stopped })
    return id
  }
  if (message.bulk_id !== undefined) return id
  const isAsked = message.is_by_hand || message.parent_id !== undefined
  const priority = isAsked ? byHand : automatic
  const options = { key: String(id), priority }
  await enqueue(conn, sendMessage, { organisation_id, message_id: id }, options)
  return id
}
