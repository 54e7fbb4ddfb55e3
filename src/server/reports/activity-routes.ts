import { z } from 'zod'
import { empty } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { queueMail } from '#server/mail/queue-mail.ts'

interface Activity {
  path: string
  what: string
  /** Counts since a moment; without one, since ever. */
  sql: string
}

interface ActivityCount {
  name: string
  count: number
  total: string
  last_at: string
}

const RECENT_DAYS = 7

// A bill was captured by whoever made its row.
const userBills: Activity = {
  path: 'activityuserbills',
  what: 'Bills captured by each person',
  sql: `select h.actor_id as user_id, max(h.actor_name) as name, count(*)::int as count,
      coalesce(sum(b.due_total), 0)::numeric(14,2)::text as total, max(h.created_at) as last_at
    from history h join bills b on b.id = h.object_id and b.deleted_at is null
    where h.object_class = 'bill' and h.action = 'create'
      and ($1::timestamptz is null or h.created_at >= $1)
    group by h.actor_id order by count(*) desc, max(h.actor_name)`,
}

const customerInvoices: Activity = {
  path: 'activitycustomerinvoices',
  what: 'Invoices sent to each customer',
  sql: `select i.customer_id, c.name, count(*)::int as count,
      coalesce(sum(i.discounted_total_this_period), 0)::numeric(14,2)::text as total,
      max(i.invoiced_at) as last_at
    from invoices i join customers c on c.id = i.customer_id
    where i.invoiced_at is not null and i.deleted_at is null and i.invoice_status <> 'cancelled'
      and ($1::timestamptz is null or i.invoiced_at >= $1)
    group by i.customer_id, c.name order by count(*) desc, c.name limit 5000`,
}

const since = (ctx: Context) =>
  new Date(ctx.clock.now().getTime() - RECENT_DAYS * 86_400_000).toISOString()

function routesOf(activity: Activity): Route[] {
  const { path, what } = activity
  const list = (more: '' | '/recent') =>
    route<unknown>({
      method: 'GET',
      path: `/${path}${more}`,
      summary: `${what}${more ? `, in the last ${RECENT_DAYS} days` : ''}`,
      compressed: true,
      policy: { from: 'user' },
      input: z.object({}),
      run: async (ctx) => {
        const rows = await ctx.database.read(scopeOf(ctx), (conn) =>
          conn.query<ActivityCount>(activity.sql, [more ? since(ctx) : null]),
        )
        return rows.length > 0 ? { data: rows } : { status: empty, data: [] }
      },
    })
  const send = route<unknown>({
    method: 'POST',
    path: `/${path}/send`,
    summary: `Mail yourself: ${what.toLowerCase()} in the last ${RECENT_DAYS} days`,
    policy: { from: 'manager' },
    input: z.strictObject({}),
    write: (ctx, conn) => sendSummary(ctx, conn, activity),
  })
  return [list(''), list('/recent'), send]
}

async function sendSummary(ctx: Context, conn: Conn, { path, what, sql }: Activity) {
  const [me] = await conn.query<{ email: string | null }>('select email from users where id = $1', [
    ctx.actor.user_id,
  ])
  if (!me?.email) throw notPossible('send', 'you have no email address', 'Add it to your profile.')
  const rows = await conn.query<ActivityCount>(sql, [since(ctx)])
  const lines = rows.slice(0, 200).map(({ name, count, total }) => `${name}: ${count}, $${total}`)
  const now = ctx.clock.now().getTime()
  await queueMail(conn, {
    to: me.email,
    subject: `${what}, last ${RECENT_DAYS} days`,
    text: `${what} in the last ${RECENT_DAYS} days:\n\n${lines.join('\n') || 'Nothing.'}\n`,
    key: `${path} ${ctx.actor.organisation_id} ${ctx.actor.user_id} ${now}`,
  })
  return { data: { sent: 1, counted: rows.length }, message: 'Summary sent.' }
}

export const activityRoutes: Route[] = [...routesOf(userBills), ...routesOf(customerInvoices)]
