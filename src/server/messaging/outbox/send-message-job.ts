import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { MessageEventName } from '#domain/messaging/message-event.ts'
import type { MessageState } from '#domain/messaging/message-machine.ts'
import type { MessagePurpose } from '#domain/messaging/sms/sms-text.ts'
import { type MailMessage, type MailOutcome, mailFor } from '#server/integrations/mail.ts'
import { outboxMail } from '#server/integrations/outbox-mail.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { defineJob, enqueue, type JobContext } from '#server/kit/jobs/job.ts'
import type { Config } from '#server/kit/start/config.ts'
import { holdBack } from '#server/messaging/checks/hold-back.ts'
import { unsubscribeAddress, withWayOut } from '#server/messaging/checks/unsubscribe.ts'
import { deliverSms } from '#server/messaging/sms/deliver-sms.ts'
import { noteEvent } from './message-events.ts'
import { wholeWords } from './sealed-words.ts'

interface ClaimedMessage {
  id: number
  organisation_id: number
  type: 'email' | 'sms'
  purpose: MessagePurpose
  sender: string
  recipient: string
  subject: string
  text_plain: string
  text_html: string | null
  sealed_words: string | null
  unique_key: string
  created_at: string
  attachment_name: string | null
  attachment: Buffer | null
  is_demo: boolean
}

/** With the address at which whoever gets it gets no more of the kind. */
type LeavingMessage = ClaimedMessage & { unsubscribe?: string }

export const CLAIM_SECONDS = 90

/**
 * Sends one message: claimed first, then sent, then noted. Whoever finds a claim that was never
 * noted cannot know whether the message left, and says so instead of sending it again.
 */
export const sendMessage = defineJob({
  name: 'send-message',
  payload: z.strictObject({
    organisation_id: z.int().positive(),
    message_id: z.int().positive(),
  }),
  concurrency: 4,
  // With the growing delay between them, tries go on for about half a day.
  retryLimit: 18,
  retryDelaySeconds: 2,
  run: async (ctx, { organisation_id, message_id }) => {
    const scope = { organisation_id, user_id: null }
    const row = await ctx.database.write(scope, (conn) => claim(ctx, conn, message_id))
    if (!row) return
    const noted = row.type === 'sms' ? await leaveAsSms(ctx, row) : await leaveAsMail(ctx, row)
    await ctx.database.write(scope, async (conn) => {
      const { status, words, provider_id = null, error_code = null } = noted
      const kept = await NOTE.one(conn, message_id, status, words, provider_id, error_code)
      if (!kept) return
      await noteEvent(conn, { message_id, event: noted.event, words })
      await noted.follow?.(conn)
    })
    if (noted.status === 'queued') throw new Error(noted.words ?? 'It was not taken.')
  },
})

/** Claims what may leave now; what may not is stopped or waits, in the same transaction. */
async function claim(ctx: JobContext, conn: Conn, message_id: number) {
  const held = await holdBack(conn, message_id, ctx.clock.now())
  if (held) {
    if (held.until) await sendLater(conn, message_id, held.until)
    return undefined
  }
  const row = await CLAIM.one(conn, message_id)
  if (row?.type !== 'email' || row.purpose !== 'promotional') return row
  const { organisation_id } = row
  const unsubscribe = await unsubscribeAddress(ctx, conn, { organisation_id, message_id })
  return { ...row, unsubscribe }
}

const ORGANISATION = sql<{ id: number }, []>`select scope_organisation() as id`

async function sendLater(conn: Conn, message_id: number, startAfter: Date): Promise<void> {
  const scope = await ORGANISATION.one(conn)
  const key = `${message_id} ${startAfter.toISOString()}`
  const payload = { organisation_id: scope?.id ?? 0, message_id }
  await enqueue(conn, sendMessage, payload, { key, startAfter })
}

/** A demonstration's mail reaches nobody, whatever is set up here. */
async function leaveAsMail(ctx: JobContext, row: LeavingMessage): Promise<Outcome> {
  const mail = row.is_demo ? outboxMail : await mailFor(ctx.config)
  const result = await mail.deliver(mailOf(row, ctx.config))
  return row.is_demo ? keptHere : outcomeOf(result, ctx)
}

async function leaveAsSms(ctx: JobContext, row: LeavingMessage): Promise<Outcome> {
  const { text } = wholeWords(ctx.config.secrets.fields, row)
  return deliverSms(ctx.config, { ...row, text }, ctx.isLastAttempt)
}

const CLAIM = sql<ClaimedMessage, [id: number]>`update messages m set status = 'sending',
    attempts = attempts + 1, sending_until = now() + make_interval(secs => ${CLAIM_SECONDS}),
    version = version + 1, modified_at = clock_timestamp()
  where id = $1 and status = 'queued' and type in ('email', 'sms')
  returning id, organisation_id, type, purpose, sender, recipient, subject, text_plain, text_html, sealed_words, unique_key,
    created_at, attachment_name, coalesce(attachment, (select d.pdf from invoice_documents d
      where d.invoice_id = m.invoice_id and m.attachment_name is not null)) as attachment,
    (select o.demo from organisations o where o.id = m.organisation_id) as is_demo`

const NOTE = sql<
  { id: number },
  [
    id: number,
    status: MessageState,
    words: string | null,
    provider_id: string | null,
    error_code: string | null,
  ]
>`update messages set status = $2, sent = $2 = 'accepted', sending_until = null,
    provider_id = $4, error_code = $5,
    error = case when $2 <> 'accepted' then $3 end,
    sent_at = case when $2 = 'accepted' then now() end,
    version = version + 1, modified_at = clock_timestamp()
  where id = $1 and status = 'sending' returning id`

interface Outcome {
  status: MessageState
  event: MessageEventName
  words: string | null
  provider_id?: string | null
  error_code?: string | null
  /** What else follows, in the transaction that notes it. */
  follow?(conn: Conn): Promise<void>
}

const keptHere: Outcome = {
  status: 'accepted',
  event: 'accepted',
  words: 'Kept here: a demonstration reaches nobody.',
}

function outcomeOf(result: MailOutcome, { isLastAttempt }: JobContext): Outcome {
  if (result.outcome === 'sent') return { status: 'accepted', event: 'accepted', words: null }
  if (result.outcome === 'kept')
    return { status: 'blocked', event: 'blocked', words: 'No mail server is set up.' }
  const words = result.error.slice(0, 500)
  if (result.outcome === 'unknown') return { status: 'unconfirmed', event: 'unknown', words }
  return result.permanent || isLastAttempt
    ? { status: 'failed', event: 'refused', words }
    : { status: 'queued', event: 'later', words }
}

// The same on every try, so that a receiving server can recognise a message it already has.
function mailOf(row: LeavingMessage, { secrets }: Config): MailMessage {
  const digest = createHash('sha256').update(
    `message ${row.id} ${row.unique_key} ${row.created_at}`,
  )
  return {
    message_id: `<m${row.id}.${digest.digest('hex').slice(0, 32)}@switchboard>`,
    to: row.recipient,
    from: row.sender,
    subject: row.subject,
    ...withWayOut(wholeWords(secrets.fields, row), row.unsubscribe),
    attachment:
      row.attachment_name && row.attachment
        ? { name: row.attachment_name, bytes: row.attachment }
        : null,
  }
}
