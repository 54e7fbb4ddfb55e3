import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const HOLD = sql<never, [bankaccount_id: number]>`
  select id from bankaccounts where id = $1 for no key update`

/** One at a time takes lines of an account in: what two sources have in common comes once. */
export const holdAccount = (conn: Conn, bankaccount_id: number) => HOLD.run(conn, bankaccount_id)

const KEEP = sql<never, [ids: readonly number[], keys: readonly string[]]>`
  update banktransactions t set feed_line_id = x.key
  from unnest($1::bigint[], $2::text[]) x (id, key)
  where t.id = x.id and t.feed_line_id is null`

/** Lines that the feed has told as well keep its name for them, and stand for no other line. */
export async function keepFeedIds(
  conn: Conn,
  known: readonly { id: number; key: string }[],
): Promise<void> {
  if (known.length === 0) return
  await KEEP.run(
    conn,
    known.map(({ id }) => id),
    known.map(({ key }) => key),
  )
}
