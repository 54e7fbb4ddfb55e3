import { atLeast } from '#domain/access/role.ts'
import {
  type Activity,
  type ActivityCount,
  customerInvoiceCalls,
  customerInvoices,
  RECENT_DAYS,
  userBillCalls,
  userBills,
} from '#domain/reports/activity-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Statement, sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { queueMessage } from '#server/messaging/outbox/queue-message.ts'

const DAY_MS = 86_400_000
/** A mail that nobody reads to the end says no more than this. */
const MOST_LINES = 200

/** Counts since a moment; without one, since ever. Below managers, of one’s own doings alone. */
type Counting<C extends ActivityCount> = Statement<C, CountedSpan>
type CountedSpan = [since: string | null, only_user_id: number | null]

// A bill was captured by whoever made its row. People stand by their names: nobody is ranked.
const USER_BILLS = sql<ActivityCount & { user_id: number | null }, CountedSpan>`
  select h.actor_id as user_id, max(h.actor_name) as name, count(*)::int as count,
    coalesce(sum(b.due_total), 0)::numeric(14,2)::text as total, max(h.created_at) as last_at
  from history h join bills b on b.id = h.object_id and b.deleted_at is null
  where h.object_class = 'bill' and h.action = 'create'
    and ($1::timestamptz is null or h.created_at >= $1)
    and ($2::bigint is null or h.actor_id = $2)
  group by h.actor_id order by max(h.actor_name), h.actor_id`

// What customers were sent is everybody’s to see.
const CUSTOMER_INVOICES = sql<ActivityCount & { customer_id: number }, CountedSpan>`
  select i.customer_id, c.name, count(*)::int as count,
    coalesce(sum(i.discounted_total_this_period), 0)::numeric(14,2)::text as total,
    max(i.invoiced_at) as last_at
  from invoices i join customers c on c.id = i.customer_id
  where i.invoiced_at is not null and i.deleted_at is null and i.invoice_status <> 'cancelled'
    and ($1::timestamptz is null or i.invoiced_at >= $1) and ($2::bigint is null or true)
  group by i.customer_id, c.name order by count(*) desc, c.name limit 5000`

const OWN_EMAIL = sql<{ email: string | null }, [user_id: number]>`
  select email from users where id = $1`

const onlyOwn = ({ actor }: Context) => (atLeast(actor.role, 'manager') ? null : actor.user_id)

const since = (ctx: Context) =>
  new Date(ctx.clock.now().getTime() - RECENT_DAYS * DAY_MS).toISOString()

function handlersOf<C extends ActivityCount>(activity: Activity, counting: Counting<C>) {
  const count = async (ctx: Context, from: string | null) => {
    const rows = await ctx.database.read(scopeOf(ctx), (conn) =>
      counting.all(conn, from, onlyOwn(ctx)),
    )
    return { data: rows }
  }
  return {
    list: { run: (ctx: Context) => count(ctx, null) },
    recent: { run: (ctx: Context) => count(ctx, since(ctx)) },
    send: {
      write: async (ctx: Context, conn: Conn) =>
        sendSummary(ctx, conn, activity, await counting.all(conn, since(ctx), onlyOwn(ctx))),
    },
  }
}

async function sendSummary(
  ctx: Context,
  conn: Conn,
  { path, what }: Activity,
  rows: readonly ActivityCount[],
) {
  const me = await OWN_EMAIL.one(conn, ctx.actor.user_id)
  if (!me?.email) throw notPossible('send', 'you have no email address', 'Add it to your profile.')
  const lines = rows
    .slice(0, MOST_LINES)
    .map(({ name, count, total }) => `${name}: ${count}, $${total}`)
  const now = ctx.clock.now().getTime()
  await queueMessage(ctx, conn, {
    kind: 'report',
    to: me.email,
    subject: `${what}, last ${RECENT_DAYS} days`,
    text: `${what} in the last ${RECENT_DAYS} days:\n\n${lines.join('\n') || 'Nothing.'}\n`,
    key: `${path} ${ctx.actor.organisation_id} ${ctx.actor.user_id} ${now}`,
  })
  return { data: { sent: 1, counted: rows.length }, message: 'Summary sent.' }
}

export const activityRoutes: Route[] = [
  ...serve(userBillCalls, handlersOf(userBills, USER_BILLS)),
  ...serve(customerInvoiceCalls, handlersOf(customerInvoices, CUSTOMER_INVOICES)),
]
