import { businessToday } from '#domain/kit/calendar.ts'
import { domainOf } from '#domain/messaging/mail-address.ts'
import { refusedDomainMail, stoppedMail } from '#domain/messaging/notice-mails.ts'
import { adminAddresses } from '#server/identity/admin-addresses.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { JobContext } from '#server/kit/jobs/job.ts'
import { queueMessage } from '../outbox/queue-message.ts'
import { COLLEAGUE, type Colleague } from './colleague.ts'
import { tellColleague } from './tell-colleague.ts'

type NotLeft = Colleague & {
  id: number
  recipient: string | null
  subject: string | null
  error: string | null
}

// Whoever is told once is not told again: the key of the notice sees to it.
const NOT_LEFT = sql<NotLeft, [now: Date]>`
  select m.id, m.recipient, m.subject, m.error, ${COLLEAGUE}
  from messages m join users u on u.id = m.author_id and u.deleted_at is null and not u.is_disabled
    left join staffs s on s.user_id = u.id and s.deleted_at is null
  where m.status in ('blocked', 'failed') and m.author_id is not null
    and m.modified_at > $1::timestamptz - interval '1 day'
    and not exists (select from messages n where n.unique_key = 'not left ' || m.id)
  order by m.id limit 500`

interface PolicyRefusal {
  message_id: number
  address: string
  code: string
  words: string | null
}

const REFUSED = sql<PolicyRefusal, [now: Date]>`
  select distinct on (split_part(d.address, '@', 2)) d.message_id, d.address, d.code, d.words
  from deliveries d
  where d.code like '5.7.%' and d.modified_at > $1::timestamptz - interval '1 day'
  order by split_part(d.address, '@', 2), d.id desc limit 100`

/** Who wrote what did not leave hears of it; and admins, where the house itself is refused. */
export async function tellOutcomes(
  job: JobContext,
  conn: Conn,
  organisation_id: number,
): Promise<void> {
  const now = job.clock.now()
  const { publicUrl } = job.config
  for (const message of await NOT_LEFT.all(conn, now)) {
    const mail = stoppedMail(message.name, message, publicUrl)
    await tellColleague(job, conn, message, { kind: 'notice', mail, key: `not left ${message.id}` })
  }
  const refused = await REFUSED.all(conn, now)
  if (refused.length === 0) return
  const today = businessToday(Temporal.Instant.fromEpochMilliseconds(now.getTime()))
  const admins = await adminAddresses(conn, organisation_id)
  for (const refusal of refused) {
    const domain = domainOf(refusal.address)
    const mail = refusedDomainMail({ ...refusal, domain }, publicUrl)
    for (const to of admins)
      await queueMessage(job, conn, {
        kind: 'notice',
        to,
        ...mail,
        key: `refused by ${domain} ${today} ${to}`,
      })
  }
}
