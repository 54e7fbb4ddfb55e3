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

// An offer's page is that of its document, which knows when its reader first came.
const OFFERS = sql<{ id: number }, []>`select distinct m.id
  from contract_documents d
  join messages m on m.organisation_id = d.organisation_id and m.contract_id = d.contract_id
  where d.opened_at > now() - make_interval(hours => ${LATELY_HOURS})
    and m.direction = 'out' and m.type = 'email' and m.kind = 'offer' and m.status = 'accepted'
    and m.sent_at < d.opened_at and m.cc = '{}' and m.bcc = '{}'
    and not exists (select from messages x where x.organisation_id = m.organisation_id
      and x.contract_id = m.contract_id and x.direction = 'out' and x.kind = 'offer'
      and x.status in ('accepted', 'delivered') and x.recipient <> m.recipient)
  order by m.id limit 500`

/** A mail whose page its only reader has opened was delivered. */
export async function noteOpened(conn: Conn): Promise<void> {
  const opened = [...(await OPENED.all(conn)), ...(await OFFERS.all(conn))]
  for (const { id } of opened) await noteReached(conn, id, 'Its page was opened.')
}
