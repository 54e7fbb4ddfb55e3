import { z } from 'zod'
import type { CheckedOf } from '#domain/kit/call.ts'
import { badField, fieldProblem } from '#domain/kit/problem.ts'
import type { MessageTone } from '#domain/messaging/checks/caring.ts'
import { message } from '#domain/messaging/message.ts'
import type { messageCalls } from '#domain/messaging/message-calls.ts'
import type { MessageKind } from '#domain/messaging/message-kind.ts'
import type { MessagePurpose } from '#domain/messaging/sms/sms-text.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { refuseStopped } from '../checks/refuse-stopped.ts'
import type { CheckedMessage } from '../checks/stop-of.ts'
import { mendedWords } from '../template/mend.ts'
import type { TemplateSources } from '../template/template-source.ts'
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
  adjustment_id: number | null
}

// An ellipsis stands where something was that opens a page, once the whole words are let go.
const WORDS = sql<SentWords, [id: number]>`
  select kind, purpose, tone, sender, text_plain, text_html, sealed_words, attachment, attachment_name,
    text_plain ~ '#…|/…' as opened_something,
    is_by_hand or author_id is not null as is_by_hand, care_reason, adjustment_id
  from messages where id = $1`

const OPTED_OUT = sql<{ contact: string }, [address: string]>`
  select contact from messageblacklists
  where lower(contact) = lower($1) and type in ('email', 'all') and blocks = 'everything'
    and deleted_at is null limit 1`

/** The same words once more, to the same address or another: a message of its own. */
export const resendWith =
  (sources: TemplateSources) => (ctx: Context, conn: Conn, asked: ResendRequest) =>
    resendMessage(ctx, conn, sources, asked)

type ResendRequest = CheckedOf<typeof messageCalls.resend>

async function resendMessage(
  ctx: Context,
  conn: Conn,
  sources: TemplateSources,
  { to, ...asked }: ResendRequest,
): Promise<Written<typeof message>> {
  const again = await transition(ctx, conn, message, 'resend', asked, async () => ({}))
  const { recipient, subject, customer_id, invoice_id, supplier_id, contract_id } = again.row
  const words = await WORDS.one(conn, asked.id)
  const address = to ?? recipient
  if (!words || !address) throw badField('to', 'Say whom it goes to.')
  const isSms = again.row.type === 'sms'
  if (!isSms) await refuseUnfitAddress(conn, address)
  // Whoever may resend a message may not therefore read every report.
  if (words.kind === 'report')
    throw notPossible(
      'resend',
      'a report goes to those alone who may read it',
      'You could open it under Reports and send it from there.',
    )
  if (words.sealed_words === null && words.opened_something)
    throw notPossible(
      'resend',
      'its links no longer open anything',
      'You could send the document itself again.',
    )
  const { text, html } = wholeWords(ctx.config.secrets.fields, words)
  const key = `again ${asked.id} ${again.version}`
  const { kind, purpose, tone } = words
  const about = { customer_id, invoice_id, parent_id: asked.id, key }
  if (isSms) {
    const child = await resendSms(ctx, conn, { kind, purpose, tone, to: address, text, ...about })
    return noteResent(ctx, conn, { id: asked.id, address, child })
  }
  const { template_id, template_version } = again.row
  // What was stopped for a hole in it is printed anew, and stays where the hole still is.
  const merge = mergeOf(ctx.config.secrets.fields, words)
  const mended = merge && (await mendedWords(ctx, conn, sources, merge))
  const { is_by_hand, care_reason } = words
  const draft = {
    kind,
    // It stays what it was: what the first was asked, its like is asked as well.
    ...{ purpose, tone, is_by_hand, may_repeat: true },
    ...(care_reason !== null && { care_reason }),
    to: address,
    from: words.sender,
    subject: subject ?? '',
    text,
    html: html ?? undefined,
    ...(template_id !== null && template_version !== null
      ? { template: { id: template_id, version: template_version } }
      : {}),
    ...mended,
    attachment: attachmentOf(words),
    ...{ ...about, supplier_id, contract_id, adjustment_id: words.adjustment_id },
  }
  await refuseStopped(ctx, conn, checkedMail(draft))
  const child = await queueMessage(ctx, conn, draft)
  return noteResent(ctx, conn, { id: asked.id, address, child })
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
  customer_id: draft.customer_id ?? null,
  invoice_id: draft.invoice_id ?? null,
  adjustment_id: draft.adjustment_id ?? null,
  contract_id: draft.contract_id ?? null,
})

async function noteResent(
  ctx: Context,
  conn: Conn,
  { id, address, child }: { id: number; address: string; child: number | undefined },
): Promise<Written<typeof message>> {
  const told = { message_id: id, actor_name: ctx.actor.name }
  await noteEvent(conn, { ...told, event: 'resent', words: address })
  return rowNow(ctx, conn, message, child ?? id)
}

const mailAddress = z.email().max(254)

async function refuseUnfitAddress(conn: Conn, address: string): Promise<void> {
  if (!mailAddress.safeParse(address).success) throw fieldProblem('emailInvalid', 'to')
  await refuseOptedOut(conn, address)
}

function attachmentOf({ attachment: bytes, attachment_name: name }: SentWords) {
  if (name === null) return undefined
  return bytes ? { name, bytes } : { name, isInvoicePage: true as const }
}

/** Who has opted out is not written to, whoever writes. */
export async function refuseOptedOut(conn: Conn, address: string): Promise<void> {
  if (await OPTED_OUT.one(conn, address))
    throw notPossible('send', `${address} has opted out`, 'You could use another address.')
}

/** Somebody has asked: what nobody could be sure of did arrive. */
export async function noteArrival(
  ctx: Context,
  conn: Conn,
  asked: ActionRequest,
): Promise<Written<typeof message>> {
  const arrived = { sent: true, error: null }
  const written = await transition(ctx, conn, message, 'arrived', asked, async () => arrived)
  await noteEvent(conn, { message_id: asked.id, event: 'arrived', actor_name: ctx.actor.name })
  return written
}
