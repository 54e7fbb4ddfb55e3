import { entityNamed } from '#domain/entities.ts'
import { labelOf } from '#domain/kit/entity.ts'
import {
  type FieldChange,
  type FieldChangeRow,
  type FieldChangeRowState,
  fieldChangeDays,
  fieldChangeRowStates,
  toldAtOnce,
} from '#domain/kit/fieldchange-calls.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNames } from '#server/kit/rows/row-names.ts'
import { type FieldName, isAdmitted } from './admitted.ts'

interface StoredChange extends Omit<FieldChange, 'counts' | 'words' | 'plural'> {
  user_id: number
}

const CHANGE = sql<StoredChange, [id: number]>`
  select id, object_class, field, value, state, asked_by ->> 'name' as by, created_at, user_id
  from fieldchanges where id = $1`

const COUNTS = sql<{ state: FieldChangeRowState; count: number }, [fieldchange_id: number]>`
  select state, count(*)::int as count from fieldchange_rows where fieldchange_id = $1 group by state`

/** How far it is; 404 for one of others. */
export async function toldChange(ctx: Context, conn: Conn, id: number): Promise<FieldChange> {
  const [found, counted] = await Promise.all([CHANGE.one(conn, id), COUNTS.all(conn, id)])
  if (!found) throw unknownChange()
  if (!isAdmitted(ctx, found)) throw new Problem('forbidden')
  const { user_id: _, ...change } = found
  const counts = Object.fromEntries(
    fieldChangeRowStates.map((state) => [state, 0]),
  ) as FieldChange['counts'] // Every state has its number.
  for (const { state, count } of counted) counts[state] = count
  return { ...change, ...namesFor(change), counts }
}

function namesFor({ object_class, field }: FieldName): Pick<FieldChange, 'words' | 'plural'> {
  const entity = entityNamed(object_class)
  if (!entity) throw unknownChange()
  const { label, labelPlural, plural } = entity
  const one = label.toLowerCase()
  const words = { field: labelOf(entity, field), one, many: labelPlural.toLowerCase() }
  return { words, plural }
}

export const unknownChange = () => new Problem('notFound', { fill: { what: 'change' } })

const ROWS = sql<Omit<FieldChangeRow, 'name'>, [fieldchange_id: number, skip: number]>`
  select object_id as id, state, problem from fieldchange_rows where fieldchange_id = $1
  order by problem is null, fieldchange_rows.id offset $2 limit ${toldAtOnce}`

/** What became of each row: what needs somebody comes first. Rows are called as they are now. */
export async function toldRows(
  ctx: Context,
  conn: Conn,
  { id, skip = 0 }: { id: number; skip?: number | undefined },
): Promise<FieldChangeRow[]> {
  const { object_class } = await toldChange(ctx, conn, id)
  const entity = entityNamed(object_class)
  if (!entity) throw unknownChange()
  const rows = await ROWS.all(conn, id, skip)
  const names = await rowNames(
    conn,
    entity,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({ ...row, name: names.get(row.id) ?? null }))
}

const MINE = sql<{ id: number; object_class: string }, [user_id: number]>`
  select id, object_class from fieldchanges where user_id = $1
    and created_at > now() - make_interval(days => ${fieldChangeDays})
  order by id desc limit 20`

/** The latest of the caller's, under way or over. */
export async function changesOfCaller(ctx: Context, conn: Conn): Promise<FieldChange[]> {
  const { user_id } = ctx.actor
  const found = await MINE.all(conn, user_id)
  const own = found.filter((one) => isAdmitted(ctx, { ...one, field: '', user_id }))
  return Promise.all(own.map(({ id }) => toldChange(ctx, conn, id)))
}
