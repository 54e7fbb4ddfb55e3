import { BUSINESS_TIME_ZONE, isDay } from '#domain/kit/calendar.ts'
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

// Numbered pages this deep select their ids first and join the rows afterwards. So do pages of a
// search: all that it found is sorted, and only what is shown is read with all its columns.
const DEEP = 1000

/** A search reads so many entries of its index: whoever finds more says more. */
export const MOST_FOUND = 1000
const EVERYTHING = 2 ** 31 - 1

/** Which rows a list is about. */
export type Condition = Pick<
  ListQuery,
  'filters' | 'search' | 'deleted' | 'among' | 'found' | 'isWhole'
>

/** What is deleted has no terms, and is only found by its text. */
export function isFoundByTerms(entity: Entity, { search, deleted, filters }: Condition): boolean {
  const isDeletedToo = deleted || filters.some(({ column }) => column === 'deleted_at')
  return search !== '' && entity.find !== null && !isDeletedToo
}

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/**
 * The rows a list chooses from. Those that a search has found are read by their ids before anything
 * else: PostgreSQL would walk along the index that the list is sorted by until it has met enough of
 * them, which takes longer the larger the book is. An offset keeps it from putting the two together.
 */
export function rowsSql(
  entity: Entity,
  { search, found }: Condition,
  parameters: Parameters,
): string {
  const table = quote(entity.plural)
  if (!search || !found) return table
  return `(select * from ${table} where id = any(${parameters.add(found.ids)}::bigint[]) offset 0)`
}

