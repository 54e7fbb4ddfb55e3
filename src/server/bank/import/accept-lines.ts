import type { ImportOutcome } from '#domain/kit/import/import-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import type { Taking } from '#server/kit/import/import-kind.ts'
import { actorValues, historyColumns } from '#server/kit/rows/history.ts'
import { holdAccount, keepFeedIds } from '../feed/feed-ids.ts'
import { judgeLines, type Verdict } from './check-lines.ts'
import { type HeldBankFile, STAGED, type StagedLine, stagedLines } from './staged-lines.ts'

const WAITING = sql<StagedLine, [bankimport_id: number]>`select ${STAGED} from stagedbanklines
  where bankimport_id = $1 and staged_status = 'waiting' and deleted_at is null order by row_number`

const KEEP = sql<never, [rows: string]>`
  update stagedbanklines s set row_status = c.row_status, message = c.message,
    banktransaction_id = c.banktransaction_id, version = s.version + 1, modified_at = now()
  from jsonb_to_recordset($1::jsonb)
    as c (id bigint, row_status text, message text, banktransaction_id bigint)
  where s.id = c.id`

/** Looks at all waiting rows of a file anew; answers those of which something else is said now. */
export async function judgeAgain(
  conn: Conn,
  held: HeldBankFile,
  today: string,
): Promise<{ rows: StagedLine[]; changed: StagedLine[] }> {
  const waiting = await WAITING.all(conn, held.id)
  const verdicts = await judgeLines(conn, waiting, held, today)
  const rows = waiting.map((row, at) => ({ ...row, ...verdicts[at] }))
  const changed = rows.filter((row, at) => differs(row, waiting[at]))
  if (changed.length > 0) await KEEP.run(conn, JSON.stringify(changed))
  return { rows, changed }
}

const differs = (now: Verdict, was: Verdict | undefined) =>
  now.row_status !== was?.row_status ||
  now.message !== was.message ||
  now.banktransaction_id !== was.banktransaction_id

type Actor = [id: number, name: string, by: number | null, by_name: string | null, request: string]

// The sealed account number is carried over as it is: nobody has to open it.
const INSERT = sql<
  { id: number },
  [ids: readonly number[], bankimport_id: number, bankaccount_id: number, layout: string, ...Actor]
>`with given as (
    select nextval(pg_get_serial_sequence('banktransactions', 'id')) as line_id, s.*
    from stagedbanklines s where s.id = any($1) order by s.row_number),
  made as (
    insert into banktransactions (id, organisation_id, bankaccount_id, bankimport_id,
      transaction_date, processed_date, amount, balance_after, other_party, other_account,
      particulars, code, reference, memo, bank_type, bank_line_id, feed_line_id, source,
      transaction_status)
    overriding system value
    select line_id, organisation_id, $3, $2, transaction_date, processed_date, amount, balance_after,
      other_party, other_account, particulars, code, reference, memo, bank_type, bank_line_id,
      case when $4 = 'feed' then bank_line_id end, $4, 'new' from given order by row_number),
  told as (
    insert into history (${{ fragment: historyColumns }})
    select organisation_id, 'banktransaction', line_id, 'create', 1,
      jsonb_build_object('amount', jsonb_build_array(null, amount::text)), null, $5::bigint, $6::text,
      $7::bigint, $8::text, 'import', $9::text, null from given order by row_number)
  update stagedbanklines s set staged_status = 'accepted', banktransaction_id = g.line_id,
    version = s.version + 1, modified_at = now()
  from given g where s.id = g.id returning s.id`

/** Makes lines of rows that are new; rows whose line is here already are left out, and say so. */
export async function acceptLines(
  ctx: Context,
  conn: Conn,
  held: HeldBankFile,
  { ids }: Taking,
): Promise<ImportOutcome> {
  await holdAccount(conn, held.bankaccount_id)
  const { rows } = await judgeAgain(conn, held, todayOf(ctx))
  const asked = rows.filter((row) => ids?.has(row.id) ?? true)
  const fresh = asked.filter(({ row_status }) => row_status === 'new').map(({ id }) => id)
  const known = asked.filter(({ row_status }) => row_status === 'known').map(({ id }) => id)
  const [actor_id, name, by, by_name, , request_id] = actorValues(ctx)
  const actor = [actor_id, name, by, by_name, request_id] as Actor
  const { id, bankaccount_id, layout } = held
  const made = await INSERT.all(conn, fresh, id, bankaccount_id, layout, ...actor)
  await stagedLines.reject(ctx, conn, known)
  if (layout === 'feed') await keepFeedIds(conn, claimed(asked))
  const left = asked.filter(({ row_status }) => row_status === 'doubtful' || row_status === 'error')
  return {
    accepted: made.map((row) => row.id),
    rejected: known,
    refused: left.map((row) => ({ id: row.id, message: row.message ?? '' })),
  }
}

/** The lines that rows turned out to be, with what the rows call them. */
function claimed(rows: readonly StagedLine[]): { id: number; key: string }[] {
  return rows.flatMap(({ row_status, banktransaction_id: id, bank_line_id: key }) =>
    row_status === 'known' && id && key ? [{ id, key }] : [],
  )
}
