import type { Entity } from '#domain/kit/entity.ts'
import { fieldsOf } from '#domain/kit/entity.ts'
import { type Context, scopeOf } from '../context.ts'
import { shown, stored, withInitials } from './cell.ts'
import { quote, visibleColumns } from './column.ts'
import { explained } from './conflict.ts'
import type { Conn } from './database.ts'
import { actorValues, type Changes, customerSql, historyColumns } from './history.ts'
import { Parameters } from './list-sql.ts'
import { preparedName } from './prepared-name.ts'
import type { Reserved } from './route.ts'
import { shapeOf } from './row-json.ts'

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
  for (const [column, { options }] of fieldsOf(entity)) {
    if (!options.series || (input[column] ?? null) !== null) continue
    const series = { name: options.series, table: entity.plural, column }
    numbers[column] = await ctx.database.number(scopeOf(ctx), series)
  }
  return numbers
}

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
  const organisation = entity.scope === 'organisation' ? 't.organisation_id' : 'null::bigint'
  const told = [
    parameters.add(entity.name),
    parameters.add(action),
    parameters.add(JSON.stringify(changes)),
    parameters.add(reason ?? null),
    ...actorValues(ctx).map((value) => parameters.add(value)),
  ]
  const [name, what, diff, why, ...actor] = told
  const shape = shapeOf(entity, visibleColumns(entity, ctx.actor.role))
  const sql = `with t as (${change} returning *),
    h as (insert into history (${historyColumns})
      select ${organisation}, ${name}, t.id, ${what}, t.version, ${diff}::jsonb, ${why}::text,
        ${actor[0]}::bigint, ${actor[1]}, ${actor[2]}::bigint, ${actor.slice(3).join(', ')},
        ${customerSql(entity, 't')} from t)
    select ${shape.select}, t.id, t.version from t`
  try {
    const [written] = await conn.json(shape, sql, parameters.values, preparedName(sql))
    if (!written) throw new Error(`No ${entity.name} was written.`)
    const [id, version] = written.rest
    return { id: Number(id), version: Number(version), row: written.json.toString() }
  } catch (error) {
    throw explained(error, entity, sent)
  }
}
