import { type BulkMessage, bulkmessage } from '#domain/messaging/bulk/bulkmessage.ts'
import type { BulkProgress } from '#domain/messaging/bulk/bulkmessage-calls.ts'
import { channelsOf } from '#domain/messaging/bulk/channel-order.ts'
import type { LeftOutReason } from '#domain/messaging/bulk/left-out.ts'
import type { RecipientState } from '#domain/messaging/bulk/outcome.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { answerRow } from '#server/kit/rows/verb-handlers.ts'
import { perMinute } from '../outbox/sending-bucket.ts'
import { opensAt } from './quiet-channels.ts'

interface CountedRows {
  state: RecipientState
  reason: LeftOutReason | null
  count: number
}

const COUNTS = sql<CountedRows, [bulk_id: number]>`
  select state, reason, count(*)::int as count from bulkrecipients where bulk_id = $1
  group by state, reason order by 3 desc`

const COMPLAINED = sql<{ count: number }, [bulk_id: number]>`
  select count(distinct m.id)::int as count
  from messageevents e join messages m on m.id = e.message_id
  where e.event = 'complained' and m.bulk_id = $1`

/** A bulk message with how far it has come. */
export async function answerBulk(ctx: Context, id: number, catalogue: Catalogue) {
  const answer = await answerRow(ctx, bulkmessage, id, catalogue)
  const row = JSON.parse(answer.rawData.toString()) as BulkMessage // Written from its own columns.
  const progress = await ctx.database.read(scopeOf(ctx), (conn) => progressOf(ctx, conn, row))
  return { ...answer, info: { ...answer.info, progress } }
}

async function progressOf(ctx: Context, conn: Conn, bulk: BulkMessage): Promise<BulkProgress> {
  const counts = await COUNTS.all(conn, bulk.id)
  const states: BulkProgress['states'] = {}
  for (const { state, count } of counts) states[state] = (states[state] ?? 0) + count
  const moments = await opensAt(conn, bulk, ctx.clock.now())
  const [first = 'email'] = channelsOf(bulk.channels)
  return {
    states,
    left_out: counts.flatMap(({ reason, count }) => (reason ? [{ reason, count }] : [])),
    complained: (await COMPLAINED.one(conn, bulk.id))?.count ?? 0,
    waits_until: states.waiting ? moments.first : null,
    per_minute: await perMinute(conn, first),
  }
}
