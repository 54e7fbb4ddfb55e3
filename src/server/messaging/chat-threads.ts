import { empty, Problem, updated } from '#domain/kit/problem.ts'
import type { ChatThread } from '#domain/messaging/chat-thread.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { requireReach } from '#server/kit/rows/within-reach.ts'

const PAGE = 50
const MOST_UNREAD = 200

const CHAT = fragment`m.organisation_id = scope_organisation() and m.type = 'chat'`

const THREAD = fragment`c.id as customer_id, c.name as customer_name, c.customer_number,
  m.id as message_id, m.direction, m.sender, left(m.text_plain, 160) as text_plain, m.created_at,
  m.invoice_id, i.invoice_number`

const OTHERS = fragment`join customers c on c.id = m.customer_id
  left join invoices i on i.id = m.invoice_id`

const LAST_OF_THREAD = fragment`(select max(n.id) from messages n
  where n.organisation_id = m.organisation_id and n.type = 'chat'
    and n.customer_id = m.customer_id)`

// Counted once, whatever the planner thinks of the rest.
const UNREAD_THREADS = sql<ChatThread>`with w as materialized (
    select m.customer_id, count(*)::int as unread, ${LAST_OF_THREAD} as last_id from messages m
    where ${CHAT} and m.direction = 'in' and m.read_at is null and m.customer_id is not null
    group by m.organisation_id, m.customer_id)
  select ${THREAD}, w.unread from w join messages m on m.id = w.last_id ${OTHERS}
  order by m.id desc limit ${MOST_UNREAD}`.named('chats_unread')

// Walked from the newest message on: a thread stands where its last message does. Asked row by row
// on purpose, since a join would look at everything that was ever said.
const READ_THREADS = sql<ChatThread, [before: number]>`
  select ${THREAD}, 0 as unread from (select * from messages m
    where ${CHAT} and m.id < $1
      and m.id = ${LAST_OF_THREAD}
      and (select count(*) from (select from messages u
        where u.organisation_id = m.organisation_id and u.type = 'chat'
          and u.customer_id = m.customer_id and u.direction = 'in' and u.read_at is null
        limit 1) x) = 0
    order by m.id desc limit ${PAGE}) m ${OTHERS}
  order by m.id desc`.named('chats_read')

/** The chats as they stand: unread ones first, a page of the others after them. */
export async function findThreads(ctx: Context, { before }: { before?: number | undefined }) {
  requireReach(ctx, 'customer', 'invoice')
  // By name: everybody who is signed in asks for them again and again.
  const [unread, read] = await ctx.database.read(scopeOf(ctx), (conn) =>
    Promise.all([
      before ? [] : UNREAD_THREADS.all(conn),
      READ_THREADS.all(conn, before ?? Number.MAX_SAFE_INTEGER),
    ]),
  )
  const data = [...unread, ...read]
  const next_before = read.length === PAGE ? (read.at(-1)?.message_id ?? null) : null
  const info = { unread: unread.reduce((sum, thread) => sum + thread.unread, 0), next_before }
  if (data.length > 0) return { data, info }
  return { status: empty, data: [], info, message: 'Nothing here yet.' }
}

const CUSTOMER = sql<{ id: number }, [id: number]>`select id from customers where id = $1`

const MARK_READ = sql<
  { id: number },
  [customer_id: number, now: Date, by: number | null, until_id: number]
>`update messages m set read_at = $2, read_by_id = $3, version = version + 1,
    modified_at = clock_timestamp()
  where ${CHAT} and m.customer_id = $1 and m.direction = 'in' and m.read_at is null
    and m.id <= $4 returning m.id`

interface ReadUntil {
  customer_id: number
  until_id?: number | undefined
}

/** Up to what was shown: a message that came meanwhile stays unread. */
export async function markRead(ctx: Context, conn: Conn, { customer_id, until_id }: ReadUntil) {
  if (!(await CUSTOMER.one(conn, customer_id)))
    throw new Problem('notFound', { fill: { what: 'customer' } })
  const read = await MARK_READ.all(
    conn,
    customer_id,
    ctx.clock.now(),
    ctx.actor.user_id || null,
    until_id ?? Number.MAX_SAFE_INTEGER,
  )
  return { status: updated, data: { read: read.length }, message: 'Changes saved.' }
}
