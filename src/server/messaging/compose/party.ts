import { badField, Problem } from '#domain/kit/problem.ts'
import type { MessageCreate } from '#domain/messaging/message.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

/** Whom something is written to, and where they are reached. */
export interface Party {
  thread_id: number | null
  customer_id: number | null
  supplier_id: number | null
  partner_id: number | null
  email: string | null
}

const OF_THREAD = sql<Omit<Party, 'email'> & { address: string | null }, [id: number]>`
  select id as thread_id, customer_id, supplier_id, partner_id, address from threads where id = $1`

const EMAIL = sql<
  { email: string | null },
  [customer_id: number | null, supplier_id: number | null, partner_id: number | null]
>`select coalesce(
    (select coalesce(email_primary, email, email_invoice) from customers where id = $1),
    (select email from suppliers where id = $2),
    (select email from partners where id = $3)) as email`

type NamedParty = Pick<MessageCreate, 'thread_id' | 'customer_id' | 'supplier_id' | 'partner_id'>

/** Whoever is named, by the thread or by themselves; one of them. */
export async function partyOf(conn: Conn, named: NamedParty): Promise<Party> {
  const { customer_id = null, supplier_id = null, partner_id = null } = named
  const given = [customer_id, supplier_id, partner_id].filter((id) => id !== null)
  if (named.thread_id) {
    const found = await threadOf(conn, named.thread_id)
    const { address, ...party } = found
    const isOther =
      given.length > 0 &&
      ![found.customer_id, found.supplier_id, found.partner_id].includes(given[0] ?? 0)
    if (isOther) throw badField('thread_id', 'This is the thread of somebody else.')
    return { ...party, email: address ?? (await emailOf(conn, party)) }
  }
  if (given.length !== 1) throw badField('customer_id', 'Say whom you write to: one of the three.')
  const party = { customer_id, supplier_id, partner_id }
  return { thread_id: null, ...party, email: await emailOf(conn, party) }
}

/** The thread that somebody writes in; 404 where it is none of ours. */
export async function threadOf(conn: Conn, id: number) {
  const found = await OF_THREAD.one(conn, id)
  if (!found) throw new Problem('notFound', { fill: { what: 'thread' } })
  return found
}

async function emailOf(
  conn: Conn,
  {
    customer_id,
    supplier_id,
    partner_id,
  }: Pick<Party, 'customer_id' | 'supplier_id' | 'partner_id'>,
): Promise<string | null> {
  return (await EMAIL.one(conn, customer_id, supplier_id, partner_id))?.email ?? null
}
