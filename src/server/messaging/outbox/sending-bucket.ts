import {
  type Bucket,
  type Grant,
  grant,
  type Priority,
  tokensAt,
} from '#domain/messaging/bulk/bucket.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

export type SendingChannel = 'email' | 'sms'

/** What may leave in a minute by a channel; zero for no limit. */
export function perMinute(conn: Conn, channel: SendingChannel): Promise<number> {
  return settingOf(conn, channel === 'sms' ? 'sms_per_minute' : 'mail_per_minute')
}

// The clock of the database is the same for every worker.
const HOLD = sql<Bucket & { now: number }, [channel: SendingChannel]>`
  select tokens, extract(epoch from filled_at)::double precision * 1000 as filled_at,
    extract(epoch from clock_timestamp())::double precision * 1000 as now
  from sendingbuckets where channel = $1 for update`

const FULL = sql<never, [channel: SendingChannel, tokens: number]>`
  insert into sendingbuckets (organisation_id, channel, tokens, filled_at)
  values (scope_organisation(), $1, $2, clock_timestamp()) on conflict do nothing`

const KEEP = sql<never, [channel: SendingChannel, tokens: number, filled_at: number]>`
  update sendingbuckets set tokens = $2, filled_at = to_timestamp($3::double precision / 1000)
  where channel = $1`

/** Takes from the bucket that all workers share; it is held until the transaction ends. */
export async function takeTokens(
  conn: Conn,
  priority: Priority,
  { channel, wanted }: { channel: SendingChannel; wanted: number },
): Promise<Grant> {
  const per_minute = await perMinute(conn, channel)
  if (per_minute === 0) return { granted: wanted, left: 0, wait_ms: 0 }
  let held = await HOLD.one(conn, channel)
  if (!held) {
    await FULL.run(conn, channel, per_minute)
    held = await HOLD.one(conn, channel)
  }
  if (!held) throw new Error('There is a bucket for each channel.')
  const tokens = tokensAt(held, held.now, per_minute)
  const given = grant(priority, { tokens, wanted, per_minute })
  await KEEP.run(conn, channel, given.left, held.now)
  return given
}

const GIVE_BACK = sql<never, [channel: SendingChannel, tokens: number]>`
  update sendingbuckets set tokens = tokens + $2 where channel = $1`

/** What was taken for nobody. */
export async function giveBack(conn: Conn, channel: SendingChannel, tokens: number): Promise<void> {
  if (tokens > 0) await GIVE_BACK.run(conn, channel, tokens)
}
