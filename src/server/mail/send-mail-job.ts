import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { MailStatus } from '#domain/mail/mail-calls.ts'
import { type MailMessage, type MailOutcome, mailFor } from '#server/integrations/mail.ts'
import { outboxMail } from '#server/integrations/outbox-mail.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { defineJob, type JobContext } from '#server/kit/jobs/job.ts'
import type { Config } from '#server/kit/start/config.ts'
import { secretsIn } from './mail-secrets.ts'

interface MailRow {
  id: number
  mail_to: string
  mail_from: string | null
  subject: string
  text_plain: string | null
  text_html: string | null
  unique_key: string
  created_at: string
  attachment_name: string | null
  attachment: Buffer | null
  links: string | null
  is_kept: boolean
}

const everybody = { organisation_id: null, user_id: null }
// A code of ten minutes is of no use later, and would only be mistaken for the next one.
const GIVE_UP = fragment`case when unique_key like 'guard code %' then interval '5 minutes'
  else interval '3 days' end`
const CLAIM_SECONDS = 90

const SETTLE_INTERRUPTED = sql`update mails set status = 'unconfirmed', sending_until = null,
    links = null,
    error = 'The sending was interrupted; nobody knows whether it arrived.'
  where status = 'sending' and sending_until < now()`

const SETTLE_LATE = sql`update mails set status = 'failed', links = null,
    error = coalesce(error, 'It could not be sent in time.')
  where status = 'queued' and created_at < now() - ${GIVE_UP}`

/**
 * Sends one message: claimed first, then sent, then noted. Whoever finds a claim that was never
 * noted cannot know whether the message left, and says so instead of sending it again.
 */
export const sendMail = defineJob({
  name: 'send-mail',
  payload: z.strictObject({ mail_id: z.int().positive() }),
  concurrency: 4,
  // With the growing delay between them, tries go on for about half a day.
  retryLimit: 18,
  retryDelaySeconds: 2,
  run: async (ctx, { mail_id }) => {
    const row = await claim(ctx, mail_id)
    if (!row) return
    // A demonstration reaches nobody, whatever else is set up here.
    const mail = row.is_kept ? outboxMail : await mailFor(ctx.config)
    const result = await mail.deliver(messageOf(row, ctx.config))
    await note(ctx, row, result)
    if (result.outcome === 'refused' && !result.permanent)
      throw new Error(toldRefusal(result.error))
  },
})

/** Looks after claims whose worker died, and after messages that waited in vain. */
export const settleMails = defineJob({
  name: 'settle-mails',
  payload: z.strictObject({}),
  run: async (ctx) => {
    await ctx.database.write(everybody, async (conn) => {
      await SETTLE_INTERRUPTED.run(conn)
      await SETTLE_LATE.run(conn)
    })
  },
})

/** For the log: a server names the address in its words, which stand beside the mail alone. */
function toldRefusal(words: string): string {
  const code = /\b[45]\d\d\b( [45]\.\d{1,3}\.\d{1,3}\b)?/.exec(words)?.[0] ?? 'no code'
  return `The mail server would not take it now (${code}).`
}

const CLAIM = sql<MailRow, [id: number]>`update mails set status = 'sending',
    attempts = attempts + 1, sending_until = now() + make_interval(secs => ${CLAIM_SECONDS})
  where id = $1 and status = 'queued' and created_at >= now() - ${GIVE_UP}
  returning id, mail_to, mail_from, subject, text_plain, text_html, unique_key, created_at,
    attachment_name, attachment, links, demonstration_id is not null as is_kept`

function claim(ctx: JobContext, mailId: number): Promise<MailRow | undefined> {
  return ctx.database.write(everybody, (conn) => CLAIM.one(conn, mailId))
}

const NOTE = sql<
  never,
  [id: number, status: MailStatus, error: string | null]
>`update mails set status = $2, error = $3, sending_until = null,
    sent_at = case when $2 = 'sent' then now() end,
    links = case when $2 in ('queued', 'outbox') then links end,
    attachment = case when $2 not in ('sent', 'outbox') then attachment end,
    text_plain = case when $2 <> 'sent' then text_plain end,
    text_html = case when $2 <> 'sent' then text_html end
  where id = $1 and status = 'sending'`

const KEPT = 'Kept here: a demonstration reaches nobody.'

async function note(ctx: JobContext, row: MailRow, result: MailOutcome): Promise<void> {
  const words = 'error' in result ? result.error.slice(0, 500) : null
  const error = row.is_kept ? KEPT : words
  const status = statusOf(result, ctx.isLastAttempt)
  await ctx.database.write(everybody, (conn) => NOTE.run(conn, row.id, status, error))
}

function statusOf(result: MailOutcome, isLastAttempt: boolean): MailStatus {
  if (result.outcome === 'sent') return 'sent'
  if (result.outcome === 'kept') return 'outbox'
  if (result.outcome === 'unknown') return 'unconfirmed'
  return result.permanent || isLastAttempt ? 'failed' : 'queued'
}

// The same on every try, so that a receiving server can recognise a message it already has.
function messageOf(row: MailRow, { mailFrom, secrets }: Config): MailMessage {
  const open = secretsIn(secrets.fields, row.links)
  const digest = createHash('sha256').update(`${row.id} ${row.unique_key} ${row.created_at}`)
  return {
    message_id: `<${digest.digest('hex').slice(0, 32)}@switchboard>`,
    to: row.mail_to,
    from: row.mail_from ?? mailFrom,
    subject: row.subject,
    text: open(row.text_plain ?? ''),
    html: row.text_html === null ? null : open(row.text_html),
    attachments:
      row.attachment_name && row.attachment
        ? [{ name: row.attachment_name, bytes: row.attachment }]
        : [],
  }
}
