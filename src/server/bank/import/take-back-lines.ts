import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { GroupRows, Obstacle } from '#server/kit/import/import-kind.ts'
import { actorValues, historyColumns } from '#server/kit/rows/history.ts'
import { unmatchLine } from '../unmatch-line.ts'

const MADE = sql<GroupRows, [bankimport_id: number]>`
  select bankimport_id as "group", count(*)::int as rows from banktransactions
  where bankimport_id = $1 and deleted_at is null group by 1`

export const madeOf = (conn: Conn, id: number): Promise<GroupRows[]> => MADE.all(conn, id)

interface InTheWay {
  matched: number
  reconciled: number
}

// A line that another file has as well passes to that one, and nothing stands in its way.
const IN_THE_WAY = sql<InTheWay, [bankimport_id: number]>`
  select count(*) filter (where t.transaction_status in ('matched', 'transfer', 'ignored'))::int
      as matched, count(*) filter (where t.transaction_status = 'reconciled')::int as reconciled
  from banktransactions t where t.bankimport_id = $1 and t.deleted_at is null
    and not exists (select from stagedbanklines s join bankimports i on i.id = s.bankimport_id
      where s.banktransaction_id = t.id and s.bankimport_id <> $1 and s.row_status = 'known'
        and i.import_status in ('done', 'ready') and i.deleted_at is null)`

const FED = sql<{ id: number }, [bankimport_id: number]>`
  select i.id from bankimports i join bankfeeds f on f.bankaccount_id = i.bankaccount_id
  where i.id = $1 and i.layout = 'feed'`

/** A file is not taken back under lines that are explained, unless that is asked for as well. */
export async function lineObstacle(
  conn: Conn,
  id: number,
  asked: { unmatch?: boolean },
): Promise<Obstacle | null> {
  if (await FED.one(conn, id)) return { words: 'the feed would bring its lines again', counts: {} }
  const found = await IN_THE_WAY.one(conn, id)
  const { matched = 0, reconciled = 0 } = found ?? {}
  const counts = { matched, reconciled }
  if (reconciled > 0) return { words: `${ofItsLines(reconciled)} on an agreed statement`, counts }
  if (matched > 0 && !asked.unmatch) return { words: `${ofItsLines(matched)} matched`, counts }
  return null
}

const ofItsLines = (count: number) => `${count} of its lines ${count === 1 ? 'is' : 'are'}`

const PASS_ON = sql<never, [bankimport_id: number]>`
  update banktransactions t set bankimport_id = (
    select min(s.bankimport_id) from stagedbanklines s join bankimports i on i.id = s.bankimport_id
    where s.banktransaction_id = t.id and s.bankimport_id <> $1 and s.row_status = 'known'
      and i.import_status in ('done', 'ready') and i.deleted_at is null)
  where t.bankimport_id = $1 and t.deleted_at is null and exists (
    select from stagedbanklines s join bankimports i on i.id = s.bankimport_id
    where s.banktransaction_id = t.id and s.bankimport_id <> $1 and s.row_status = 'known'
      and i.import_status in ('done', 'ready') and i.deleted_at is null)`

const EXPLAINED = sql<{ id: number }, [bankimport_id: number]>`
  select id from banktransactions where bankimport_id = $1 and deleted_at is null
    and transaction_status in ('matched', 'transfer', 'ignored') order by id`

const REMOVE = sql<
  never,
  [bankimport_id: number, reason: string, ...actor: unknown[]]
>`with gone as (
    update banktransactions set deleted_at = now(), version = version + 1, modified_at = now()
    where bankimport_id = $1 and deleted_at is null returning *)
  insert into history (${{ fragment: historyColumns }})
  select g.organisation_id, 'banktransaction', g.id, 'delete', g.version, '{}'::jsonb, $2::text,
    $3::bigint, $4::text, $5::bigint, $6::text, 'import', $7::text, null from gone g`

const FREE_ROWS = sql<never, [bankimport_id: number]>`
  update stagedbanklines set staged_status = 'rejected' where bankimport_id = $1
    and staged_status <> 'rejected'`

/** Lines that another file holds stay with it; the others go, and what they were is booked back. */
export async function takeLinesBack(
  ctx: Context,
  conn: Conn,
  id: number,
  reason: string,
): Promise<void> {
  await PASS_ON.run(conn, id)
  for (const line of await EXPLAINED.all(conn, id)) {
    const { transaction_status } = await statusOf(conn, line.id)
    // The other half of a transfer may have taken it along.
    if (['matched', 'transfer', 'ignored'].includes(transaction_status))
      await unmatchLine(ctx, conn, { id: line.id, reason })
  }
  const [actor_id, name, by, by_name, , request_id] = actorValues(ctx)
  await REMOVE.run(conn, id, reason, actor_id, name, by, by_name, request_id)
  await FREE_ROWS.run(conn, id)
}

const STATUS = sql<{ transaction_status: string }, [id: number]>`
  select transaction_status from banktransactions where id = $1`
const statusOf = async (conn: Conn, id: number) =>
  (await STATUS.one(conn, id)) ?? { transaction_status: 'new' }
