import { z } from 'zod'
import type { MessageEventName } from '#domain/messaging/message-event.ts'
import type { MessageState } from '#domain/messaging/message-machine.ts'
import { type MailOutcome, mailFor, type Refused } from '#server/integrations/mail.ts'
import { outboxMail } from '#server/integrations/outbox-mail.ts'
import { smtpMail } from '#server/integrations/smtp-mail.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { defineJob, type JobContext } from '#server/kit/jobs/job.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import type { MailChannel } from '#server/kit/start/channel-settings.ts'
import { mailChannelOf } from '../mail/mail-channel.ts'
import { type ClaimedMessage, composeMail } from './compose-mail.ts'
import { listIfDead } from './dead-address.ts'
import { noteEvent } from './message-events.ts'

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
  run: async (job, { organisation_id, message_id }) => {
    const scope = { organisation_id, user_id: null }
    const row = await job.database.write(scope, (conn) => claim(job, conn, message_id))
    if (!row) return
    const channel = mailChannelOf(job.config, row)
    const ctx = systemContext(job, organisation_id, 'send-message')
    const message = await job.database.read(scope, (conn) => composeMail(ctx, conn, row, channel))
    const mail = await mailOf(job, row, channel)
    const result = await mail.deliver(message)
    const noted = row.is_demo && !channel ? keptHere : outcomeOf(result, job)
    await job.database.write(scope, async (conn) => {
      const { status, words, code } = noted
      const kept = await NOTE.one(conn, message_id, status, words, code)
      if (!kept) return
      await noteEvent(conn, { message_id, event: noted.event, words })
      await noteDeliveries(conn, message_id, noted, result)
      if (status === 'failed') await listIfDead(conn, { address: row.recipient, code, words })
    })
    if (noted.status === 'queued') throw new Error(noted.words ?? 'The mail was not taken.')
  },
})

/** A demonstration reaches its double or nobody, whatever else is set up here. */
async function mailOf({ config }: JobContext, row: ClaimedMessage, channel: MailChannel | null) {
  if (channel) return smtpMail(channel.smtpUrl)
  return row.is_demo ? outboxMail : mailFor(config)
}

const CLAIM = sql<ClaimedMessage, [id: number, now: Date]>`update messages m set status = 'sending',
    attempts = attempts + 1, sending_until = now() + make_interval(secs => ${CLAIM_SECONDS}),
    version = version + 1, modified_at = clock_timestamp()
  where id = $1 and status = 'queued' and type = 'email'
    and (not_before is null or not_before <= $2::timestamptz + interval '1 second')
  returning id, organisation_id, thread_id, author_id, sender, recipient, cc, bcc, reply_to, subject,
    text_plain, text_html, sealed_words, created_at, in_reply_to, mail_references, file_ids,
    attachment_name, coalesce(attachment, (select d.pdf from invoice_documents d
      where d.invoice_id = m.invoice_id and m.attachment_name is not null)) as attachment,
    (select o.demo from organisations o where o.id = m.organisation_id) as is_demo`

const DELIVERIES = sql<
  never,
  [message_id: number, to: string, cc: readonly string[], bcc: readonly string[]]
>`insert into deliveries (organisation_id, message_id, field, address)
  select scope_organisation(), $1::bigint, a.field, lower(a.address) from (
    select 'to' as field, $2::text as address union all select 'cc', unnest($3::text[])
    union all select 'bcc', unnest($4::text[])) a
  on conflict (organisation_id, message_id, address) do update set state = 'sending'`

async function claim({ clock }: JobContext, conn: Conn, message_id: number) {
  const row = await CLAIM.one(conn, message_id, clock.now())
  if (row) await DELIVERIES.run(conn, row.id, row.recipient, row.cc, row.bcc)
  return row
}

const NOTE = sql<
  { id: number },
  [id: number, status: MessageState, words: string | null, code: string | null]
>`update messages set status = $2, sent = $2 = 'accepted', sending_until = null,
    error = case when $2 <> 'accepted' then $3 end, error_code = $4,
    sent_at = case when $2 = 'accepted' then now() end,
    version = version + 1, modified_at = clock_timestamp()
  where id = $1 and status = 'sending' returning id`

const NOTE_DELIVERIES = sql<
  never,
  [message_id: number, state: string, words: string | null, code: string | null]
>`update deliveries set state = $2, words = $3, code = $4, modified_at = clock_timestamp()
  where message_id = $1 and state = 'sending'`

const REFUSED = sql<
  never,
  [message_id: number, address: string, words: string, code: string | null]
>`
  update deliveries set state = 'failed', words = $3, code = $4, modified_at = clock_timestamp()
  where message_id = $1 and address = lower($2)`

async function noteDeliveries(conn: Conn, id: number, noted: Outcome, result: MailOutcome) {
  const refused: Refused[] = result.outcome === 'sent' ? (result.refused ?? []) : []
  for (const { address, words, code } of refused) {
    await REFUSED.run(conn, id, address, words.slice(0, 500), code)
    await listIfDead(conn, { address, code, words })
  }
  const state = noted.status === 'accepted' ? 'accepted' : 'failed'
  if (noted.status === 'queued' || noted.status === 'unconfirmed') return
  await NOTE_DELIVERIES.run(conn, id, state, noted.words, noted.code)
}

interface Outcome {
  status: MessageState
  event: MessageEventName
  words: string | null
  code: string | null
}

const keptHere: Outcome = {
  status: 'accepted',
  event: 'accepted',
  words: 'Kept here: a demonstration reaches nobody.',
  code: null,
}

function outcomeOf(result: MailOutcome, { isLastAttempt }: JobContext): Outcome {
  const code = null
  if (result.outcome === 'sent') return { status: 'accepted', event: 'accepted', words: null, code }
  if (result.outcome === 'kept')
    return { status: 'blocked', event: 'blocked', words: 'No mail server is set up.', code }
  const words = result.error.slice(0, 500)
  if (result.outcome === 'unknown') return { status: 'unconfirmed', event: 'unknown', words, code }
  const refused = { words, code: result.code ?? null }
  return result.permanent || isLastAttempt
    ? { status: 'failed', event: 'refused', ...refused }
    : { status: 'queued', event: 'later', ...refused }
}
