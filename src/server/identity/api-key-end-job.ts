import { z } from 'zod'
import { lastDayBefore, toldBefore } from '#domain/identity/api-key.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { sql } from '#server/kit/database/sql.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { keyEndsMail } from './mail-texts.ts'

const DAY_MS = 86_400_000
/** An ended key is shown in the list for a while, so that its owner sees why a program fails. */
const SHOWN_DAYS = 30
const nowhere = { organisation_id: null, user_id: null }

interface EndingKey {
  id: number
  name: string
  username: string
  email: string
  organisation_name: string
  expires_at: string
}

// Who made a key for less than these days knows its end without being told.
const ENDING = sql<EndingKey, [now: Date, days: number]>`select k.id, k.name, u.username, u.email,
    o.name as organisation_name, k.expires_at
  from api_keys k join users u on u.id = k.user_id and u.deleted_at is null and not u.is_disabled
  join organisations o on o.id = k.organisation_id
  where k.expires_at > $1::timestamptz
    and k.expires_at <= $1::timestamptz + make_interval(days => $2::integer)
    and k.created_at < k.expires_at - make_interval(days => $2::integer)
    and (k.told_days is null or k.told_days > $2::integer)
  order by k.id for update of k`
const TOLD = sql<
  never,
  [id: number, days: number]
>`update api_keys set told_days = $2 where id = $1`
const DROP_ENDED = sql<never, [before: Date]>`delete from api_keys where expires_at < $1`

/** Every morning: tells the owners of keys that end soon, and forgets those that ended long ago. */
export const watchKeys = defineJob({
  name: 'watch-api-keys',
  payload: z.strictObject({}),
  run: ({ database, config, clock }) =>
    database.write(nowhere, async (conn) => {
      // The nearest end first: a key that nobody was told of for weeks is told of once.
      for (const days of toldBefore.toSorted((a, b) => a - b)) {
        for (const key of await ENDING.all(conn, clock.now(), days)) {
          const told = { ...key, last_day: formatDay(lastDayBefore(key.expires_at)) }
          const mail = keyEndsMail(config, told)
          await queueMail({ config }, conn, {
            to: key.email,
            key: `api-key ${key.id} ${days}`,
            ...mail,
          })
          await TOLD.run(conn, key.id, days)
        }
      }
      await DROP_ENDED.run(conn, new Date(clock.now().getTime() - SHOWN_DAYS * DAY_MS))
    }),
})
