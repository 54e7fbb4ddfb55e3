import { type ListEntry, listedStop } from '#domain/messaging/checks/listed.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { ClaimedMessage } from '#server/messaging/outbox/compose-mail.ts'
import { noteEvent } from '#server/messaging/outbox/message-events.ts'

const LISTED = sql<ListEntry & { contact: string }, [addresses: readonly string[]]>`
  select lower(contact) as contact, type, blocks, source from messageblacklists
  where lower(contact) = any($1) and deleted_at is null`

// Null where an earlier try left it out already, or reached it.
const LEAVE_OUT = sql<
  { id: number },
  [message_id: number, field: 'cc' | 'bcc', address: string, words: string]
>`insert into deliveries (organisation_id, message_id, field, address, state, words)
  values (scope_organisation(), $1, $2, lower($3), 'failed', $4)
  on conflict (organisation_id, message_id, address) do update set state = 'failed',
    words = excluded.words, modified_at = clock_timestamp()
  where deliveries.state = 'sending' returning id`

/**
 * A mail as it leaves: whoever opted out gets no copy of it either, also where they did so after it
 * was written. Its reader gets it all the same.
 */
export async function leaveOutCopies(conn: Conn, row: ClaimedMessage): Promise<ClaimedMessage> {
  const copies = [...row.cc, ...row.bcc].map((address) => address.toLowerCase())
  if (copies.length === 0) return row
  const entries = Map.groupBy(await LISTED.all(conn, copies), ({ contact }) => contact)
  const kept: Pick<ClaimedMessage, 'cc' | 'bcc'> = { cc: [], bcc: [] }
  for (const field of ['cc', 'bcc'] as const)
    for (const contact of row[field]) {
      const about = { channel: 'email', purpose: row.purpose, contact }
      const stop = listedStop(entries.get(contact.toLowerCase()) ?? [], about)
      if (!stop) kept[field].push(contact)
      else if (await LEAVE_OUT.one(conn, row.id, field, contact, stop.reason))
        await noteEvent(conn, { message_id: row.id, event: 'left_out', words: stop.reason })
    }
  return { ...row, ...kept }
}
