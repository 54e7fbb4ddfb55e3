import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { JobContext } from '#server/kit/jobs/job.ts'
import { type SendingChannel, takeTokens } from './sending-bucket.ts'

// Each of many took its turn before it was written.
const LEAVING = sql<{ channel: SendingChannel; is_by_hand: boolean }, [id: number]>`
  select type as channel, is_by_hand or is_awaited or author_id is not null as is_by_hand
  from messages where id = $1 and status = 'queued' and type in ('email', 'sms')
    and bulk_id is null and not has_turn`

const WAIT = sql<never, [id: number, wait_ms: number]>`update messages set has_turn = true,
    not_before = now() + make_interval(secs => $2::double precision / 1000),
    version = version + 1, modified_at = clock_timestamp()
  where id = $1 and status = 'queued'`

/**
 * Takes its place among what leaves in a minute. A person's message never waits; the program's waits
 * once, for the moment that is its own.
 */
export async function waitItsTurn(
  { database }: JobContext,
  { organisation_id, message_id }: { organisation_id: number; message_id: number },
): Promise<void> {
  const take = async (conn: Conn) => {
    const leaving = await LEAVING.one(conn, message_id)
    if (!leaving) return
    const { channel, is_by_hand } = leaving
    const asked = { channel, wanted: 1 }
    const { wait_ms } = await takeTokens(conn, is_by_hand ? 'hand' : 'automatic', asked)
    if (wait_ms > 0) await WAIT.run(conn, message_id, wait_ms)
  }
  await database.write({ organisation_id, user_id: null }, take)
}
