import { z } from 'zod'
import { digestMail, type NewsOfThread, newsMail } from '#domain/messaging/notice-mails.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { defineJob, type JobContext } from '#server/kit/jobs/job.ts'
import { eachOrganisation } from '#server/kit/jobs/system-context.ts'
import { OF_NOBODY } from '../threads/of-nobody.ts'
import { COLLEAGUE, type Colleague } from './colleague.ts'
import { tellColleague } from './tell-colleague.ts'
import { tellOutcomes } from './tell-outcomes.ts'

/** Whoever was told of a thread is left alone with it for so long. */
const PAUSE_MINUTES = 10
/** A screen that is open asks every few seconds: whoever was not seen for so long is gone. */
const GONE_MINUTES = 30

/** Tells the office what came and was read by nobody, and what did not leave. */
export const tellNews = defineJob({
  name: 'tell-news',
  payload: z.strictObject({}),
  run: async (job) => {
    await eachOrganisation(job, (organisation_id) =>
      job.database.write({ organisation_id, user_id: null }, async (conn) => {
        await tellIndividually(job, conn)
        await tellTogether(job, conn)
        await tellOutcomes(job, conn, organisation_id)
      }),
    )
  },
})

type News = Colleague & NewsOfThread & { user_id: number }

// What came in one's own threads or nobody's, since one was last told of the thread.
const NEWS = sql<News, [mode: string, now: Date, pause_minutes: number]>`
  select t.id as thread_id, t.name as party, came.words, ${COLLEAGUE}
  from threads t
    join lateral (select m.created_at,
        left(coalesce(m.subject || ': ', '') || m.text_plain, 400) as words
      from messages m where m.thread_id = t.id and m.direction = 'in' and not m.is_machine
        and m.read_at is null and m.created_at > $2::timestamptz - interval '1 day'
      order by m.id desc limit 1) came on true
    join memberships mb on mb.organisation_id = t.organisation_id and mb.deleted_at is null
    join users u on u.id = mb.user_id and u.deleted_at is null and not u.is_disabled
    left join staffs s on s.user_id = u.id and s.is_active and s.deleted_at is null
    left join threadnotices n on n.thread_id = t.id and n.user_id = u.id
  where t.unread > 0 and t.deleted_at is null
    and (${OF_NOBODY} or t.assigned_id = s.id)
    and coalesce(u.notification_mode, 'individual') = $1
    and (n.told_at is null or (came.created_at > n.told_at
      and n.told_at <= $2::timestamptz - make_interval(mins => $3)))
  order by u.id, t.id limit 500`

const NOTE_TOLD = sql<never, [thread_id: number, user_id: number, now: Date]>`
  insert into threadnotices (organisation_id, thread_id, user_id, told_at)
  values (scope_organisation(), $1, $2, $3)
  on conflict (organisation_id, thread_id, user_id) do update set told_at = excluded.told_at`

async function tellIndividually(job: JobContext, conn: Conn): Promise<void> {
  const now = job.clock.now()
  for (const news of await NEWS.all(conn, 'individual', now, PAUSE_MINUTES)) {
    const { thread_id, user_id, name } = news
    const mail = newsMail(name, news, job.config.publicUrl)
    const key = `news ${thread_id} ${user_id} ${now.toISOString()}`
    await tellColleague(job, conn, news, { kind: 'notice', mail, key })
    await NOTE_TOLD.run(conn, thread_id, user_id, now)
  }
}

interface Presence {
  is_anybody_here: boolean
  last_seen_at: string | null
}

// Programs that hold a key are nobody who reads.
const PRESENCE = sql<Presence, [now: Date]>`
  select coalesce(bool_or(s.revoked_at is null and s.expires_at > $1
      and s.last_seen_at > $1::timestamptz - make_interval(mins => ${GONE_MINUTES})), false)
    as is_anybody_here, max(s.last_seen_at) as last_seen_at
  from sessions s where s.organisation_id = scope_organisation() and s.api_key_hash is null`

const LAST_TOLD = sql<{ told_at: string | null }, [user_id: number]>`
  select max(told_at) as told_at from threadnotices where user_id = $1`

/** Once everybody has gone, all of it in one mail; the next comes after somebody was here again. */
async function tellTogether(job: JobContext, conn: Conn): Promise<void> {
  const now = job.clock.now()
  const news = await NEWS.all(conn, 'combined', now, 0)
  if (news.length === 0) return
  const presence = await PRESENCE.one(conn, now)
  if (presence?.is_anybody_here) return
  for (const own of Map.groupBy(news, ({ user_id }) => user_id).values()) {
    const [one] = own
    if (!one) continue
    const told_at = (await LAST_TOLD.one(conn, one.user_id))?.told_at ?? null
    if (told_at !== null && told_at > (presence?.last_seen_at ?? '')) continue
    const mail = digestMail(one.name, own, job.config.publicUrl)
    const key = `news of ${one.user_id} ${now.toISOString()}`
    await tellColleague(job, conn, one, { kind: 'notice', mail, key })
    for (const { thread_id } of own) await NOTE_TOLD.run(conn, thread_id, one.user_id, now)
  }
}
