import type { Entity } from '#domain/kit/entity.ts'
import { fieldsOf, fieldsWith } from '#domain/kit/entity.ts'
import { type Context, scopeOf } from '../context.ts'
import { shown, stored, withInitials } from './cell.ts'
import { quote, visibleColumns } from './column.ts'
import { explained } from './conflict.ts'
import type { Conn } from './database.ts'
import { actorValues, type Changes, customerSql, historyColumns } from './history.ts'
import { Parameters } from './list-sql.ts'
import { preparedName } from './prepared-name.ts'
import type { Reserved } from './route.ts'
import { type RowShape, shapeOf } from './row-json.ts'

export interface Written {
  id: number
  version: number
  /** The row as the caller may see it, in JSON text. */
  row: string
}

/** The numbers that a new row takes from its series, where nobody typed one. */
export async function reserveNumbers(
  ctx: Context,
  entity: Entity,
  input: Record<string, unknown>,
): Promise<Reserved> {
  const numbers: Reserved = {}
  for (const [column, { options }] of numberedFields(entity)) {
    if (!options.series || (input[column] ?? null) !== null) continue
    const series = { name: options.series, table: entity.plural, column }
    numbers[column] = await ctx.database.number(scopeOf(ctx), series)
  }
  return numbers
}

const numberedFields = fieldsWith(({ options }) => options.series !== undefined)

/** Stores a new row and its history in one statement. */
export async function insertRow(
  ctx: Context,
  conn: Conn,
  entity: Entity,
  input: Record<string, unknown>,
  reserved?: Reserved,
): Promise<Written> {
  const values = withInitials(entity, input)
  // Asked for here, inside the transaction, only by whoever did not ask before it.
  const numbers = reserved ?? (await reserveNumbers(ctx, entity, input))
  const parameters = new Parameters()
  const columns: string[] = []
  const expressions: string[] = []
  if (entity.scope === 'organisation') {
    columns.push('organisation_id')
    expressions.push(parameters.add(ctx.actor.organisation_id))
  }
  const changes: Changes = {}
  for (const [name, field] of fieldsOf(entity)) {
    const isEmpty = values[name] === undefined || values[name] === null
    if (isEmpty && field.options.series) {
      columns.push(quote(name))
      expressions.push(parameters.add(numbers[name]))
    } else if (values[name] !== undefined) {
      columns.push(quote(name))
      expressions.push(parameters.add(stored(field, values[name], ctx.config.secrets.fields)))
      if (!isEmpty && values[name] !== false) changes[name] = [null, shown(field, values[name])]
    }
  }
  const change = `insert into ${quote(entity.plural)} (${columns.join(', ')})
    values (${expressions.join(', ')})`
  return runChange(ctx, conn, entity, {
    change,
    parameters,
    action: 'create',
    changes,
    sent: values,
  })
}

/** Changes the named columns, raises the version and tells the history. */
export async function updateRow(
  ctx: Context,
  conn: Conn,
  entity: Entity,
  id: number,
  values: Record<string, unknown>,
  told: {
    action: string
    changes: Changes
    reason?: string | undefined
    sent?: Record<string, unknown>
  },
): Promise<Written> {
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

interface Change {
  change: string
  parameters: Parameters
  action: string
  changes: Changes
  reason?: string | undefined
  /** What the caller sent, for the words of a refusal. */
  sent: Record<string, unknown>
}

async function runChange(
  ctx: Context,
  conn: Conn,
  entity: Entity,
  { change, parameters, action, changes, reason, sent }: Change,
): Promise<Written> {
  const shape = shapeOf(entity, visibleColumns(entity, ctx.actor.role))
  const { sql, name } = statementFor(entity, shape, change, parameters.values.length)
  const told = [entity.name, action, JSON.stringify(changes), reason ?? null, ...actorValues(ctx)]
  try {
    const [written] = await conn.json(shape, sql, [...parameters.values, ...told], name)
    if (!written) throw new Error(`No ${entity.name} was written.`)
    const [id, version] = written.rest
    return { id: Number(id), version: Number(version), row: written.json.toString() }
  } catch (error) {
    throw explained(error, entity, sent)
  }
}

interface Statement {
  sql: string
  name: string | undefined
}

// Longer than the change itself and much the same every time: written once where it is prepared.
const statements = new WeakMap<RowShape, Map<string, Statement>>()

/** The change with its history, whose values follow those of the change. */
function statementFor(entity: Entity, shape: RowShape, change: string, count: number): Statement {
  const known = statements.get(shape) ?? new Map<string, Statement>()
  statements.set(shape, known)
  const found = known.get(change)
  if (found) return found
  const place = (offset: number) => `$${count + offset}`
  const organisation = entity.scope === 'organisation' ? 't.organisation_id' : 'null::bigint'
  const sql = `with t as (${change} returning *),
    h as (insert into history (${historyColumns})
      select ${organisation}, ${place(1)}, t.id, ${place(2)}, t.version, ${place(3)}::jsonb,
        ${place(4)}::text, ${place(5)}::bigint, ${place(6)}, ${place(7)}::bigint, ${place(8)},
        ${place(9)}, ${place(10)}, ${customerSql(entity, 't')} from t)
    select ${shape.select}, t.id, t.version from t`
  const statement = { sql, name: preparedName(sql) }
  if (statement.name) known.set(change, statement)
  return statement
}
