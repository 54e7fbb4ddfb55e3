import { type NewsFact, tellNews } from '#domain/reports/news.ts'
import { newsCalls } from '#domain/reports/news-calls.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { OF_NOBODY } from '#server/messaging/threads/of-nobody.ts'
import { answeredRoles } from '#server/tasks/task-questions.ts'

/** Older than this is no news. */
const DAYS = 14
/** So many of each kind, and so many in all. */
const OF_EACH = 10
const MOST = 30

// Every kind is read from the end of an index: what it costs does not grow with the book.
const NEWS = sql<NewsFact, [since: string, user_id: number, roles: readonly string[]]>`
  select kind, at, id, name, detail, amount from (
    (select 'signature' as kind, c.accepted_at as at, c.id, coalesce(c.accepted_by, u.name) as name,
        c.contract_number as detail, null::text as amount
      from contracts c left join customers u on u.id = c.customer_id
      where c.accepted_at >= $1::date and c.deleted_at is null
      order by c.accepted_at desc limit ${OF_EACH})
    union all
    (select 'payment', b.created_at, b.invoicepayment_id, u.name, null, b.amount::text
      from bankparts b join customers u on u.id = b.customer_id
      where b.invoicepayment_id is not null and b.undone_at is null and b.amount > 0
        and b.created_at >= $1::date
      order by b.id desc limit ${OF_EACH})
    union all
    (select 'failed_debit', p.modified_at, p.id, u.name, null, p.amount_incl_gst::text
      from invoicepayments p join customers u on u.id = p.customer_id
      where p.payment_status = 'failed' and p.payment_date >= $1::date and p.deleted_at is null
      order by p.payment_date desc, p.id desc limit ${OF_EACH})
    union all
    (select 'message', t.last_at, t.id, t.name, left(t.last_words, 160), null
      from threads t
      where t.unread > 0 and t.last_at >= $1::date and t.deleted_at is null
        and (${OF_NOBODY} or t.assigned_id in (select s.id from staffs s
          where s.user_id = $2 and s.deleted_at is null))
      order by t.last_at desc limit ${OF_EACH})
    union all
    (select 'not_delivered', greatest(m.created_at, m.not_before), m.id, m.recipient, m.subject, null
      from messages m
      where m.status in ('failed', 'bounced', 'blocked', 'unconfirmed') and m.deleted_at is null
        and not (m.status = 'blocked' and coalesce(m.error_code, '') = 'list')
        and greatest(m.created_at, m.not_before) >= $1::date
      order by greatest(m.created_at, m.not_before) desc, m.id desc limit ${OF_EACH})
    union all
    (select 'run', r.modified_at, r.id, r.name, r.run_status, null
      from billingruns r
      where r.run_status in ('done', 'failed') and r.created_at >= $1::date
        and r.deleted_at is null
      order by r.created_at desc, r.id desc limit ${OF_EACH})
    union all
    (select 'bulk', k.ended_at, k.id, k.name, k.state, null
      from bulkmessages k where k.ended_at >= $1::date and k.deleted_at is null
      order by k.ended_at desc limit ${OF_EACH})
    union all
    (select 'task', k.created_at, k.id, k.subject, null, null
      from tasks k where k.task_status = 'open' and k.deleted_at is null
        and k.created_at >= $1::date and k.staff_id in (select s.id from staffs s
          where s.user_id = $2 and s.deleted_at is null)
      order by k.created_at desc limit ${OF_EACH})
    union all
    (select 'role_task', k.created_at, k.id, k.subject, null, null
      from tasks k where k.task_status = 'open' and k.deleted_at is null
        and k.created_at >= $1::date and k.role_name = any($3)
      order by k.created_at desc limit ${OF_EACH})) x
  where at is not null order by at desc, kind, id limit ${MOST}`

/** What the bell rings for: of the whole office, and what is meant for whoever asks. */
async function readNews(ctx: Context) {
  const since = Temporal.PlainDate.from(todayOf(ctx)).subtract({ days: DAYS }).toString()
  const facts = await ctx.database.read(scopeOf(ctx), async (conn) =>
    NEWS.all(conn, since, ctx.actor.user_id, await answeredRoles(ctx, conn)),
  )
  return { data: facts.map(tellNews) }
}

export const newsRoutes: Route[] = serve(newsCalls, { read: { run: readNews } })
