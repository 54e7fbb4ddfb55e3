import { z } from 'zod'
import { GIVE_UP_HOURS } from '#domain/messaging/retry.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { defineJob, enqueue } from '#server/kit/jobs/job.ts'
import { eachOrganisation } from '#server/kit/jobs/system-context.ts'
import { takeLeftLying } from '#server/messaging/mail/take-brought-mail-job.ts'
import { lookUpSms } from '#server/messaging/sms/look-up-sms.ts'
import { noteEvent } from './message-events.ts'
import { noteOpened } from './note-opened.ts'
import { sendMessage } from './send-message-job.ts'

/** What was never tried, because nobody was there to try, may still be news after a weekend. */
const UNTRIED_HOURS = 72
/** As long as somebody may want it sent again with links that still open something. */
const WORDS_DAYS = 90
const FORGOTTEN_MINUTES = 30
const CALLS_DAYS = 400

const INTERRUPTED = sql<{ id: number }, [words: string]>`update messages
  set status = 'unconfirmed', sending_until = null, error = $1, version = version + 1,
    modified_at = clock_timestamp()
  where status = 'sending' and sending_until < now() returning id`

const LATE = sql<{ id: number }, [words: string]>`update messages
  set status = 'failed', error = coalesce(error, $1), version = version + 1,
    modified_at = clock_timestamp()
  where status = 'queued' and greatest(created_at, not_before)
    < now() - make_interval(hours => case when type = 'sms' then ${GIVE_UP_HOURS.sms}
      when attempts > 0 then ${GIVE_UP_HOURS.email} else ${UNTRIED_HOURS} end)
    and not exists (select from bulkmessages b where b.id = bulk_id and b.state = 'paused')
  returning id`

const FORGOTTEN = sql<{ id: number; organisation_id: number; attempts: number }>`
  select id, organisation_id, attempts from messages
  where status = 'queued' and type in ('email', 'sms') and bulk_id is null
    and greatest(created_at, not_before) < now() - make_interval(mins => ${FORGOTTEN_MINUTES})
  order by id limit 500`

const OLD_CALLS = sql`delete from gatewaycalls
  where created_at < now() - make_interval(days => ${CALLS_DAYS})`

const OLD_REPORTS = sql`delete from messageraws
  where created_at < now() - make_interval(days => ${CALLS_DAYS})`

const LET_GO = sql`update messages set sealed_words = null
  where sealed_words is not null and created_at < now() - make_interval(days => ${WORDS_DAYS})`

const DROP_ENCLOSURES = sql`delete from message_enclosures e using messages m
  where m.id = e.message_id and (m.status in ('accepted', 'delivered', 'bounced', 'cancelled')
    or e.created_at < now() - make_interval(days => ${WORDS_DAYS}))`

/** Looks after claims whose worker died, and after messages that waited in vain. */
export const settleMessages = defineJob({
  name: 'settle-messages',
  payload: z.strictObject({}),
  run: async (job) => {
    await eachOrganisation(job, async (organisation_id) => {
      await job.database.write({ organisation_id, user_id: null }, settle)
      await lookUpSms(job, organisation_id)
    })
  },
})

async function settle(conn: Conn): Promise<void> {
  const lost = 'The sending was interrupted; nobody knows whether it arrived.'
  for (const { id } of await INTERRUPTED.all(conn, lost))
    await noteEvent(conn, { message_id: id, event: 'unknown', words: lost })
  const late = 'It could not be sent in time.'
  for (const { id } of await LATE.all(conn, late))
    await noteEvent(conn, { message_id: id, event: 'refused', words: late })
  for (const { id, organisation_id, attempts } of await FORGOTTEN.all(conn)) {
    const key = `${id} settled ${attempts}`
    await enqueue(conn, sendMessage, { organisation_id, message_id: id }, { key })
  }
  await takeLeftLying(conn)
  await noteOpened(conn)
  await LET_GO.run(conn)
  await DROP_ENCLOSURES.run(conn)
  await OLD_CALLS.run(conn)
  await OLD_REPORTS.run(conn)
}
