import { z } from 'zod'
import { empty, Problem, updated } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { message } from '#domain/messaging/message.ts'
import { scopeOf } from '#server/context.ts'
import { dropTotal } from '#server/kit/resource.ts'
import { type Route, route } from '#server/kit/route.ts'

const PAGE = 50
const MOST_UNREAD = 200

interface Thread {
  customer_id: number
  customer_name: string
  customer_number: string | null
  unread: number
  /** Of its newest message. */
  message_id: number
  direction: 'in' | 'out'
  sender: string | null
  text_plain: string
  created_at: string
  invoice_id: number | null
  invoice_number: string | null
}

const CHAT = `m.organisation_id = scope_organisation() and m.type = 'chat'`

const WAITING = `select m.customer_id, count(*)::int as unread from messages m
  where ${CHAT} and m.direction = 'in' and m.read_at is null and m.customer_id is not null
  group by m.customer_id`

const THREAD = `c.id as customer_id, c.name as customer_name, c.customer_number,
  m.id as message_id, m.direction, m.sender, left(m.text_plain, 160) as text_plain, m.created_at,
  m.invoice_id, i.invoice_number`

const OTHERS = `join customers c on c.id = m.customer_id
  left join invoices i on i.id = m.invoice_id`

const UNREAD_THREADS = `select ${THREAD}, w.unread from (${WAITING}) w
  cross join lateral (select * from messages m
    where ${CHAT} and m.customer_id = w.customer_id order by m.id desc limit 1) m
  ${OTHERS} order by m.id desc limit ${MOST_UNREAD}`

// Walked from the newest message on: a thread stands where its last message does.
const READ_THREADS = `select ${THREAD}, 0 as unread from messages m ${OTHERS}
  where ${CHAT} and m.id < $1
    and not exists (select from messages n where n.organisation_id = m.organisation_id
      and n.type = 'chat' and n.customer_id = m.customer_id and n.id > m.id)
    and not exists (select from messages u where u.organisation_id = m.organisation_id
      and u.type = 'chat' and u.customer_id = m.customer_id
      and u.direction = 'in' and u.read_at is null)
  order by m.id desc limit ${PAGE}`

const threads = route<{ before?: number | undefined }>({
  method: 'GET',
  path: '/messages/chats',
  summary: 'The customers’ chats: unread ones first, then by their newest message',
  policy: { from: message.access.read },
  input: z.object({ before: idSchema.optional(), organisation_id: z.string().optional() }),
  run: async (ctx, { before }) => {
    const [unread, read] = await ctx.database.read(scopeOf(ctx), (conn) =>
      Promise.all([
        before ? [] : conn.query<Thread>(UNREAD_THREADS, [], 'chats_unread'),
        conn.query<Thread>(READ_THREADS, [before ?? Number.MAX_SAFE_INTEGER], 'chats_read'),
      ]),
    )
    const data = [...unread, ...read]
    const next_before = read.length === PAGE ? (read.at(-1)?.message_id ?? null) : null
    const info = { unread: unread.reduce((sum, thread) => sum + thread.unread, 0), next_before }
    if (data.length > 0) return { data, info }
    return { status: empty, data: [], info, message: 'Nothing here yet.' }
  },
})

/** Up to what was shown: a message that came meanwhile stays unread. */
const markRead = route<{ customer_id: number; until_id?: number | undefined }>({
  method: 'POST',
  path: '/messages/read',
  summary: 'Mark a customer’s chat messages as read, up to one of them',
  policy: { from: message.access.read },
  input: z.strictObject({ customer_id: idSchema, until_id: idSchema.optional() }),
  write: async (ctx, conn, { customer_id, until_id }) => {
    const [customer] = await conn.query('select 1 from customers where id = $1', [customer_id])
    if (!customer) throw new Problem('notFound', { fill: { what: 'customer' } })
    dropTotal(ctx, message)
    const read = await conn.query(
      `update messages m set read_at = $2, read_by_id = $3, version = version + 1,
         modified_at = clock_timestamp()
       where ${CHAT} and m.customer_id = $1 and m.direction = 'in' and m.read_at is null
         and m.id <= $4 returning m.id`,
      [
        customer_id,
        ctx.clock.now(),
        ctx.actor.user_id || null,
        until_id ?? Number.MAX_SAFE_INTEGER,
      ],
    )
    return { status: updated, data: { read: read.length }, message: 'Changes saved.' }
  },
})

export const chatRoutes: Route[] = [threads, markRead]
