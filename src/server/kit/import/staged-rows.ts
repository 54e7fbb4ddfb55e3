import { fieldsOf } from '#domain/kit/entity.ts'
import type { ImportCounts } from '#domain/kit/import/import-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Fragment, sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { columnTypeOf } from '#server/kit/rows/column.ts'
import { historySql, historyValues } from '#server/kit/rows/history.ts'
import type { FileRow, Group, GroupRows, HeldImport } from './import-kind.ts'
import { namesOf, type Staged } from './staging.ts'

/** A row that somebody chose. */
export interface ChosenRow {
  id: number
  import_id: number
  group: Group | null
  /** What is said of it first. */
  message: string | null
}

/** The rows of files of one kind while they wait. */
export function stagedRows(kind: Staged) {
  const { batches, rows, batch_id, group, verdict } = namesOf(kind)
  const said = { fragment: kind.row.fields.findings ? `findings -> 0 ->> 'message'` : 'message' }
  const NUMBERS = sql<{ row_number: number }, [import_id: number]>`
    select row_number from ${rows} where ${batch_id} = $1`
  const GROUPS = sql<GroupRows, [import_id: number, verdicts: readonly string[]]>`
    select ${group} as "group", count(*)::int as rows from ${rows}
    where ${batch_id} = $1 and staged_status = 'waiting' and ${verdict} = any($2)
      and ${group} is not null and deleted_at is null
    group by ${group} order by ${group}`
  const CHOSEN = sql<ChosenRow, [ids: readonly number[]]>`
    select id, ${batch_id} as import_id, ${group} as "group", ${said} as message from ${rows}
    where id = any($1) and staged_status = 'waiting' and deleted_at is null
    order by ${batch_id}, id`
  const COUNTS = sql<ImportCounts, [id: number]>`
    select i.rows_total as total, ${countsOf(kind)}
      count(s.id) filter (where s.staged_status = 'accepted')::int as accepted,
      count(s.id) filter (where s.staged_status = 'rejected')::int as rejected
    from ${batches} i left join ${rows} s on s.${batch_id} = i.id and s.deleted_at is null
    where i.id = $1 group by i.id`
  const REJECT = sql<{ id: number }, [ids: readonly number[], ...told: unknown[]]>`
    with t as (update ${rows} set staged_status = 'rejected', version = version + 1,
        modified_at = now()
      where id = any($1) and staged_status = 'waiting' and deleted_at is null returning *),
    told as (${{ fragment: historySql(kind.row, 1) }})
    select id from t`
  const insert = inserting(kind)
  return {
    kind,
    /** Which lines of the file are in already: a run that was cut off is taken up there. */
    numbersOf: async (conn: Conn, import_id: number) =>
      new Set((await NUMBERS.all(conn, import_id)).map((row) => row.row_number)),
    /** The groups of rows that wait with one of these verdicts. */
    waitingGroups: (conn: Conn, import_id: number, verdicts: readonly string[]) =>
      GROUPS.all(conn, import_id, verdicts),
    /** The rows that still wait. */
    chosen: (conn: Conn, ids: readonly number[]) => CHOSEN.all(conn, ids),
    countsOf: async (conn: Conn, id: number) => (await COUNTS.one(conn, id)) ?? null,
    /** Puts rows in; those that are there already stay as they are. */
    insert: (conn: Conn, held: HeldImport, staged: readonly FileRow[]) =>
      insert.run(conn, held.organisation_id, held.id, JSON.stringify(staged)),
    reject: async (ctx: Context, conn: Conn, ids: readonly number[]): Promise<number[]> => {
      if (ids.length === 0) return []
      const told = historyValues(ctx, kind.row, {
        action: 'reject',
        changes: { staged_status: ['waiting', 'rejected'] },
      })
      return (await REJECT.all(conn, ids, ...told)).map((row) => row.id)
    },
  }
}

export type StagedRows = ReturnType<typeof stagedRows>

function countsOf({ verdict, verdicts }: Staged): Fragment {
  const counts = verdicts.map(
    (one) => `count(s.id) filter
      (where s.staged_status = 'waiting' and s.${verdict} = '${one}')::int as ${one},`,
  )
  return { fragment: counts.join('\n') }
}

/** Every column of the row, from JSON. */
function inserting(kind: Staged) {
  const { rows, batch_id } = namesOf(kind)
  const own = fieldsOf(kind.row).filter(([name]) => name !== batch_id.fragment)
  const columns = own.map(([name]) => name).join(', ')
  const values = own.map(([name, field]) => {
    if (name === 'staged_status') return `coalesce(r.staged_status, 'waiting')`
    return field.kind === 'flag' ? `coalesce(r.${name}, false)` : `r.${name}`
  })
  const types = own.map(([name, field]) => `${name} ${columnTypeOf(field)}`).join(', ')
  return sql<never, [organisation_id: number, import_id: number, rows: string]>`
    insert into ${rows} (organisation_id, ${batch_id}, ${{ fragment: columns }})
    select $1, $2, ${{ fragment: values.join(', ') }}
    from jsonb_to_recordset($3::jsonb) as r (${{ fragment: types }})
    on conflict (${batch_id}, row_number) do nothing`
}
