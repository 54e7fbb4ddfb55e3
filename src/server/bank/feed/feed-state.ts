import { bankaccount } from '#domain/bank/bankaccount.ts'
import type { BankFeedState } from '#domain/bank/feed/feed-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { isFeedOffered } from './own-provider.ts'

const STATE = sql<NonNullable<BankFeedState['feed']>, [bankaccount_id: number]>`
  select f.feed_status, f.provider_account_name, f.message, f.connected_at, f.connected_by,
    f.fetched_at, f.next_fetch_at, coalesce(w.rows, 0)::int as waiting_rows,
    w.bankimport_id as waiting_import_id
  from bankfeeds f left join lateral (
    select count(*) as rows, min(s.bankimport_id) as bankimport_id
    from bankimports i join stagedbanklines s on s.bankimport_id = i.id
    where i.bankaccount_id = f.bankaccount_id and i.layout = 'feed' and i.import_status = 'ready'
      and i.deleted_at is null and s.staged_status = 'waiting' and s.deleted_at is null) w on true
  where f.bankaccount_id = $1`

export async function feedStateOf(
  ctx: Context,
  conn: Conn,
  bankaccount_id: number,
): Promise<BankFeedState> {
  const feed = await STATE.one(conn, bankaccount_id)
  return { is_offered: await isFeedOffered(ctx.config, conn), feed: feed ?? null }
}

const ACCOUNT = sql<{ id: number }, [id: number]>`
  select id from bankaccounts where id = $1 and deleted_at is null`

/** How the feed of an account stands. */
export async function showFeed(ctx: Context, { id }: { id: number }) {
  const data = await ctx.database.read(scopeOf(ctx), async (conn) =>
    (await ACCOUNT.one(conn, id)) ? feedStateOf(ctx, conn, id) : null,
  )
  if (!data) throw notFound(bankaccount)
  return { data }
}
