import { reaches } from '#domain/access/key-scope.ts'
import { thread } from '#domain/messaging/thread.ts'
import type { ThreadCandidate } from '#domain/messaging/thread-calls.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { answerRow } from '#server/kit/rows/verb-handlers.ts'

// Providers where everybody has an address say nothing about whose it is.
const everybodys = [
  ...['gmail.com', 'outlook.com', 'hotmail.com', 'yahoo.com', 'icloud.com', 'live.com'],
  ...['xtra.co.nz', 'hotmail.co.nz', 'outlook.co.nz', 'yahoo.co.nz', 'slingshot.co.nz'],
]

const CANDIDATES = sql<ThreadCandidate, [thread_id: number]>`with t as (
    select lower(address) as address, split_part(lower(address), '@', 2) as domain
    from threads where id = $1 and address is not null),
  found as (
    select 'customer' as object, c.id, c.name, c.deleted_at,
      array_remove(array[lower(c.email), lower(c.email_other), lower(c.email_primary),
        lower(c.email_invoice), lower(c.email_authorised), lower(c.email_holder)], null)
        || array(select lower(x) from unnest(c.invoice_recipients) x) as emails
    from customers c
    union all select 'supplier', s.id, s.name, s.deleted_at, array[lower(s.email)] from suppliers s
    union all select 'partner', p.id, p.name, p.deleted_at,
      array_remove(array[lower(p.email), lower(p.commission_email)], null) from partners p)
  select f.object, f.id, f.name, case when t.address = any(f.emails) then 'address' else 'domain' end
    as reason
  from t join found f on f.deleted_at is null and (t.address = any(f.emails)
    or (t.domain not in (${everybodys})
      and exists (select from unnest(f.emails) e where split_part(e, '@', 2) = t.domain)))
  order by reason, f.name limit 8`

// A number is nobody's by its beginning: it stands on a record, or it does not.
const CALLED = sql<ThreadCandidate, [thread_id: number]>`with t as (
    select address from threads where id = $1 and address not like '%@%')
  select f.object, f.id, f.name, 'address' as reason from t, lateral (
    select 'customer' as object, c.id, c.name from customers c where c.deleted_at is null
      and t.address in (c.phone, c.phone_mobile, c.phone_primary, c.phone_other, c.phone_work,
        c.phone_home, c.phone_invoice, c.phone_authorised, c.phone_holder)
    union all select 'supplier', s.id, s.name from suppliers s
      where s.deleted_at is null and t.address in (s.phone, s.hotline)
    union all select 'partner', p.id, p.name from partners p
      where p.deleted_at is null and t.address = p.phone) f
  order by f.name limit 8`

/** A thread; one of an unknown address with who it might be, and why. */
export async function answerThread(ctx: Context, id: number, catalogue: Catalogue) {
  const answer = await answerRow(ctx, thread, id, catalogue)
  const found = await ctx.database.read(scopeOf(ctx), async (conn) => [
    ...(await CANDIDATES.all(conn, id)),
    ...(await CALLED.all(conn, id)),
  ])
  const candidates = found.filter(({ object }) => reaches(ctx.actor.scope, object))
  return { ...answer, info: { ...answer.info, candidates } }
}
