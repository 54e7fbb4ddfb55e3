import { isDeadAddress } from '#domain/messaging/bounce-code.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const LIST = sql<never, [contact: string, reason: string]>`
  insert into messageblacklists (organisation_id, contact, type, reason)
  select scope_organisation(), lower($1), 'email', $2
  where not exists (select from messageblacklists b
    where lower(b.contact) = lower($1) and b.deleted_at is null)`

/** An address that must not be written to again, with the reason. */
export async function listContact(conn: Conn, contact: string, reason: string): Promise<void> {
  await LIST.run(conn, contact, reason.slice(0, 1000))
}

interface Refusal {
  address: string
  code: string | null
  words: string | null
}

/** Listed at once where the other side says that nobody is there. */
export async function listIfDead(conn: Conn, { address, code, words }: Refusal): Promise<void> {
  if (isDeadAddress(code)) await listContact(conn, address, `Came back (${code}): ${words ?? ''}`)
}
