import type { MessageTone } from '#domain/messaging/checks/caring.ts'
import type { MessageKind } from '#domain/messaging/message-kind.ts'
import type { MessagePurpose } from '#domain/messaging/sms/sms-text.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import type { Config } from '#server/kit/start/config.ts'
import { noteEvent } from './message-events.ts'
import type { MergeRecord } from './sealed-words.ts'
import { automatic, byHand, sendMessage } from './send-message-job.ts'
import { writeMessages } from './write-messages.ts'

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
export interface MailCompany {
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
}

const ENCLOSE = sql<never, [message_id: number, name: string, bytes: Buffer]>`
  insert into message_enclosures (organisation_id, message_id, name, bytes)
  values (scope_organisation(), $1, $2, $3)`

/**
 * Stores a mail of the organisation and its sending together with whatever decided on it. What opens
 * something is taken out of the words that are read here; whole, they are sealed.
 */
export async function queueMessage(
  ctx: Pick<Context, 'config'> & Partial<Pick<Context, 'actor'>>,
  conn: Conn,
  message: MessageDraft,
): Promise<number | undefined> {
  const { attachment, stopped } = message
  const bytes = attachment && 'bytes' in attachment ? attachment.bytes : null
  const [row] = await writeMessages(ctx, conn, [message], bytes)
  if (!row) return undefined
  const { id, organisation_id } = row
  for (const { name, bytes } of message.enclosures ?? []) await ENCLOSE.run(conn, id, name, bytes)
  if (stopped) {
    await noteEvent(conn, { message_id: id, event: 'blocked', words: stopped })
    return id
  }
  const isAsked = message.is_by_hand || message.parent_id !== undefined
  const priority = isAsked ? byHand : automatic
  const options = { key: String(id), priority }
  await enqueue(conn, sendMessage, { organisation_id, message_id: id }, options)
  return id
}

/** One of many: whoever sends them all sends it, too. */
export type LetterOfMany = Omit<MessageDraft, 'attachment' | 'enclosures' | 'stopped'> & {
  bulk_id: number
}

/** Stores letters of a message to many in one statement; answers those that were not there yet. */
export async function queueLetters(
  config: Config,
  conn: Conn,
  letters: readonly LetterOfMany[],
): Promise<{ id: number; unique_key: string }[]> {
  return letters.length === 0 ? [] : writeMessages({ config }, conn, letters, null)
}
