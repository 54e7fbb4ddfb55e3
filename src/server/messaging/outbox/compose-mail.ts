import { DEMONSTRATION_MARK } from '#domain/identity/demonstration-calls.ts'
import { htmlOfText } from '#domain/messaging/mail-html.ts'
import { inMailLook, LOGO_PLACE } from '#domain/messaging/mail-look.ts'
import type { MessagePurpose } from '#domain/messaging/sms/sms-text.ts'
import { wholeLook } from '#server/files/look-of.ts'
import { knownFile, provedFile, refuseQuarantined } from '#server/files/open-content.ts'
import type { MailMessage } from '#server/integrations/mail.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { MailChannel } from '#server/kit/start/channel-settings.ts'
import { type WayOut, withWayOut } from '../checks/unsubscribe.ts'
import { bounceAddress, mailName, replyAddress } from '../mail/mail-tokens.ts'
import { brokerFields } from '../template/template-in-force.ts'
import { wholeWords } from './sealed-words.ts'

/** A message as the one who sends it needs it. */
export interface ClaimedMessage {
  id: number
  type: 'email' | 'sms'
  purpose: MessagePurpose
  organisation_id: number
  thread_id: number | null
  author_id: number | null
  sender: string
  recipient: string
  cc: string[]
  bcc: string[]
  reply_to: string | null
  subject: string
  text_plain: string
  text_html: string | null
  sealed_words: string | null
  created_at: string
  in_reply_to: string | null
  mail_references: string[]
  file_ids: number[]
  attachment_name: string | null
  attachment: Buffer | null
  is_demo: boolean
  /** The tries there were, and when it was first not taken. */
  attempts: number
  refused_since: string | null
  /** The address at which whoever gets it gets no more of the kind. */
  unsubscribe?: string
  /** Its addresses, in small letters, but for those that have it from an earlier try. */
  to_reach?: string[]
}

/**
 * A mail from its message. Where a mailbox of the organisation's is read, answers and what finds no
 * reader come back to it with a word that says what they are about.
 */
export async function composeMail(
  ctx: Context,
  conn: Conn,
  row: ClaimedMessage,
  channel: MailChannel | null,
): Promise<MailMessage> {
  const { mailFrom, secrets } = ctx.config
  const { organisation_id, thread_id } = row
  const isAsConfigured = channel !== null && row.sender === mailFrom
  const place = { organisation_id, address: channel?.address ?? row.sender }
  const { text, html } = wholeWords(secrets.fields, row)
  const words = { text, html: html ?? (row.author_id === null ? null : htmlOfText(text)) }
  const dress = await wholeLook(conn)
  const wayOut = await wayOutOf(conn, row)
  return {
    message_id: mailName(secrets.fields, place, row.id),
    to: row.recipient,
    cc: row.cc,
    bcc: row.bcc,
    ...(row.to_reach && { to_reach: row.to_reach }),
    from: isAsConfigured ? channel.from : row.sender,
    subject: dress.is_demonstration ? `[${DEMONSTRATION_MARK}] ${row.subject}` : row.subject,
    ...dressed(withWayOut(signedBy(words, dress), wayOut), dress),
    ...(row.reply_to && { reply_to: row.reply_to }),
    ...(channel && thread_id && { reply_to: replyAddress(secrets.fields, place, thread_id) }),
    ...(isRead(channel) && { envelope_from: bounceAddress(secrets.fields, place, row.id) }),
    in_reply_to: row.in_reply_to,
    references: row.mail_references,
    is_automatic: row.author_id === null,
    attachments: [
      ...(words.html === null ? [] : logoOf(dress)),
      ...pageOf(row),
      ...(await ENCLOSED.all(conn, row.id)),
      ...(await filesOf(ctx, conn, row.file_ids)),
    ],
  }
}

/** Somebody brings what comes back: from its mailbox, or by its hook. */
const isRead = (channel: MailChannel | null) => Boolean(channel?.imapUrl ?? channel?.hook)

async function wayOutOf(conn: Conn, { unsubscribe }: ClaimedMessage): Promise<WayOut | null> {
  return unsubscribe ? { address: unsubscribe, broker: await brokerFields(conn) } : null
}

type Dress = Awaited<ReturnType<typeof wholeLook>>

/** What stands at the foot of papers stands under the plain words as well. */
function signedBy<W extends { text: string }>(words: W, { look: { footer } }: Dress): W {
  return footer ? { ...words, text: `${words.text.trimEnd()}\n\n${footer}\n` } : words
}

function dressed<W extends { html: string | null }>(words: W, { look, name, logo }: Dress): W {
  const dress = { ...look, name, hasLogo: logo !== null }
  return { ...words, html: words.html === null ? null : inMailLook(words.html, dress) }
}

function logoOf({ logo }: Dress): MailMessage['attachments'] {
  if (!logo) return []
  const ending = logo.media_type === 'image/png' ? 'png' : 'jpg'
  return [{ name: `logo.${ending}`, bytes: logo.bytes, place: LOGO_PLACE }]
}

const ENCLOSED = sql<{ name: string; bytes: Buffer }, [message_id: number]>`
  select name, bytes from message_enclosures where message_id = $1 order by id`

function pageOf({ attachment_name: name, attachment: bytes }: ClaimedMessage) {
  return name && bytes ? [{ name, bytes }] : []
}

async function filesOf(ctx: Context, conn: Conn, ids: readonly number[]) {
  const files: MailMessage['attachments'] = []
  for (const id of ids) {
    const known = await knownFile(ctx, conn, id)
    if (!known) continue
    refuseQuarantined(known)
    const { open } = await provedFile(ctx, known)
    const pieces: Buffer[] = []
    for await (const piece of open()) pieces.push(piece)
    files.push({ name: known.name, bytes: Buffer.concat(pieces) })
  }
  return files
}
