import { z } from 'zod'
import type { MessageState } from '#domain/messaging/message-machine.ts'
import { isLastTry, nextTry } from '#domain/messaging/retry.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { defineJob, enqueue, type JobContext } from '#server/kit/jobs/job.ts'
import { holdBack } from '../checks/hold-back.ts'
import { leaveOutCopies } from '../checks/leave-out-copies.ts'
import { unsubscribeAddress } from '../checks/unsubscribe.ts'
import { deliverSms } from '../sms/deliver-sms.ts'
import type { ClaimedMessage } from './compose-mail.ts'
import { addressesOf, leaveAsMail, type TriedMessage } from './leave-as-mail.ts'
import { noteEvent } from './message-events.ts'
import { wholeWords } from './sealed-words.ts'
import { waitItsTurn } from './wait-its-turn.ts'

export const CLAIM_SECONDS = 90
/** What a person sends goes before what the program sends. */
export const byHand = 0
export const automatic = -1

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
  // For a database that is away; what the other side does not take is queued anew below.
  retryLimit: 18,
  retryDelaySeconds: 2,
  run: async (job, { organisation_id, message_id }) => {
    await waitItsTurn(job, { organisation_id, message_id })
    await sendOnce(job, { organisation_id, message_id })
  },
})

/** One try with one message, and when the next one is; null where it was not claimed. */
export async function sendOnce(
  job: JobContext,
  { organisation_id, message_id }: { organisation_id: number; message_id: number },
): Promise<TriedMessage | null> {
  const scope = { organisation_id, user_id: null }
  const row = await job.database.write(scope, (conn) => claim(job, conn, message_id))
  if (!row) return null
  const now = job.clock.now()
  const trying = { ...job, isLastAttempt: isLastTry(triedOf(row), now) }
  const noted = await (row.type === 'sms' ? leaveAsSms : leaveAsMail)(trying, row)
  const again = noted.status === 'queued' ? nextTry(triedOf(row), now) : null
  await job.database.write(scope, async (conn) => {
    const { status, words, provider_id, error_code } = noted
    const kept = await NOTE.one(conn, message_id, status, words, provider_id, error_code, again)
    if (!kept) return
    await noteEvent(conn, { message_id, event: noted.event, words })
    await noted.follow(conn)
    if (again) await sendLater(conn, message_id, again)
  })
  return noted
}

/** Claims what may leave now; what may not is stopped or waits, in the same transaction. */
async function claim(
  job: JobContext,
  conn: Conn,
  message_id: number,
): Promise<ClaimedMessage | undefined> {
  const held = await holdBack(conn, message_id, job.clock.now())
  if (held) {
    if (held.until) await sendLater(conn, message_id, held.until)
    return undefined
  }
  const claimed = await CLAIM.one(conn, message_id)
  if (claimed?.type !== 'email') return claimed
  const row = await leaveOutCopies(conn, claimed)
  await addressesOf(conn, row)
  if (row.purpose !== 'promotional') return row
  const { organisation_id } = row
  const unsubscribe = await unsubscribeAddress(job, conn, { organisation_id, message_id })
  return { ...row, unsubscribe }
}

const triedOf = ({ type, attempts, refused_since }: ClaimedMessage) => ({
  type,
  attempts,
  since: refused_since === null ? null : new Date(refused_since),
})

const ORGANISATION = sql<{ id: number }, []>`select scope_organisation() as id`

async function sendLater(conn: Conn, message_id: number, startAfter: Date): Promise<void> {
  const scope = await ORGANISATION.one(conn)
  const key = `${message_id} ${startAfter.toISOString()}`
  const payload = { organisation_id: scope?.id ?? 0, message_id }
  await enqueue(conn, sendMessage, payload, { key, startAfter })
}

async function leaveAsSms(job: JobContext, row: ClaimedMessage) {
  const { text } = wholeWords(job.config.secrets.fields, row)
  return deliverSms(job.config, { ...row, text }, job.isLastAttempt)
}

const CLAIM = sql<ClaimedMessage, [id: number]>`update messages m set status = 'sending',
    attempts = attempts + 1, sending_until = now() + make_interval(secs => ${CLAIM_SECONDS}),
    version = version + 1, modified_at = clock_timestamp()
  where id = $1 and status = 'queued' and type in ('email', 'sms')
  returning id, organisation_id, type, purpose, thread_id, author_id, sender, recipient, cc, bcc,
    reply_to, subject, text_plain, text_html, sealed_words, created_at, in_reply_to, mail_references,
    file_ids, attachment_name, coalesce(attachment, (select d.pdf from invoice_documents d
      where d.invoice_id = m.invoice_id and m.attachment_name is not null)) as attachment,
    (select o.demo from organisations o where o.id = m.organisation_id) as is_demo, attempts,
    (select min(e.created_at) from messageevents e
      where e.message_id = m.id and e.event = 'later') as refused_since`.named('message_claim')

const NOTE = sql<
  { id: number },
  [
    id: number,
    status: MessageState,
    words: string | null,
    provider_id: string | null,
    error_code: string | null,
    not_before: Date | null,
  ]
>`update messages set status = $2, sent = $2 = 'accepted', sending_until = null,
    not_before = coalesce($6::timestamptz, not_before),
    error = case when $2 <> 'accepted' then $3 end, provider_id = $4, error_code = $5,
    sent_at = case when $2 = 'accepted' then now() end,
    version = version + 1, modified_at = clock_timestamp()
  where id = $1 and status = 'sending' returning id`.named('message_tried')
