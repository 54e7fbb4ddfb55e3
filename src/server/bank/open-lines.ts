import type { MatchLine } from '#domain/bank/bank-line.ts'
import { cents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'

interface LineRow extends Omit<MatchLine, 'amount'> {
  amount: string
}

const LINE = fragment`t.id, t.bankaccount_id, t.transaction_date, t.amount::text, t.other_party,
  t.particulars, t.code, t.reference, t.memo, t.bank_type, h.hash as other_account_hash
  from banktransactions t left join account_hashes h on h.place = 'line' and h.row_id = t.id`

const LINES = sql<LineRow, [ids: readonly number[]]>`select ${LINE}
  where t.id = any($1) and t.deleted_at is null order by t.id`

// Lines before the opening day of their account have nothing to be matched with, and those that the
// bank took back are about to go.
const OPEN_LINES = sql<LineRow, [bankaccount_id: number | null]>`select ${LINE}
  join bankaccounts a on a.id = t.bankaccount_id
  where t.transaction_status in ('new', 'suggested') and t.deleted_at is null
    and t.taken_back_at is null and t.transaction_date >= a.opening_date
    and ($1::bigint is null or t.bankaccount_id = $1)
  order by t.transaction_date, t.id`

const asMatched = (row: LineRow): MatchLine => ({ ...row, amount: cents(row.amount) })

export async function matchLines(conn: Conn, ids: readonly number[]): Promise<MatchLine[]> {
  return (await LINES.all(conn, ids)).map(asMatched)
}

/** What nobody has explained yet, the oldest first. */
export async function openLines(
  conn: Conn,
  bankaccount_id: number | null = null,
): Promise<MatchLine[]> {
  return (await OPEN_LINES.all(conn, bankaccount_id)).map(asMatched)
}
