import type { ActionOf, Entity, Row, StoredColumns } from '#domain/kit/entity.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { stored } from './cell.ts'
import { HOLDER, type Locked, refuseIfHeld } from './change-row.ts'
import { columnTypeOf, quote, selectList, visibleColumns } from './column.ts'
import { actorValues, type Changes, customerSql, historyColumns } from './history.ts'
import { holdOwners } from './hold-owners.ts'
import { lineOf, stateAfter } from './state.ts'
import { changesOf } from './transition.ts'

type Column<E extends Entity> = keyof Row<E> & keyof StoredColumns<E> & string

/** A row as far as it was read. */
type PartOf<E extends Entity, K extends Column<E>> = Pick<Row<E>, K | 'id'>

interface ManyRows<K> {
  ids: readonly number[]
  /** What is looked at and changed of each: whole rows of hundreds are slow to carry. */
  columns: readonly K[]
}

/** What an action changes of each row beside its state, or why it is refused for that one. */
type Handler<E extends Entity, K extends Column<E>> = (
  rows: readonly PartOf<E, K>[],
) => Promise<ReadonlyMap<number, Pick<StoredColumns<E>, K> | Problem>>

/**
 * Runs one action of a state machine on many rows of an organisation at once: what `transition` asks
 * of one is asked of each. Answers those it was done to; what is refused is as it was.
 */
export async function transitionMany<E extends Entity, K extends Column<E>>(
  ctx: Context,
  conn: Conn,
  entity: E,
  action: ActionOf<E>,
  wanted: ManyRows<K>,
  handler: Handler<E, K>,
): Promise<Set<number>> {
  const held = await lockRows(ctx, conn, entity, action, wanted)
  const ready = held.filter((current) => isAllowed(ctx, entity, action, current))
  const outcomes = await handler(ready.map(({ row }) => row))
  const writes = ready.flatMap((current) => {
    const outcome = outcomes.get(current.id)
    if (!outcome || outcome instanceof Problem) return []
    const line = lineOf(entity, action, current, ctx.actor.role)
    const values: StoredColumns<E> = { ...outcome, ...stateAfter(entity, line) }
    return [{ id: current.id, values, changes: changesOf<E>(current.row, values) }]
  })
  await updateRows(ctx, conn, entity, action, writes)
  return new Set(writes.map(({ id }) => id))
}

interface HeldRow<R> extends Pick<Locked, 'id' | 'deleted_at' | 'holder'> {
  row: R
}

function isAllowed(
  ctx: Context,
  entity: Entity,
  action: string,
  current: HeldRow<object>,
): boolean {
  try {
    refuseIfHeld(current)
    lineOf(entity, action, current, ctx.actor.role)
    return true
  } catch (refusal) {
    if (!(refusal instanceof Problem)) throw refusal
    return false
  }
}

/** In the order they are named; one that is gone is left out. */
async function lockRows<E extends Entity, K extends Column<E>>(
  ctx: Context,
  conn: Conn,
  entity: E,
  action: string,
  { ids, columns }: ManyRows<K>,
): Promise<HeldRow<PartOf<E, K>>[]> {
  await holdOwners(conn, entity, ids)
  const { field = '', transitions = [] } = entity.machine ?? {}
  // Where the machine has questions of its own, they may be about any column.
  const isAsked = transitions.some((line) => line.action === action && line.unless)
  const all = visibleColumns(entity, 'padmin')
  const needed = new Set<string>(isAsked ? all : ['id', field, ...columns])
  return conn.query<HeldRow<PartOf<E, K>>>(
    `select t.id, t.deleted_at, ${HOLDER} as holder, (select row_to_json(r) from (
       select ${selectList(entity, [...needed])}) r) as row
     from unnest($1::bigint[]) with ordinality given (id, place)
     join ${quote(entity.plural)} t on t.id = given.id and t.organisation_id = $4
     order by given.place for update of t`,
    [ids, entity.name, ctx.actor.user_id, ctx.actor.organisation_id],
  )
}

interface RowWrite<E extends Entity> {
  id: number
  values: StoredColumns<E>
  changes: Changes<E>
}

/** Writes the same columns of many rows, raises their versions and tells the history, at once. */
async function updateRows<E extends Entity>(
  ctx: Context,
  conn: Conn,
  entity: E,
  action: string,
  writes: readonly RowWrite<E>[],
): Promise<void> {
  const names = [...new Set(writes.flatMap(({ values }) => Object.keys(values)))]
  if (writes.some(({ values }) => Object.keys(values).length !== names.length))
    throw new Error(`Rows of ${entity.plural} are written together, but not the same columns.`)
  if (writes.length === 0) return
  const fields = names.flatMap((name) => {
    const field = entity.fields[name]
    return field ? [{ name: quote(name), type: columnTypeOf(field) }] : []
  })
  const given = writes.map((write) => cellsIn(ctx, entity, write))
  await conn.query(
    `with given as (select * from jsonb_to_recordset($1::jsonb)
        x (id bigint, told jsonb, ${fields.map(({ name, type }) => `${name} ${type}`).join(', ')})),
      t as (update ${quote(entity.plural)} t
        set ${fields.map(({ name }) => `${name} = given.${name}`).join(', ')},
          version = t.version + 1, modified_at = now()
        from given where t.id = given.id returning t.*, given.told)
      insert into history (${historyColumns})
      select t.organisation_id, $2::text, t.id, $3::text, t.version, t.told, null,
        $4::bigint, $5::text, $6::bigint, $7::text, $8::text, $9::text, ${customerSql(entity, 't')}
      from t order by t.id`,
    [JSON.stringify(given), entity.name, action, ...actorValues(ctx)],
  )
}

function cellsIn<E extends Entity>(ctx: Context, entity: E, write: RowWrite<E>): object {
  const { id, values, changes } = write
  const cells = Object.entries(values).map(([name, value]) => {
    const field = entity.fields[name]
    // A document travels inside the document of all rows.
    const isDocument = !field || field.kind === 'json'
    return [name, isDocument ? value : stored(field, value, ctx.config.secrets.fields)]
  })
  return { ...Object.fromEntries(cells), id, told: changes }
}
