import { banktransaction } from '#domain/bank/banktransaction.ts'
import type { FeedLine } from '#domain/bank/feed/feed-line.ts'
import type { BankFeed } from '#server/integrations/bank-feed.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { settleTask } from '#server/tasks/system-task.ts'
import { askAboutLine, lineCause } from './broken-feed.ts'
import type { HeldFeed } from './held-feed.ts'

// Lines that came while we were looking could not have been told.
const MISSING = sql<
  { feed_line_id: string },
  [bankaccount_id: number, from: string, looked_at: string, told: readonly string[]]
>`select feed_line_id from banktransactions
  where bankaccount_id = $1 and transaction_date >= $2 and created_at < $3::timestamptz
    and deleted_at is null and taken_back_at is null
    and feed_line_id is not null and feed_line_id <> all($4)`

/** What was told before and is not told now. */
export async function missingKeys(
  conn: Conn,
  { bankaccount_id, now }: HeldFeed,
  from: string,
  told: readonly FeedLine[],
): Promise<string[]> {
  // Under another name it is told all the same.
  const keys = told.flatMap(({ key, former_key }) => [key, former_key ?? key])
  const rows = await MISSING.all(conn, bankaccount_id, from, now, keys)
  return rows.map(({ feed_line_id }) => feed_line_id)
}

/** Nothing is taken for gone because of what was left out or said of it: each is asked for. */
export async function lookUp(
  provider: BankFeed,
  token: string,
  keys: readonly string[],
): Promise<{ gone: string[]; found: FeedLine[] }> {
  const gone: string[] = []
  const found: FeedLine[] = []
  for (const key of keys) {
    const line = await provider.line(token, key)
    if (line) found.push(line)
    else gone.push(key)
  }
  return { gone, found }
}

interface GoneLine {
  id: number
  source: string
  transaction_status: string
  transaction_date: string
  amount: string
  other_party: string | null
  taken_back_at: string | null
}

const GONE = sql<GoneLine, [bankaccount_id: number, gone: readonly string[]]>`
  select id, source, transaction_status, transaction_date, amount::text, other_party, taken_back_at
  from banktransactions where bankaccount_id = $1 and deleted_at is null
    and (feed_line_id = any($2) or taken_back_at is not null) order by id for no key update`

const BACK_AGAIN = sql<{ id: number }, [bankaccount_id: number, told: readonly string[]]>`
  select id from banktransactions where bankaccount_id = $1 and deleted_at is null
    and taken_back_at is not null and feed_line_id = any($2) order by id for no key update`

const reason = 'The bank has taken it back.'

/**
 * A line that the bank took back goes, unless somebody has explained it or a file shows it as well:
 * then it is marked, and somebody is asked.
 */
export async function takeBackLines(
  ctx: Context,
  conn: Conn,
  { bankaccount_id }: HeldFeed,
  { gone, told }: { gone: readonly string[]; told: readonly FeedLine[] },
): Promise<void> {
  const keys = told.map(({ key }) => key)
  for (const { id } of await BACK_AGAIN.all(conn, bankaccount_id, keys)) {
    await change(ctx, conn, id, { taken_back_at: null }, 'The bank tells it again.')
    await settleTask(ctx, conn, lineCause(id), 'The bank tells it again.')
  }
  const taken_back_at = ctx.clock.now().toISOString()
  for (const line of await GONE.all(conn, bankaccount_id, gone)) {
    const isOpen = line.transaction_status === 'new' || line.transaction_status === 'suggested'
    if (isOpen && line.source === 'feed') {
      await remove(ctx, conn, line.id, taken_back_at)
      await settleTask(ctx, conn, lineCause(line.id), 'The line is gone.')
    } else if (line.taken_back_at === null) {
      await change(ctx, conn, line.id, { taken_back_at }, reason)
      await askAboutLine(ctx, conn, line)
    }
  }
}

async function remove(ctx: Context, conn: Conn, id: number, deleted_at: string): Promise<void> {
  const values = { deleted_at }
  await updateRow(ctx, conn, banktransaction, id, values, { action: 'delete', changes: {}, reason })
}

async function change(
  ctx: Context,
  conn: Conn,
  id: number,
  values: { taken_back_at: string | null },
  because: string,
): Promise<void> {
  const before = values.taken_back_at === null ? ctx.clock.now().toISOString() : null
  const changes = { taken_back_at: [before, values.taken_back_at] as [unknown, unknown] }
  const told = { action: 'update', changes, reason: because }
  await updateRow(ctx, conn, banktransaction, id, values, told)
}
