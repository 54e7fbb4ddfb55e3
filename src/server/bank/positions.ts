import type { BankPosition } from '#domain/bank/bank-calls.ts'
import { bankLedgers } from '#domain/books/postings.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'

// Lines from before the opening day, and those that are left out, count nowhere.
const POSITIONS = sql<BankPosition>`
  select a.id as bankaccount_id, a.name,
    (a.opening_balance + coalesce(l.all_lines, 0))::text as bank_balance,
    coalesce(b.book, 0)::numeric(14,2)::text as book_balance,
    (a.opening_balance + coalesce(l.all_lines, 0) - coalesce(b.book, 0))::numeric(14,2)::text
      as difference,
    coalesce(l.open_lines, 0)::int as open_lines,
    coalesce(l.open_in, 0)::numeric(14,2)::text as open_in,
    coalesce(-l.open_out, 0)::numeric(14,2)::text as open_out,
    (coalesce(b.book, 0) - a.opening_balance - coalesce(l.all_lines, 0)
      + coalesce(l.open_amount, 0))::numeric(14,2)::text as outstanding,
    l.last_line_date,
    (select locked_to from book_locks order by id desc limit 1) as books_locked_to,
    (select f.feed_status from bankfeeds f where f.bankaccount_id = a.id) as feed_status
  from bankaccounts a
  left join (select t.bankaccount_id, sum(t.amount) as all_lines,
      count(*) filter (where t.transaction_status in ('new', 'suggested')) as open_lines,
      sum(t.amount) filter (where t.transaction_status in ('new', 'suggested')) as open_amount,
      sum(t.amount) filter (where t.transaction_status in ('new', 'suggested') and t.amount > 0)
        as open_in,
      sum(t.amount) filter (where t.transaction_status in ('new', 'suggested') and t.amount < 0)
        as open_out,
      max(t.transaction_date) as last_line_date
    from banktransactions t join bankaccounts o on o.id = t.bankaccount_id
    where t.deleted_at is null and t.transaction_status <> 'ignored'
      and t.transaction_date >= o.opening_date group by 1) l on l.bankaccount_id = a.id
  left join (select account, sum(amount) as book from accounttransactions
    where account between ${bankLedgers.first} and ${bankLedgers.last} group by 1) b
      on b.account = a.ledger_account
  where a.deleted_at is null order by a.ledger_account`

export const positionsOf = (conn: Conn): Promise<BankPosition[]> => POSITIONS.all(conn)

/** How each account stands: what the bank says, what the books say, and what is to be explained. */
export async function bankPositions(ctx: Context) {
  const data = await ctx.database.read(scopeOf(ctx), positionsOf)
  return { data }
}
