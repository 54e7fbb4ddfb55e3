import { atLeast } from '#domain/access/role.ts'
import type { PartnerCount } from '#domain/commissions/commission-calls.ts'
import { empty } from '#domain/kit/problem.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'

// A customer is a partner's by their own row, or by a contract in force that the partner earns on.
const CUSTOMERS = sql<{ partner_id: number; customers: number }>`
  select p.id as partner_id, count(distinct x.customer_id)::int as customers
  from partners p left join (
    select partner_id, id as customer_id from customers
      where partner_id is not null and deleted_at is null
    union select s.partner_id, k.customer_id from contractpartners s
      join contracts k on k.id = s.contract_id and k.contract_status = 'active'
        and k.deleted_at is null
      where s.deleted_at is null) x on x.partner_id = p.id
  where p.deleted_at is null group by p.id order by p.id`

const EARNED = sql<{ partner_id: number; earned: string }>`
  select partner_id, sum(amount)::numeric(14,2)::text as earned from commissions
  where commission_status = 'accrued' group by partner_id`

/** Customers of partners; below accounting their amounts are neither looked up nor sent. */
export async function countCustomers(ctx: Context): Promise<Answer<PartnerCount[]>> {
  const maySeeAmounts = atLeast(ctx.actor.role, 'accounting')
  const [counts, earned] = await ctx.database.read(scopeOf(ctx), (conn) =>
    Promise.all([CUSTOMERS.all(conn), maySeeAmounts ? EARNED.all(conn) : []]),
  )
  const sums = new Map(earned.map((one) => [one.partner_id, one.earned]))
  const data = counts.map((one) =>
    maySeeAmounts ? { ...one, earned: sums.get(one.partner_id) ?? '0.00' } : one,
  )
  return data.length > 0 ? { data } : { status: empty, data: [] }
}