/** The condition of a list without its cursor: what the total counts. */
export function whereSql(
  entity: Entity,
  query: Condition,
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
  if (query.search && !query.found) {
    const hasTerms = isFoundByTerms(entity, query)
    const pattern = parameters.add(hasTerms ? query.search : escaped(query.search))
    const most = query.isWhole ? EVERYTHING : MOST_FOUND
    if (hasTerms)
      parts.push(
        `t.id in (select find_ids('${entity.name}', '${entity.plural}', ${pattern}, ${most}))`,
      )
    else if (entity.scope === 'platform')
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
  if (type.endsWith('[]') && filter.operator !== 'like') return listSql(entity, filter, parameters)
  const isOfDays = isInstant(type) && filter.operator !== 'like' && filter.values.some(isDay)
  if (isOfDays) return daysSql(entity, filter, parameters)
  if (filter.operator === 'in')
    return `${column} = any(${parameters.add(filter.values)}::text[]::${type}[])`
  if (filter.operator === 'like') {
    const pattern = `%${escaped(value)}%`
    const shown = isInstant(type) ? `(${column} at time zone '${BUSINESS_TIME_ZONE}')` : column
    return `fold_text(${shown}::text) like fold_text(${parameters.add(pattern)})`
  }
  const operand = `${parameters.add(value)}::text::${type}`
  // “Not equal” means every other row to people, empty ones included.
  if (filter.operator === 'ne') return `${column} is distinct from ${operand}`
  return `${column} ${comparisons[filter.operator]} ${operand}`
}

const isInstant = (type: string) => type.startsWith('timestamp')

/**
 * A plain day means that day in Auckland, from its midnight to before the next one, however long
 * the clocks make it. Written as bounds of the column, so that an index answers it.
 */
function daysSql(entity: Entity, filter: Filter, parameters: Parameters): string {
  const column = `t.${quote(filter.column)}`
  const { operator, values } = filter
  const [value = ''] = values
  const midnight = (next: 0 | 1) =>
    `((${parameters.add(value)}::text::date + ${next})::timestamp
      at time zone '${BUSINESS_TIME_ZONE}')`
  if (operator === 'in') {
    const each = values.map((one) =>
      filterSql(entity, { ...filter, operator: 'eq', values: [one] }, parameters),
    )
    return `(${each.join(' or ')})`
  }
  if (operator === 'gte') return `${column} >= ${midnight(0)}`
  if (operator === 'lt') return `${column} < ${midnight(0)}`
  if (operator === 'gt') return `${column} >= ${midnight(1)}`
  if (operator === 'lte') return `${column} < ${midnight(1)}`
  const isOnDay = `(${column} >= ${midnight(0)} and ${column} < ${midnight(1)})`
  return operator === 'ne' ? `${isOnDay} is not true` : isOnDay
}

/** One of the values is in the list, or for “not” none of them. */
function listSql(entity: Entity, filter: Filter, parameters: Parameters): string {
  const values = `${parameters.add(filter.values)}::text[]`
  const isIndexed = entity.fields[filter.column]?.kind === 'connections'
  // As for a search, the index is only reached through a function.
  const shared = isIndexed
    ? `t.id in (select sharing_ids('${entity.plural}', '${filter.column}', ${values}))`
    : `t.${quote(filter.column)}::text[] && ${values}`
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

/**
 * Rows after the cursor, in the list's own order: PostgreSQL puts nulls last, and first when
 * descending. Each row fits one of the conditions, and an index can answer each of them alone,
 * which it cannot once they stand in one condition with “or”.
 */
export function cursorSql(entity: Entity, query: ListQuery, parameters: Parameters): string[] {
  if (!query.cursor) return []
  const keys = query.sort.map((key, place): CursorKey => {
    const value = query.cursor?.[place] ?? null
    const column = `t.${quote(key.column)}`
    const type = typeOf(entity, key.column)
    return {
      column,
      descending: key.descending,
      operand: value === null ? null : `${parameters.add(String(value))}::text::${type}`,
      mayBeNull: !isNeverNull(entity, key.column),
    }
  })
  const [first] = keys
  const isUniform = keys.every((key) => key.descending === first?.descending && key.operand)
  const after = isUniform ? [rowSql(keys)] : []
  return after.concat(
    keys.flatMap((key, place) =>
      afterSql(key, isUniform).map((condition) =>
        [...keys.slice(0, place).map(equalSql), condition].join(' and '),
      ),
    ),
  )
}

interface CursorKey {
  column: string
  descending: boolean
  /** Null where the row before had nothing there. */
  operand: string | null
  mayBeNull: boolean
}

function rowSql(keys: readonly CursorKey[]): string {
  const columns = keys.map((key) => key.column).join(', ')
  const operands = keys.map((key) => key.operand).join(', ')
  return `(${columns}) ${keys[0]?.descending ? '<' : '>'} (${operands})`
}

const equalSql = ({ column, operand }: CursorKey) =>
  operand === null ? `${column} is null` : `${column} = ${operand}`

/** What comes after the key's value; comparing whole rows has found all but the nulls. */
function afterSql(key: CursorKey, isCompared: boolean): string[] {
  const { column, descending, operand, mayBeNull } = key
  if (operand === null) return descending ? [`${column} is not null`] : []
  const values = isCompared ? [] : [`${column} ${descending ? '<' : '>'} ${operand}`]
  return mayBeNull && !descending ? [...values, `${column} is null`] : values
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
  const order = orderSql(query.sort)
  const after = cursorSql(entity, query, parameters)
  const rows = rowsSql(entity, query, parameters)
  const from = `${rows} t where ${[where, ...after.slice(0, 1)].join(' and ')}`
  // Written out, not as parameters: PostgreSQL keeps the plan of a prepared statement only when it
  // knows how few rows are wanted. Both are whole numbers by now.
  const [count, skipped] = [Math.trunc(query.limit), Math.trunc(query.offset)]
  const limit = `limit ${count} offset ${skipped}`
  if (after.length > 1) {
    const parts = after.map(
      (condition) => `(select t.* from ${rows} t where ${where} and ${condition}
        order by ${order} limit ${count + skipped})`,
    )
    return `select t.* from (${parts.join(' union all ')}) t order by ${order} ${limit}`
  }
  const isByIds = query.offset >= DEEP || query.found !== undefined
  if (!isByIds) return `select t.* from ${from} order by ${order} ${limit}`
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
