import { type Fragment, fragment } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import type { Among } from '#server/kit/rows/list-query.ts'
import { inSetOf } from './earners.ts'

/**
 * Whose customers are whose on a day: a customer is a partner's by their own row, or by a contract in
 * force that the partner earns on.
 */
export const broughtOn = (day: Fragment): Fragment => fragment`
  select partner_id, id as customer_id from customers
    where partner_id is not null and deleted_at is null
  union select s.partner_id, k.customer_id from contractpartners s
    join contracts k on k.id = s.contract_id and k.contract_status = 'active'
      and k.deleted_at is null
    join customers c on c.id = k.customer_id and c.deleted_at is null
    where s.deleted_at is null and ${inSetOf(day)}`

/** The same customers as rows of their list, by a name such as brought_by_12; else null. */
export function customersNamed(ctx: Context, name: string): Among | null {
  const partner_id = Number(/^brought_by_(\d{1,15})$/.exec(name)?.[1] ?? 0)
  if (partner_id === 0) return null
  const today = todayOf(ctx)
  return {
    key: `brought by ${partner_id} on ${today}`,
    sql: (parameters) => {
      const day = { fragment: `${parameters.add(today)}::text::date` }
      return `t.id in (select x.customer_id from (${broughtOn(day).fragment}) x
        where x.partner_id = ${parameters.add(partner_id)}::bigint)`
    },
  }
}
