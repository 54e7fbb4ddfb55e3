import type { Role } from '#domain/access/role.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { columnRules, quote, selectList, visibleColumns } from './column.ts'
import type { Conn } from './database.ts'
import { type ListQuery, makeCursor } from './list-query.ts'
import { Parameters, pageSql, referencesOf, whereSql } from './list-sql.ts'
import { preparedName } from './prepared-name.ts'

/** Where a reference's title is read: the entity names its table and its title column. */
export type EntityLookup = (name: string) => Entity | undefined

export interface Page {
  rows: string
  count: number
  titles: Record<string, Record<string, string>>
  next_cursor: string | null
}

/** One statement answers the page's JSON, the titles of its references and its last sort keys. */
export async function selectPage(
  conn: Conn,
  entity: Entity,
  query: ListQuery,
  who: { organisation_id: number | null; role: Role },
  lookup: EntityLookup,
): Promise<Page> {
  const parameters = new Parameters()
  const columns = query.columns ?? visibleColumns(entity, who.role)
  const page = pageSql(entity, query, who.organisation_id, parameters)
  const titles = titleSelects(entity, columns, lookup)
  const last = query.sort.map((key) => lastSql(entity, key.column)).join(', ')
  const sql = `with page as materialized (${page})
    select '[' || coalesce((select string_agg(row_to_json(r)::text, ',') from (
        select ${selectList(entity, columns)} from page t) r), '') || ']' as rows,
      (select count(*)::int from page) as count,
      (select jsonb_build_array(${last}) from page t
        offset greatest((select count(*) from page) - 1, 0) limit 1) as last
      ${titles.map(([name, select]) => `, (${select}) as ${quote(`title_${name}`)}`).join('')}`
  const [row] = await conn.query<Record<string, unknown>>(
    sql,
    parameters.values,
    planName(query, sql),
  )
  const count = Number(row?.count ?? 0)
  return {
    rows: String(row?.rows ?? '[]'),
    count,
    titles: Object.fromEntries(
      titles.map(([name]) => [name, (row?.[`title_${name}`] ?? {}) as Record<string, string>]),
    ),
    next_cursor: count === query.limit && Array.isArray(row?.last) ? makeCursor(row.last) : null,
  }
}

// Lists are prepared, since planning costs as much as reading the page. Searches are planned for
// their own pattern, and a page deep in a list for its own place.
function planName(query: ListQuery, sql: string): string | undefined {
  return query.search || query.offset > 0 || query.columns ? undefined : preparedName(sql)
}

/** A cursor's value as it is on the wire: decimals are text there, and lose no digit. */
function lastSql(entity: Entity, column: string): string {
  const field = entity.fields[column]
  const source = `t.${quote(column)}`
  return `to_jsonb(${field ? columnRules[field.kind].json(source) : source})`
}

// One sub-select per referenced entity, whatever the number of rows.
function titleSelects(entity: Entity, columns: readonly string[], lookup: EntityLookup) {
  const byTarget = Map.groupBy(referencesOf(entity, columns), ([, target]) => target)
  return [...byTarget].flatMap(([target, references]): [string, string][] => {
    const other = lookup(target)
    if (!other) return []
    const ids = references.map(([column]) => `select ${quote(column)} from page`).join(' union ')
    return [
      [
        target,
        `select json_object_agg(o.id, o.${quote(other.title)}) from ${quote(other.plural)} o where o.id = any(array(${ids}))`,
      ],
    ]
  })
}

export async function countRows(
  conn: Conn,
  entity: Entity,
  query: ListQuery,
  organisation_id: number | null,
): Promise<number> {
  const parameters = new Parameters()
  const where = whereSql(entity, query, organisation_id, parameters)
  const sql = `select count(*)::int as total from ${quote(entity.plural)} t where ${where}`
  const [row] = await conn.query<{ total: number }>(
    sql,
    parameters.values,
    query.search ? undefined : preparedName(sql),
  )
  return row?.total ?? 0
}

/** Adds up columns over every row that matches; decimals stay text. */
export async function sumRows(
  conn: Conn,
  entity: Entity,
  query: ListQuery,
  organisation_id: number | null,
): Promise<Record<string, string>> {
  const parameters = new Parameters()
  const where = whereSql(entity, query, organisation_id, parameters)
  const sums = query.sums.map(
    (column) => `coalesce(sum(t.${quote(column)}), 0)::text as ${quote(column)}`,
  )
  const sql = `select ${sums.join(', ')} from ${quote(entity.plural)} t where ${where}`
  const [row] = await conn.query<Record<string, string>>(sql, parameters.values)
  return row ?? {}
}

export interface OneRow {
  row: string
  titles: Record<string, Record<string, string>>
}

/** One row as JSON text with the titles of what it refers to; deleted ones are answered too. */
export async function selectOne(
  conn: Conn,
  entity: Entity,
  id: number,
  who: { organisation_id: number | null; role: Role },
  lookup: EntityLookup,
): Promise<OneRow | null> {
  const columns = visibleColumns(entity, who.role)
  const titles = titleSelects(entity, columns, lookup)
  const scope = entity.scope === 'organisation' ? 'and t.organisation_id = $2' : ''
  const sql = `with page as (select t.* from ${quote(entity.plural)} t where t.id = $1 ${scope})
    select (select row_to_json(r) from (
      select ${selectList(entity, columns)} from page t) r)::text as row
    ${titles.map(([name, select]) => `, (${select}) as ${quote(`title_${name}`)}`).join('')}`
  const values = scope ? [id, who.organisation_id] : [id]
  const [found] = await conn.query<Record<string, unknown>>(
    sql,
    values,
    `get_${entity.name}_${who.role}`,
  )
  if (typeof found?.row !== 'string') return null
  return {
    row: found.row,
    titles: Object.fromEntries(
      titles.map(([name]) => [name, (found[`title_${name}`] ?? {}) as Record<string, string>]),
    ),
  }
}

/** True when the row exists in the caller's organisation, deleted or not. */
export async function isVisible(
  conn: Conn,
  entity: Entity,
  id: number,
  organisation_id: number | null,
): Promise<boolean> {
  const scope = entity.scope === 'organisation' ? 'and organisation_id = $2' : ''
  const sql = `select 1 from ${quote(entity.plural)} where id = $1 ${scope}`
  const rows = await conn.query(sql, scope ? [id, organisation_id] : [id])
  return rows.length > 0
}
