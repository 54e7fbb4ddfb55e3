import type { CheckedOf } from '#domain/kit/call.ts'
import { badField, fieldProblem } from '#domain/kit/problem.ts'
import { readerAddress } from '#domain/mail/reader-address.ts'
import type { MessageTone } from '#domain/messaging/checks/caring.ts'
import { type Message, message } from '#domain/messaging/message.ts'
import type { messageCalls } from '#domain/messaging/message-calls.ts'
import type { MessageKind } from '#domain/messaging/message-kind.ts'
import type { MessagePurpose } from '#domain/messaging/sms/sms-text.ts'
import { admittedFile, knownFile } from '#server/files/open-content.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { refuseStopped } from '../checks/refuse-stopped.ts'
import type { CheckedMessage } from '../checks/stop-of.ts'
import { refuseWithoutMail } from '../mail/mail-channel.ts'
import { mendedWords } from '../template/mend.ts'
import type { TemplateSources } from '../template/template-source.ts'
import { hasOptedOut, refuseOptedOut } from './message-actions.ts'
import { noteEvent } from './message-events.ts'
import { type MessageDraft, queueMessage } from './queue-message.ts'
import { resendSms } from './resend-sms.ts'
import { mergeOf, wholeWords } from './sealed-words.ts'

interface SentWords {
  kind: MessageKind
  purpose: MessagePurpose
  tone: MessageTone
  sender: string
  text_plain: string
  text_html: string | null
  sealed_words: string | null
  attachment: Buffer | null
  attachment_name: string | null
  opened_something: boolean
  is_by_hand: boolean
  care_reason: string | null
  own_threat: string | null
  in_reply_to: string | null
  mail_references: string[]
  adjustment_id: number | null
}

// An ellipsis stands where something was that opens a page, once the whole words are let go.
const WORDS = sql<SentWords, [id: number]>`
  select kind, purpose, tone, sender, text_plain, text_html, sealed_words, attachment, attachment_name,
    text_plain ~ '#…|/…' as opened_something,
    is_by_hand or author_id is not null as is_by_hand, care_reason, in_reply_to, mail_references,
    adjustment_id, own_threat
  from messages where id = $1`

/** The same words once more, to the same address or another: a message of its own. */
export const resendWith =
  (sources: TemplateSources) => (ctx: Context, conn: Conn, asked: ResendRequest) =>
    resendMessage(ctx, conn, sources, asked)

type ResendRequest = CheckedOf<typeof messageCalls.resend> & {
  /** Only looked at: what speaks against it is shown with it. */
  isLook?: boolean | undefined
}

export async function resendMessage(
  ctx: Context,
  conn: Conn,
  sources: TemplateSources,
  { to, isLook = false, ...asked }: ResendRequest,
): Promise<Written<typeof message>> {
  const again = await transition(ctx, conn, message, 'resend', asked, async () => ({}))
  const words = await WORDS.one(conn, asked.id)
  const address = to ?? again.row.recipient
  if (!words || !address) throw badField('to', 'Say whom it goes to.')
  const isSms = again.row.type === 'sms'
  if (!isSms) await refuseWithoutMail(ctx.config, conn)
  if (!isSms) await refuseUnfitAddress(conn, address)
  refuseUnfitWords(words)
  const repeated = { to: address, key: `again ${asked.id} ${again.version}`, isLook }
  const child = isSms
    ? await repeatSms(ctx, conn, again.row, words, repeated)
    : await repeatMail(ctx, conn, sources, again.row, words, repeated)
  const told = { message_id: asked.id, actor_name: ctx.actor.name }
  await noteEvent(conn, { ...told, event: 'resent', words: address })
  return rowNow(ctx, conn, message, child ?? asked.id)
}

interface Repeated {
  to: string
  key: string
  isLook: boolean
}

function repeatSms(
  ctx: Context,
  conn: Conn,
  { id, customer_id, supplier_id, partner_id, invoice_id, thread_id, file_ids }: Message,
  words: SentWords,
  repeated: Repeated,
): Promise<number | undefined> {
  const { kind, purpose, tone, adjustment_id } = words
  const { text } = wholeWords(ctx.config.secrets.fields, words)
  const about = {
    ...{ customer_id, supplier_id, partner_id, invoice_id, adjustment_id },
    thread_id,
    parent_id: id,
    file_ids: file_ids ?? [],
  }
  return resendSms(ctx, conn, { kind, purpose, tone, text, ...about, ...repeated })
}

