import type { CellRow } from '#domain/kit/import/cell-rows.ts'
import type { RowFinding, RowSeverity } from '#domain/kit/import/import-entity.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import type { Group, GroupRows } from './import-kind.ts'
import { namesOf, type Staged } from './staging.ts'

/** A row of cells once it is staged. */
export interface StagedCells extends CellRow {
  id: number
  group_key: string | null
  severity: RowSeverity
  /** What is said of it first. */
  message: string | null
}

const CELLS = fragment`id, row_number, fields, group_key, severity,
  findings -> 0 ->> 'message' as message,
  case when findings -> 0 ->> 'code' = 'C00' then findings -> 0 ->> 'message' end as problem`

interface Verdict {
  id: number
  findings: readonly RowFinding[]
  severity: RowSeverity
}

/** Rows that wait as the cells of the file, with the column that refers to what they become. */
export function stagedCells(kind: Staged, made: string) {
  const { rows, batch_id } = namesOf(kind)
  const made_id = { fragment: made }
  const hasDrafts = { fragment: kind.row.fields.is_replacing ? ', is_replacing = $3' : '' }
  const WAITING = sql<StagedCells, [import_id: number, groups: readonly Group[]]>`
    select ${CELLS} from ${rows} where ${batch_id} = $1 and group_key = any($2)
      and staged_status = 'waiting' and deleted_at is null order by row_number`
  const ONE = sql<StagedCells, [id: number]>`select ${CELLS} from ${rows} where id = $1`
  const SET_GROUP = sql<never, [id: number, group_key: string | null]>`
    update ${rows} set group_key = $2 where id = $1`
  const KEEP = sql<never, [rows: string]>`
    update ${rows} s set findings = c.findings, severity = c.severity
    from jsonb_to_recordset($1::jsonb) as c (id bigint, findings jsonb, severity text)
    where s.id = c.id and (s.findings is distinct from c.findings or s.severity <> c.severity)`
  const ACCEPT = sql<never, [ids: readonly number[], made_id: number, ...drafts: boolean[]]>`
    update ${rows} set staged_status = 'accepted', ${made_id} = $2, version = version + 1,
      modified_at = now() ${hasDrafts}
    where id = any($1)`
  const MADE = sql<GroupRows, [import_id: number]>`
    select ${made_id} as "group", count(*)::int as rows from ${rows}
    where ${batch_id} = $1 and staged_status = 'accepted' and ${made_id} is not null
      and deleted_at is null
    group by ${made_id} order by ${made_id}`
  return {
    waiting: (conn: Conn, import_id: number, groups: readonly Group[]) =>
      WAITING.all(conn, import_id, groups),
    one: (conn: Conn, id: number) => ONE.one(conn, id),
    setGroup: (conn: Conn, id: number, group_key: string | null) =>
      SET_GROUP.run(conn, id, group_key),
    /** What the rules say is the server's own: it makes no new version of a row. */
    keep: async (conn: Conn, told: readonly Verdict[]) => {
      const said = told.map(({ id, findings, severity }) => ({ id, findings, severity }))
      if (said.length > 0) await KEEP.run(conn, JSON.stringify(said))
    },
    accept: (conn: Conn, own: readonly StagedCells[], made_id: number, isReplacing: boolean) =>
      ACCEPT.run(
        conn,
        own.map((row) => row.id),
        made_id,
        ...(hasDrafts.fragment ? [isReplacing] : []),
      ),
    /** What was made of the file, by the ids of what it became. */
    madeOf: (conn: Conn, import_id: number) => MADE.all(conn, import_id),
  }
}
