import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { noteReached } from './note-reached.ts'

/** Longer than the time between two looks, and than a server is away for a start. */
const LATELY_HOURS = 24

// All who get an invoice open the same page: where it went to several, nobody knows who did.
const OPENED = sql<{ id: number }, []>`select distinct m.id
  from invoice_openings o
  join messages m on m.organisation_id = o.organisation_id and m.invoice_id = o.invoice_id
  where o.kind = 'customer' and o.created_at > now() - make_interval(hours => ${LATELY_HOURS})
    and m.direction = 'out' and m.type = 'email' and m.status = 'accepted'
    and m.sent_at < o.created_at and m.cc = '{}' and m.bcc = '{}'
    and not exists (select from messages x where x.organisation_id = m.organisation_id
      and x.invoice_id = m.invoice_id and x.direction = 'out'
      and x.status in ('accepted', 'delivered') and x.recipient <> m.recipient)
  order by m.id limit 500`

/** A mail whose page its only reader has opened was delivered. */
export async function noteOpened(conn: Conn): Promise<void> {
  for (const { id } of await OPENED.all(conn)) await noteReached(conn, id, 'Its page was opened.')
}