async function repeatMail(
  ctx: Context,
  conn: Conn,
  sources: TemplateSources,
  row: Message,
  words: SentWords,
  { isLook, ...repeated }: Repeated,
): Promise<number | undefined> {
  const { customer_id, invoice_id, supplier_id, partner_id, contract_id } = row
  const { template_id, template_version } = row
  const { kind, purpose, tone, is_by_hand, care_reason, adjustment_id, own_threat } = words
  const { text, html } = wholeWords(ctx.config.secrets.fields, words)
  // What was stopped for a hole in it is printed anew, and stays where the hole still is.
  const merge = mergeOf(ctx.config.secrets.fields, words)
  const mended = merge && (await mendedWords(ctx, conn, sources, merge))
  const draft = {
    kind,
    // It stays what it was: what the first was asked, its like is asked as well.
    ...{ purpose, tone, is_by_hand, own_threat, may_repeat: true },
    ...(care_reason !== null && { care_reason }),
    from: words.sender,
    subject: row.subject ?? '',
    text,
    html: html ?? undefined,
    ...(template_id !== null && template_version !== null
      ? { template: { id: template_id, version: template_version } }
      : {}),
    ...mended,
    attachment: attachmentOf(words),
    ...{ customer_id, invoice_id, supplier_id, partner_id, contract_id, adjustment_id },
    parent_id: row.id,
    ...(await goesAlong(ctx, conn, row, words, repeated.to)),
    ...repeated,
  }
  if (!isLook) await refuseStopped(ctx, conn, checkedMail(draft))
  return queueMessage(ctx, conn, draft)
}

/** What a mail has beside its words: other readers, files, its place in a conversation. */
async function goesAlong(
  ctx: Context,
  conn: Conn,
  { author_id, thread_id, reply_to, file_ids, cc, bcc }: Message,
  { in_reply_to, mail_references }: SentWords,
  to: string,
) {
  const taken = new Set([to.toLowerCase()])
  return {
    ...{ author_id, thread_id, reply_to, in_reply_to, mail_references },
    file_ids: await filesStillHere(ctx, conn, file_ids ?? []),
    cc: await readersLeft(conn, cc ?? [], taken),
    bcc: await readersLeft(conn, bcc ?? [], taken),
  }
}

/** Other readers of it, each once, but for those who have opted out since. */
async function readersLeft(conn: Conn, addresses: readonly string[], taken: Set<string>) {
  const left: string[] = []
  for (const address of addresses) {
    const known = address.toLowerCase()
    if (taken.has(known) || (await hasOptedOut(conn, address))) continue
    taken.add(known)
    left.push(address)
  }
  return left
}

/** A mail that speaks of its file never leaves without it. */
async function filesStillHere(ctx: Context, conn: Conn, ids: readonly number[]) {
  for (const id of ids) {
    if (!(await knownFile(ctx, conn, id)))
      throw notPossible(
        'resend',
        'a file that went with it is no longer here',
        'You could bring the file back, or write it anew.',
      )
    // Whoever may not open it may not have it sent to an address of their choice either.
    await admittedFile(ctx, conn, id)
  }
  return ids
}

/** A mail that is to leave once more, as the checks see it. */
const checkedMail = (draft: MessageDraft & { is_by_hand: boolean }): CheckedMessage => ({
  id: null,
  channel: 'email',
  kind: draft.kind,
  purpose: draft.purpose ?? 'service',
  tone: draft.tone ?? 'normal',
  is_by_hand: draft.is_by_hand,
  care_reason: draft.care_reason ?? null,
  may_repeat: true,
  is_awaited: false,
  contact: draft.to,
  subject: draft.subject,
  text: draft.text,
  html: draft.html ?? null,
  own_threat: draft.own_threat ?? null,
  customer_id: draft.customer_id ?? null,
  invoice_id: draft.invoice_id ?? null,
  contract_id: draft.contract_id ?? null,
  adjustment_id: draft.adjustment_id ?? null,
})

function refuseUnfitWords({ kind, sealed_words, opened_something }: SentWords): void {
  // Whoever may resend a message may not therefore read every report.
  if (kind === 'report')
    throw notPossible(
      'resend',
      'a report goes to those alone who may read it',
      'You could open it under Reports and send it from there.',
    )
  if (sealed_words === null && opened_something)
    throw notPossible(
      'resend',
      'its links no longer open anything',
      'You could send the document itself again.',
    )
}

async function refuseUnfitAddress(conn: Conn, address: string): Promise<void> {
  if (!readerAddress.safeParse(address).success) throw fieldProblem('emailInvalid', 'to')
  await refuseOptedOut(conn, address)
}

function attachmentOf({ attachment: bytes, attachment_name: name }: SentWords) {
  if (name === null) return undefined
  return bytes ? { name, bytes } : { name, isInvoicePage: true as const }
}
