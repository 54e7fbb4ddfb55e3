import type { BlockScope, BlockSource } from '#domain/messaging/checks/listed.ts'
import { normalContact } from '#domain/messaging/messageblacklist.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

interface NewListing {
  contact: string
  type: 'email' | 'sms' | 'all'
  blocks: BlockScope
  source: BlockSource
  reason: string
  customer_id?: number | null | undefined
}

// One entry per contact: what is told of it later can only make it stricter, and wider.
const PUT = sql<
  { id: number },
  [
    contact: string,
    type: string,
    blocks: string,
    source: string,
    reason: string,
    customer_id: number | null,
  ]
>`insert into messageblacklists as b
    (organisation_id, contact, type, blocks, source, reason, customer_id)
  values (scope_organisation(), $1, $2, $3, $4, $5, $6)
  on conflict (organisation_id, lower(contact)) where deleted_at is null do update set
    type = case when b.type = excluded.type then b.type else 'all' end,
    blocks = case when b.blocks = 'everything' then b.blocks else excluded.blocks end,
    source = case when b.blocks = 'everything' then b.source else excluded.source end,
    reason = case when b.blocks = 'everything' then b.reason else excluded.reason end,
    version = b.version + 1, modified_at = now()
  returning id`

/** Puts a contact on the list of those who are not written to. */
export async function listContact(conn: Conn, listing: NewListing): Promise<void> {
  const { contact, type, blocks, source, reason, customer_id } = listing
  await PUT.run(conn, normalContact(contact), type, blocks, source, reason, customer_id ?? null)
}

const LIFT = sql<{ id: number }, [contact: string]>`update messageblacklists
  set deleted_at = now(), version = version + 1, modified_at = now()
  where lower(contact) = lower($1) and source = 'stop' and deleted_at is null returning id`

/** START takes back what STOP did, and nothing else. */
export async function liftStop(conn: Conn, contact: string): Promise<boolean> {
  return (await LIFT.one(conn, normalContact(contact))) !== undefined
}
