import type { MessageState } from '#domain/messaging/message-machine.ts'
import { smsGateway } from '#server/integrations/sms.ts'
import { sql } from '#server/kit/database/sql.ts'
import { enqueue, type JobContext } from '#server/kit/jobs/job.ts'
import { noteEvent } from '#server/messaging/outbox/message-events.ts'
import { wholeWords } from '#server/messaging/outbox/sealed-words.ts'
import { sendMessage } from '#server/messaging/outbox/send-message-job.ts'
import { smsChannelOf } from '#server/messaging/sms/sms-channel.ts'
import { referenceOf } from './deliver-sms.ts'

interface UnsureSms {
  id: number
  organisation_id: number
  is_demo: boolean
  recipient: string
  text_plain: string
  text_html: string | null
  sealed_words: string | null
  since: string
  known: string[]
}

/** A gateway's list may be a little behind what it took. */
const SETTLED_MINUTES = 2
/** What was not found in a day is for people to say. */
const LOOKED_FOR_HOURS = 24

// It may have been written long before: at a moment of one’s choice, over a weekend, or with a pause
// between. It was tried no earlier than its last wait allowed, and the answer was missed after that.
const UNSURE = sql<UnsureSms, [now: Date]>`
  select m.id, m.organisation_id, o.demo as is_demo, m.recipient, m.text_plain, m.text_html,
    m.sealed_words, greatest(m.created_at, m.not_before) as since,
    array(select k.provider_id from messages k where k.recipient = m.recipient
      and k.direction = 'out' and k.provider_id is not null and k.id <> m.id) as known
  from messages m join organisations o on o.id = m.organisation_id
  where m.status = 'unconfirmed' and m.type = 'sms' and m.direction = 'out'
    and m.modified_at <= $1::timestamptz - make_interval(mins => ${SETTLED_MINUTES})
    and greatest(m.created_at, m.not_before, (select max(e.created_at) from messageevents e
        where e.message_id = m.id and e.event = 'unknown'))
      > $1::timestamptz - make_interval(hours => ${LOOKED_FOR_HOURS})
  order by m.id limit 100`

const SETTLE = sql<
  { attempts: number },
  [id: number, status: MessageState, provider_id: string | null]
>`update messages set status = $2, sent = $2 = 'accepted', provider_id = $3, error = null,
    sent_at = case when $2 = 'accepted' then now() end, version = version + 1,
    modified_at = clock_timestamp()
  where id = $1 and status = 'unconfirmed' returning attempts`

/**
 * Asks the gateway for text messages whose answer was lost. One that it has was taken; one that it
 * surely has not is sent; of the rest nobody can tell.
 */
export async function lookUpSms(ctx: JobContext, organisation_id: number): Promise<void> {
  const scope = { organisation_id, user_id: null }
  const unsure = await ctx.database.read(scope, (conn) => UNSURE.all(conn, ctx.clock.now()))
  for (const sms of unsure) {
    if (ctx.signal.aborted) break
    const channel = smsChannelOf(ctx.config, sms)
    if (!channel) continue
    const gateway = await smsGateway(channel)
    const { text } = wholeWords(ctx.config.secrets.fields, sms)
    const { recipient: to, since, known } = sms
    const finding = await gateway.find({ reference: referenceOf(sms.id), to, text, since, known })
    if (finding.found === 'cannot_tell') continue
    const isThere = finding.found === 'accepted'
    const status = isThere ? 'accepted' : 'queued'
    await ctx.database.write(scope, async (conn) => {
      const settled = await SETTLE.one(conn, sms.id, status, isThere ? finding.id : null)
      if (!settled) return
      await noteEvent(conn, { message_id: sms.id, event: isThere ? 'found' : 'lost' })
      if (isThere) return
      // Each try has a place of its own in the queue.
      const key = `${sms.id} again ${settled.attempts}`
      await enqueue(conn, sendMessage, { organisation_id, message_id: sms.id }, { key })
    })
  }
}
