import { accounts } from '#domain/books/postings.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { OPEN_ITEMS } from './open-items.ts'

// As the books have them; cached on the customer, and derived by nothing else.
const REFRESH = sql<never, [customer_ids: readonly number[], today: string]>`
  with b as (select c.id,
      coalesce(sum(a.amount) filter (where a.account = ${accounts.receivables}), 0)
        + coalesce(sum(a.amount) filter (where a.account = ${accounts.customerCredit}), 0)
        as balance_total,
      -coalesce(sum(a.amount) filter (where a.account = ${accounts.customerCredit}), 0)
        as account_credit
    from customers c left join accounttransactions a on a.customer_id = c.id
      and a.account in (${accounts.receivables}, ${accounts.customerCredit})
    where c.id = any($1) group by c.id),
  o as (select customer_id, sum(balance - promised) as overdue from (${OPEN_ITEMS}) i
    where customer_id = any($1) and not is_held and due_date < $2 group by customer_id),
  l as (select distinct on (customer_id) customer_id, id from invoices
    where customer_id = any($1) and invoiced_at is not null and invoice_status <> 'cancelled'
      and deleted_at is null
    order by customer_id, invoiced_at desc, id desc)
  update customers c set balance_total = b.balance_total, account_credit = b.account_credit,
    balance_overdue = coalesce(o.overdue, 0),
    balance_current = b.balance_total - coalesce(o.overdue, 0), invoice_latest = l.id
  from b left join o on o.customer_id = b.id left join l on l.customer_id = b.id
  where c.id = b.id`.named('refresh_balances')

/** A customer's balances follow the books. */
export async function refreshBalances(
  ctx: Context,
  conn: Conn,
  customer_ids: readonly number[],
): Promise<void> {
  await REFRESH.run(conn, customer_ids, todayOf(ctx))
}
