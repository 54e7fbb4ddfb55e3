import { storableBeginning } from '#domain/kit/storable.ts'
import type { MessageEventName } from '#domain/messaging/message-event.ts'
import type { MessageState } from '#domain/messaging/message-machine.ts'
import { type MailOutcome, mailBy, mailFor } from '#server/integrations/mail.ts'
import { outboxMail } from '#server/integrations/outbox-mail.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { JobContext } from '#server/kit/jobs/job.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import type { MailChannel } from '#server/kit/start/channel-settings.ts'
import { mailChannelOf } from '../mail/mail-channel.ts'
import { type ClaimedMessage, composeMail } from './compose-mail.ts'
import { listIfDead } from './dead-address.ts'

/** How far a message got with one try, and what has to be noted of it. */
export interface TriedMessage {
  status: MessageState
  event: MessageEventName
  words: string | null
  provider_id: string | null
  error_code: string | null
  /** What else follows, in the transaction that notes it. */
  follow(conn: Conn): Promise<void>
}

const DELIVERIES = sql<
  { address: string },
  [message_id: number, to: string, cc: readonly string[], bcc: readonly string[]]
>`insert into deliveries (organisation_id, message_id, field, address)
  select scope_organisation(), $1::bigint, a.field, lower(a.address) from (
    select 'to' as field, $2::text as address union all select 'cc', unnest($3::text[])
    union all select 'bcc', unnest($4::text[])) a
  on conflict (organisation_id, message_id, address) do update set state = 'sending'
  where deliveries.state = 'sending' or excluded.field = 'to' returning address`.named(
  'message_addresses',
)

/**
 * Each address of a mail has a line of its own from the moment that it leaves. Answered are those
 * that an earlier try has not settled.
 */
export async function addressesOf(conn: Conn, row: ClaimedMessage): Promise<string[]> {
  const asked = await DELIVERIES.all(conn, row.id, row.recipient, row.cc, row.bcc)
  return asked.map(({ address }) => address)
}

/** Hands it to the organisation's mail server, once. */
export async function leaveAsMail(job: JobContext, row: ClaimedMessage): Promise<TriedMessage> {
  const scope = { organisation_id: row.organisation_id, user_id: null }
  const channel = mailChannelOf(job.config, row)
  const ctx = systemContext(job, row.organisation_id, 'send-message')
  const message = await job.database.read(scope, (conn) => composeMail(ctx, conn, row, channel))
  const mail = await mailOf(job, row, channel)
  const result = await mail.deliver(message)
  const outcome = row.is_demo && !channel ? keptHere : outcomeOf(result, job)
  return {
    ...outcome,
    provider_id: null,
    follow: async (conn) => {
      await noteDeliveries(conn, row.id, outcome, result)
      if (outcome.status !== 'failed') return
      const { error_code: code, words } = outcome
      await listIfDead(conn, { address: row.recipient, code, words })
    },
  }
}

/** A demonstration reaches its double or nobody, whatever else is set up here. */
async function mailOf({ config }: JobContext, row: ClaimedMessage, channel: MailChannel | null) {
  if (channel) return mailBy(channel)
  return row.is_demo ? outboxMail : mailFor(config)
}

const NOTE_DELIVERIES = sql<
  never,
  [message_id: number, state: string, words: string | null, code: string | null]
>`update deliveries set state = $2, words = $3, code = $4, modified_at = clock_timestamp()
  where message_id = $1 and state = 'sending'`.named('message_delivered')

const REFUSED = sql<
  never,
  [message_id: number, address: string, words: string, code: string | null]
>`
  update deliveries set state = 'failed', words = $3, code = $4, modified_at = clock_timestamp()
  where message_id = $1 and address = lower($2)`

const REACHED = sql<never, [message_id: number, addresses: readonly string[]]>`
  update deliveries set state = 'accepted', modified_at = clock_timestamp()
  where message_id = $1 and state = 'sending'
    and address in (select lower(a) from unnest($2::text[]) a)`

async function noteDeliveries(conn: Conn, id: number, noted: Outcome, result: MailOutcome) {
  const told = result.outcome === 'sent' || result.outcome === 'refused' ? result : null
  if (told?.outcome === 'refused' && told.reached) await REACHED.run(conn, id, told.reached)
  for (const { address, words: said, code, is_permanent } of told?.refused ?? []) {
    // The next try asks for it once more.
    if (noted.status === 'queued' && !is_permanent) continue
    const words = storableBeginning(said, 500)
    await REFUSED.run(conn, id, address, words, code)
    await listIfDead(conn, { address, code, words })
  }
  const state = noted.status === 'accepted' ? 'accepted' : 'failed'
  if (noted.status === 'queued' || noted.status === 'unconfirmed') return
  await NOTE_DELIVERIES.run(conn, id, state, noted.words, noted.error_code)
}

type Outcome = Pick<TriedMessage, 'status' | 'event' | 'words' | 'error_code'>

const keptHere: Outcome = {
  status: 'accepted',
  event: 'accepted',
  words: 'Kept here: a demonstration reaches nobody.',
  error_code: null,
}

function outcomeOf(result: MailOutcome, { isLastAttempt }: JobContext): Outcome {
  const none = { words: null, error_code: null }
  if (result.outcome === 'sent') return { status: 'accepted', event: 'accepted', ...none }
  if (result.outcome === 'kept')
    return { ...none, status: 'blocked', event: 'blocked', words: 'No mail server is set up.' }
  const words = storableBeginning(result.error, 500)
  if (result.outcome === 'unknown')
    return { ...none, status: 'unconfirmed', event: 'unknown', words }
  const refused = { words, error_code: result.code ?? null }
  return result.permanent || isLastAttempt
    ? { status: 'failed', event: 'refused', ...refused }
    : { status: 'queued', event: 'later', ...refused }
}
