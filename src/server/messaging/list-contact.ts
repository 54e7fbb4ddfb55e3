import {
  type BlockCause,
  type BlockEntry,
  causesOf,
  withCause,
  withoutCause,
} from '#domain/messaging/checks/block-causes.ts'
import { normalContact } from '#domain/messaging/messageblacklist.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

interface NewListing extends BlockCause {
  contact: string
  reason: string
  customer_id?: number | null | undefined
}

const ADD = sql<
  { id: number },
  [
    contact: string,
    type: string,
    blocks: string,
    source: string,
    reason: string,
    customer_id: number | null,
  ]
>`insert into messageblacklists
    (organisation_id, contact, type, blocks, source, reason, customer_id)
  values (scope_organisation(), $1, $2, $3, $4, $5, $6)
  on conflict (organisation_id, lower(contact)) where deleted_at is null do nothing
  returning id`

const HELD = sql<BlockEntry & { id: number }, [contact: string]>`
  select id, type, blocks, source, reason, causes from messageblacklists
  where lower(contact) = lower($1) and deleted_at is null for update`

const SAY = sql<
  never,
  [id: number, type: string, blocks: string, source: string, reason: string | null, causes: string]
>`update messageblacklists set type = $2, blocks = $3, source = $4, reason = $5,
    causes = $6::jsonb, version = version + 1, modified_at = now()
  where id = $1`

/**
 * Puts a contact on the list of those who are not written to: one entry per contact, with each cause
 * by itself. Answers whether the same was not said of them before.
 */
export async function listContact(conn: Conn, listing: NewListing): Promise<boolean> {
  const { customer_id, ...told } = listing
  const contact = normalContact(listing.contact)
  const { type, blocks, source, reason } = told
  for (;;) {
    const held = await HELD.one(conn, contact)
    if (held) return addCause(conn, held, { type, blocks, source, reason })
    // Whoever lists the same contact in this moment is waited for, and found.
    const owner = customer_id ?? null
    if (await ADD.one(conn, contact, type, blocks, source, reason, owner)) return true
  }
}

async function addCause(
  conn: Conn,
  held: BlockEntry & { id: number },
  cause: BlockCause,
): Promise<boolean> {
  const isKnown = causesOf(held).some(
    ({ source, blocks, type }) =>
      source === cause.source && blocks === cause.blocks && (type === cause.type || type === 'all'),
  )
  if (!isKnown) await say(conn, held.id, withCause(held, cause))
  return !isKnown
}

async function say(conn: Conn, id: number, entry: BlockEntry): Promise<void> {
  const { type, blocks, source, reason, causes } = entry
  await SAY.run(conn, id, type, blocks, source, reason, JSON.stringify(causes))
}

const LIFT = sql<never, [id: number]>`update messageblacklists
  set deleted_at = now(), version = version + 1, modified_at = now() where id = $1`

/**
 * START takes back what STOP did, and nothing else. Answers whether text messages reach them again:
 * what others said before or since stays said.
 */
export async function liftStop(conn: Conn, contact: string): Promise<boolean> {
  const held = await HELD.one(conn, normalContact(contact))
  if (!held || !causesOf(held).some(({ source }) => source === 'stop')) return false
  const rest = withoutCause(held, 'stop')
  if (rest) await say(conn, held.id, rest)
  else await LIFT.run(conn, held.id)
  return rest?.blocks !== 'everything'
}
