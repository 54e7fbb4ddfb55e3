import type { Entity } from '#domain/kit/entity.ts'
import { fieldsOf } from '#domain/kit/entity.ts'
import { columnTypeOf, quote } from './column.ts'
import type { Filter, ListQuery, SortKey } from './list-query.ts'

/** Collects parameters while SQL text is put together. */
export class Parameters {
  readonly values: unknown[] = []
  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

// Numbered pages this deep select their ids from the index first and join the rows afterwards.
const DEEP = 1000

/** The condition of a list without its cursor: what the total counts. */
export function whereSql(
  entity: Entity,
  query: Pick<ListQuery, 'filters' | 'search' | 'deleted' | 'among'>,
  organisation_id: number | null,
  parameters: Parameters,
): string {
  const parts = query.filters.map((filter) => filterSql(entity, filter, parameters))
  if (entity.scope === 'organisation') {
    parts.unshift(`t.organisation_id = ${parameters.add(organisation_id)}`)
  }
  if (!query.deleted && !query.filters.some((filter) => filter.column === 'deleted_at'))
    parts.push('t.deleted_at is null')
  if (query.among) parts.push(query.among.sql(parameters))
  if (query.search) {
    const pattern = parameters.add(query.search)
    if (entity.scope === 'platform')
      parts.push(`t.search_text like '%' || fold_text(${pattern}) || '%'`)
    // LIKE is not leakproof, so row-level security would keep the planner from its index; the
    // function looks up the ids of the same organisation with the index.
    else parts.push(`t.id in (select search_ids('${entity.plural}', ${pattern}))`)
  }
  return parts.length > 0 ? parts.join(' and ') : 'true'
}

const comparisons = { eq: '=', ne: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const

function filterSql(entity: Entity, filter: Filter, parameters: Parameters): string {
  const column = `t.${quote(filter.column)}`
  const type = typeOf(entity, filter.column)
  const [value = ''] = filter.values
  if (filter.operator === 'null')
    return value === 'false' ? `${column} is not null` : `${column} is null`
  if (type.endsWith('[]') && filter.operator !== 'like') return listSql(column, filter, parameters)
  if (filter.operator === 'in')
    return `${column} = any(${parameters.add(filter.values)}::text[]::${type}[])`
  if (filter.operator === 'like') {
    const pattern = `%${value.replace(/[\\%_]/g, '\\$&')}%`
    return `fold_text(${column}::text) like fold_text(${parameters.add(pattern)})`
  }
  const operand = `${parameters.add(value)}::text::${type}`
  // “Not equal” means every other row to people, empty ones included.
  if (filter.operator === 'ne') return `${column} is distinct from ${operand}`
  return `${column} ${comparisons[filter.operator]} ${operand}`
}

/** One of the values is in the list, or for “not” none of them. */
function listSql(column: string, filter: Filter, parameters: Parameters): string {
  const shared = `${column}::text[] && ${parameters.add(filter.values)}::text[]`
  return filter.operator === 'ne' ? `not (${shared})` : shared
}

/** What a value is compared as: without limits, since one beyond them only finds nothing. */
function typeOf(entity: Entity, column: string): string {
  const field = entity.fields[column]
  if (field) return columnTypeOf(field).replace(/\(.*?\)/, '')
  return column.endsWith('_at') ? 'timestamptz' : 'bigint'
}

export function orderSql(sort: readonly SortKey[], alias = 't'): string {
  return sort
    .map((key) => `${alias}.${quote(key.column)}${key.descending ? ' desc' : ''}`)
    .join(', ')
}

/** Rows after the cursor, in the list's own order; PostgreSQL puts nulls last, and first when descending. */
export function cursorSql(entity: Entity, query: ListQuery, parameters: Parameters): string | null {
  if (!query.cursor) return null
  const keys = query.sort.map((key, place) => ({
    ...key,
    column: `t.${quote(key.column)}`,
    name: key.column,
    value: query.cursor?.[place] ?? null,
  }))
  const operand = (key: (typeof keys)[number]) =>
    `${parameters.add(key.value === null ? null : String(key.value))}::text::${typeOf(entity, key.name)}`
  const isUniform = keys.every((key) => key.descending === keys[0]?.descending)
  const isComplete = keys.every((key) => key.value !== null && isNeverNull(entity, key.name))
  if (isUniform && isComplete) {
    const columns = keys.map((key) => key.column).join(', ')
    return `(${columns}) ${keys[0]?.descending ? '<' : '>'} (${keys.map(operand).join(', ')})`
  }
  const branches = keys.map((key, place) => {
    const equal = keys
      .slice(0, place)
      .map((before) => `${before.column} is not distinct from ${operand(before)}`)
    return [...equal, afterSql(key, operand)].join(' and ')
  })
  return `(${branches.map((branch) => `(${branch})`).join(' or ')})`
}

function afterSql<K extends { column: string; descending: boolean; value: unknown }>(
  key: K,
  operand: (key: K) => string,
): string {
  if (key.value === null) return key.descending ? `${key.column} is not null` : 'false'
  if (key.descending) return `${key.column} < ${operand(key)}`
  return `(${key.column} > ${operand(key)} or ${key.column} is null)`
}

function isNeverNull(entity: Entity, column: string): boolean {
  const field = entity.fields[column]
  return field ? field.options.required || field.kind === 'flag' : column !== 'deleted_at'
}

/** The page's rows, before columns are chosen. */
export function pageSql(
  entity: Entity,
  query: ListQuery,
  organisation_id: number | null,
  parameters: Parameters,
): string {
  const where = whereSql(entity, query, organisation_id, parameters)
  const cursor = cursorSql(entity, query, parameters)
  const order = orderSql(query.sort)
  const from = `${quote(entity.plural)} t where ${where}${cursor ? ` and ${cursor}` : ''}`
  // Written out, not as parameters: PostgreSQL keeps the plan of a prepared statement only when it
  // knows how few rows are wanted. Both are whole numbers by now.
  const limit = `limit ${Math.trunc(query.limit)} offset ${Math.trunc(query.offset)}`
  if (query.offset < DEEP) return `select t.* from ${from} order by ${order} ${limit}`
  return `select t.* from (select t.id from ${from} order by ${order} ${limit}) i
    join ${quote(entity.plural)} t on t.id = i.id order by ${order}`
}

/** Every reference shown in a list is resolved by one sub-select per referenced entity. */
export function referencesOf(entity: Entity, columns: readonly string[]): [string, string][] {
  return fieldsOf(entity).flatMap(([name, field]): [string, string][] =>
    field.kind === 'ref' && field.options.target && columns.includes(name)
      ? [[name, field.options.target]]
      : [],
  )
}
