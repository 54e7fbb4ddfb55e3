import { type FeedLine, feedRows } from '#domain/bank/feed/feed-line.ts'
import type { BankFileRow } from '#domain/bank/file/bank-file.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { sha256 } from '#server/identity/digest.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { takeWhole } from '#server/kit/import/take-whole.ts'
import { bankImporter } from '../import/bank-kind.ts'
import { judgeLines } from '../import/check-lines.ts'
import { holdAccount, keepFeedIds } from './feed-ids.ts'
import type { HeldFeed } from './held-feed.ts'

/**
 * Takes in what the bank told: lines that are here already are known again, new ones come in by an
 * import like any other, and whatever is doubtful waits there for somebody.
 */
export async function takeFetched(
  ctx: Context,
  conn: Conn,
  { bankaccount_id, bank_account_name }: HeldFeed,
  lines: readonly FeedLine[],
): Promise<void> {
  await holdAccount(conn, bankaccount_id)
  await renameLines(conn, bankaccount_id, lines)
  const rows = feedRows(onceEach(lines))
  const news = await newsAmong(ctx, conn, bankaccount_id, rows)
  if (news.length === 0) return
  const days = news.flatMap(({ fields }) => fields.transaction_date ?? []).sort()
  const today = todayOf(ctx)
  const text = JSON.stringify(news)
  await takeWhole(ctx, conn, bankImporter, {
    text,
    values: {
      file_name: `${bank_account_name} on ${formatDayShort(today)}`,
      sha256: sha256(text).toString('hex'),
      layout: 'feed',
      bankaccount_id,
      received_date: today,
      period_from: days[0] ?? null,
      period_to: days.at(-1) ?? null,
    },
  })
}

/** Pages that grew while they were read may tell a line twice. */
function onceEach(lines: readonly FeedLine[]): FeedLine[] {
  return [...new Map(lines.map((line) => [line.key, line])).values()]
}

const RENAME = sql<
  never,
  [bankaccount_id: number, former: readonly string[], keys: readonly string[]]
>`update banktransactions t set feed_line_id = x.key,
    bank_line_id = case when t.source = 'feed' then x.key else t.bank_line_id end
  from unnest($2::text[], $3::text[]) x (former, key)
  where t.bankaccount_id = $1 and t.feed_line_id = x.former and t.deleted_at is null
    and not exists (select from banktransactions o where o.bankaccount_id = $1
      and o.feed_line_id = x.key and o.deleted_at is null)`

const RENAME_WAITING = sql<
  never,
  [bankaccount_id: number, former: readonly string[], keys: readonly string[]]
>`update stagedbanklines s set bank_line_id = x.key
  from unnest($2::text[], $3::text[]) x (former, key), bankimports i
  where i.id = s.bankimport_id and i.bankaccount_id = $1 and i.layout = 'feed'
    and s.bank_line_id = x.former and s.staged_status <> 'accepted'`

/** A line that the provider calls otherwise now is the same line. */
async function renameLines(conn: Conn, bankaccount_id: number, lines: readonly FeedLine[]) {
  const renamed = lines.filter(({ former_key }) => former_key !== null)
  if (renamed.length === 0) return
  const former = renamed.map(({ former_key }) => former_key ?? '')
  const keys = renamed.map(({ key }) => key)
  await RENAME.run(conn, bankaccount_id, former, keys)
  await RENAME_WAITING.run(conn, bankaccount_id, former, keys)
}

interface WaitingRow {
  bank_line_id: string
  transaction_date: string | null
  amount: string | null
}

// What was taken back with its import is told anew.
const ASKED = sql<WaitingRow, [bankaccount_id: number, ids: readonly string[]]>`
  select s.bank_line_id, s.transaction_date, s.amount::text from stagedbanklines s
  join bankimports i on i.id = s.bankimport_id
  where i.bankaccount_id = $1 and i.layout = 'feed' and i.import_status <> 'undone'
    and i.deleted_at is null and s.deleted_at is null and s.bank_line_id = any($2)
    and s.staged_status in ('waiting', 'rejected')`

/** Rows that are not here, and that nobody has been asked about before. */
async function newsAmong(
  ctx: Context,
  conn: Conn,
  bankaccount_id: number,
  rows: readonly BankFileRow[],
): Promise<BankFileRow[]> {
  const fields = rows.map((row) => row.fields)
  const about = { layout: 'feed', bankaccount_id } as const
  const verdicts = await judgeLines(conn, fields, about, todayOf(ctx))
  const known = rows.flatMap((row, at) => {
    const { row_status, banktransaction_id: id } = verdicts[at] ?? {}
    const key = row.fields.bank_line_id
    return row_status === 'known' && id && key ? [{ id, key }] : []
  })
  await keepFeedIds(conn, known)
  const ids = fields.flatMap(({ bank_line_id }) => bank_line_id ?? [])
  const asked = new Set((await ASKED.all(conn, bankaccount_id, ids)).map(sameKey))
  return rows.filter(
    (row, at) =>
      verdicts[at]?.row_status !== 'known' &&
      !(verdicts[at]?.row_status !== 'new' && asked.has(sameKey(row.fields))),
  )
}

const sameKey = ({ bank_line_id, transaction_date, amount }: BankFileRow['fields'] | WaitingRow) =>
  `${bank_line_id} ${transaction_date} ${amount}`
