import { type BulkHealth, LOOKED_AT } from '#domain/messaging/bulk/trouble.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

type CountedHealth = Omit<BulkHealth, 'not_taken_in_a_row'>

// Whoever resumed it knew of what was before.
const HEALTH = sql<CountedHealth, [bulk_id: number]>`
  with bulk as (select id, coalesce(resumed_at, '-infinity') as since from bulkmessages where id = $1)
  select
    (select count(*)::int from (select m.status from messages m, bulk
        where m.bulk_id = $1 and m.status in ('accepted', 'delivered', 'failed', 'bounced')
          and m.modified_at >= bulk.since
        order by m.id desc limit ${LOOKED_AT}) l where l.status in ('failed', 'bounced')) as failed,
    (select count(*)::int from bulkrecipients r where r.bulk_id = $1
        and r.state in ('accepted', 'delivered', 'unconfirmed', 'bounced')) as sent,
    (select count(distinct e.message_id)::int from messageevents e
        join messages m on m.id = e.message_id, bulk
        where e.event = 'complained' and m.bulk_id = $1 and e.created_at >= bulk.since) as complained`

/** How it goes with those that were sent. */
export async function healthOf(conn: Conn, bulk_id: number): Promise<CountedHealth> {
  return (await HEALTH.one(conn, bulk_id)) ?? { failed: 0, sent: 0, complained: 0 }
}
