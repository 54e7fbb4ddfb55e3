import { entityNamed } from '#domain/entities.ts'
import { labelOf } from '#domain/kit/entity.ts'
import {
  type FieldChange,
  type FieldChangeRow,
  fieldChangeDays,
  fieldChangeRowStates,
  toldAtOnce,
} from '#domain/kit/fieldchange-calls.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNames } from '#server/kit/rows/row-names.ts'
import { type FieldName, isAdmitted } from './admitted.ts'

interface StoredChange extends Omit<FieldChange, 'counts' | 'words' | 'plural'> {
  user_id: number
  counted: Partial<FieldChange['counts']>
}

const CHANGE = fragment`select id, object_class, field, value, state, asked_by ->> 'name' as by,
    created_at, user_id, (select coalesce(jsonb_object_agg(x.state, x.count), '{}')
      from (select r.state, count(*) as count from fieldchange_rows r
        where r.fieldchange_id = c.id group by r.state) x) as counted
  from fieldchanges c`

const ONE = sql<StoredChange, [id: number]>`${CHANGE} where id = $1`

/** How far it is; 404 for one of others. */
export async function toldChange(ctx: Context, conn: Conn, id: number): Promise<FieldChange> {
  const found = await ONE.one(conn, id)
  if (!found) throw unknownChange()
  if (!isAdmitted(ctx, found)) throw new Problem('forbidden')
  return told(found)
}

function told({ user_id: _, counted, ...change }: StoredChange): FieldChange {
  const none = Object.fromEntries(fieldChangeRowStates.map((state) => [state, 0]))
  const counts = { ...none, ...counted } as FieldChange['counts'] // Every state has its number.
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

const MINE = sql<StoredChange, [user_id: number]>`${CHANGE} where user_id = $1
    and created_at > now() - make_interval(days => ${fieldChangeDays})
  order by id desc limit 20`

/** The latest of the caller's, under way or over. */
export async function changesOfCaller(ctx: Context, conn: Conn): Promise<FieldChange[]> {
  const found = await MINE.all(conn, ctx.actor.user_id)
  return found.filter((one) => isAdmitted(ctx, one)).map(told)
}
