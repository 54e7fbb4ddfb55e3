import type { Entity, Row, StoredColumns } from '#domain/kit/entity.ts'
import { fieldsOf, fieldsWith } from '#domain/kit/entity.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Prepared, preparedOnce } from '#server/kit/database/prepared-name.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Reserved } from '#server/kit/http/route.ts'
import { cellsOf, shown, stored, withInitials } from './cell.ts'
import { quote, visibleColumns } from './column.ts'
import { explained } from './conflict.ts'
import { type Changes, historySql, historyValues, type RowChange } from './history.ts'
import { Parameters } from './list-sql.ts'
import { type RowShape, shapeOf } from './row-shape.ts'

/** A row as it stands after a change. */
export interface Written<E extends Entity = Entity> {
  id: number
  version: number
  /** As the caller may see it, in JSON text. */
  json: string
  /** The same, read; columns the caller may not see are not there. */
  readonly row: Row<E>
}

export function writtenRow<E extends Entity>(
  _entity: E,
  { id, version, json }: Pick<Written<E>, 'id' | 'version' | 'json'>,
): Written<E> {
  return {
    id,
    version,
    json,
    get row() {
      // Written from the entity's own list of columns.
      return JSON.parse(json) as Row<E>
    },
  }
}

/** The numbers that a new row takes from its series, where nobody typed one. */
export async function reserveNumbers(
  ctx: Context,
  entity: Entity,
  input: object,
): Promise<Reserved> {
  const numbers: Reserved = {}
  for (const [column, { options }] of numberedFields(entity)) {
    if (!options.series || (cellsOf(input)[column] ?? null) !== null) continue
    const series = { name: options.series, table: entity.plural, column }
    numbers[column] = await ctx.database.number(scopeOf(ctx), series)
  }
  return numbers
}

const numberedFields = fieldsWith(({ options }) => options.series !== undefined)

/** Stores a new row and its history in one statement. */
export async function insertRow<E extends Entity>(
  ctx: Context,
  conn: Conn,
  entity: E,
  input: StoredColumns<E>,
  reserved?: Reserved,
): Promise<Written<E>> {
  // Asked for here, inside the transaction, only by whoever did not ask before it.
  const numbers = reserved ?? (await reserveNumbers(ctx, entity, input))
  return runChange(ctx, conn, entity, newRow(ctx, entity, input, numbers))
}

function newRow(ctx: Context, entity: Entity, input: object, numbers: Reserved): Change {
  const values = cellsOf(withInitials(entity, input))
  const parameters = new Parameters()
  const columns: string[] = []
  const expressions: string[] = []
  const add = (name: string, value: unknown) => {
    columns.push(name)
    expressions.push(parameters.add(value))
  }
  if (entity.scope === 'organisation') add('organisation_id', ctx.actor.organisation_id)
  const changes: Changes = {}
  for (const [name, field] of fieldsOf(entity)) {
    const isEmpty = values[name] === undefined || values[name] === null
    if (isEmpty && field.options.series) add(name, numbers[name])
    else if (values[name] !== undefined) {
      add(name, stored(field, values[name], ctx.config.secrets.fields))
      if (!isEmpty && values[name] !== false) changes[name] = [null, shown(field, values[name])]
    }
  }
  const change = `insert into ${quote(entity.plural)} (${columns.map(quote).join(', ')})
    values (${expressions.join(', ')})`
  return { change, parameters, action: 'create', changes, sent: values }
}

/** Changes the named columns, raises the version and tells the history. */
export async function updateRow<E extends Entity>(
  ctx: Context,
  conn: Conn,
  entity: E,
  id: number,
  values: StoredColumns<E>,
  told: RowChange<E> & { sent?: object },
): Promise<Written<E>> {
  const parameters = new Parameters()
  const sets = Object.entries(values).map(([name, value]) => {
    const field = entity.fields[name]
    const cell = field ? stored(field, value, ctx.config.secrets.fields) : value
    return `${quote(name)} = ${parameters.add(cell)}`
  })
  const scope =
    entity.scope === 'organisation'
      ? ` and organisation_id = ${parameters.add(ctx.actor.organisation_id)}`
      : ''
  const change = `update ${quote(entity.plural)}
    set ${[...sets, 'version = version + 1', 'modified_at = now()'].join(', ')}
    where id = ${parameters.add(id)}${scope}`
  return runChange(ctx, conn, entity, { change, parameters, sent: values, ...told })
}

interface Change extends RowChange {
  change: string
  parameters: Parameters
  /** What the caller sent, for the words of a refusal. */
  sent: object
}

async function runChange<E extends Entity>(
  ctx: Context,
  conn: Conn,
  entity: E,
  told: Change,
): Promise<Written<E>> {
  const { change, parameters, sent } = told
  const shape = shapeOf(entity, visibleColumns(entity, ctx.actor.role))
  const { sql, name } = statementFor(entity, shape, change, parameters.values.length)
  const values = [...parameters.values, ...historyValues(ctx, entity, told)]
  try {
    const [written] = await conn.json(shape, sql, values, name)
    if (!written) throw new Error(`No ${entity.name} was written.`)
    const [id, version] = written.rest
    const json = written.json.toString()
    return writtenRow(entity, { id: Number(id), version: Number(version), json })
  } catch (error) {
    throw explained(error, entity, sent)
  }
}

const statements = new WeakMap<RowShape, Map<string, Prepared>>()

/** The change with its history, whose values follow those of the change. */
function statementFor(entity: Entity, shape: RowShape, change: string, count: number): Prepared {
  const known = statements.get(shape) ?? new Map<string, Prepared>()
  statements.set(shape, known)
  return preparedOnce(
    known,
    change,
    () => `with t as (${change} returning *), h as (${historySql(entity, count)})
    select ${shape.select}, t.id, t.version from t`,
  )
}
