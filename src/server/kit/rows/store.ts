import type { Role } from '#domain/access/role.ts'
import type { Entity, Row } from '#domain/kit/entity.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { preparedName } from '#server/kit/database/prepared-name.ts'
import type { JsonRow } from '#server/kit/wire/wire.ts'
import { columnRules, quote, visibleColumns } from './column.ts'
import { type ListQuery, makeCursor } from './list-query.ts'
import { Parameters, pageSql, referencesOf, rowsSql, whereSql } from './list-sql.ts'
import { type RowShape, shapeOf } from './row-shape.ts'

/** Where a reference's title is read: the entity names its table and its title column. */
export type EntityLookup = (name: string) => Entity | undefined

type Titles = Record<string, Record<string, string>>

export interface Page {
  /** Each row's JSON. */
  rows: Buffer[]
  titles: Titles
  next_cursor: string | null
}

/** One statement answers each row, what is needed of its sort keys and the titles it refers to. */
export async function selectPage(
  conn: Conn,
  entity: Entity,
  query: ListQuery,
  who: { organisation_id: number | null; role: Role },
  lookup: EntityLookup,
): Promise<Page> {
  const parameters = new Parameters()
  const columns = query.columns ?? visibleColumns(entity, who.role)
  const shape = shapeOf(entity, columns)
  const page = pageSql(entity, query, who.organisation_id, parameters)
  const shown = shownReferences(entity, columns, lookup)
  const isKeyHidden = query.sort.some(({ column }) => !columns.includes(column))
  const sql = `select ${shape.select}${shown.map(titleSql).join('')}
      ${isKeyHidden ? `, ${keysSql(entity, query)}` : ''}
    from (${page}) t`
  const found = await conn.json(shape, sql, parameters.values, planName(query, sql))
  const last = found.length === query.limit ? found.at(-1) : undefined
  const keys = last && (isKeyHidden ? JSON.parse(last.rest.at(-1) ?? '[]') : keysOf(query, last))
  return {
    rows: found.map(({ json }) => json),
    titles: titlesOf(shown, found),
    next_cursor: keys ? makeCursor(keys) : null,
  }
}

function keysOf(query: ListQuery, { json }: JsonRow): unknown[] {
  const row = JSON.parse(json.toString())
  return query.sort.map(({ column }) => row[column])
}

/** The same of a row that does not show what it is sorted by. */
function keysSql(entity: Entity, query: ListQuery): string {
  return `jsonb_build_array(${query.sort.map((key) => keySql(entity, key.column)).join(', ')})`
}

interface ShownReference {
  column: string
  target: Entity
  /** Only rows that name this kind of record refer to it, as a note does to what it is about. */
  object?: string
}

type ByLookup = WeakMap<EntityLookup, readonly ShownReference[]>
const references = new WeakMap<readonly string[], ByLookup>()

/** Lists of columns are few and long-lived: what they refer to is found out once. */
function shownReferences(
  entity: Entity,
  columns: readonly string[],
  lookup: EntityLookup,
): readonly ShownReference[] {
  const known: ByLookup = references.get(columns) ?? new WeakMap()
  references.set(columns, known)
  const shown = known.get(lookup) ?? findReferences(entity, columns, lookup)
  known.set(lookup, shown)
  return shown
}

function findReferences(
  entity: Entity,
  columns: readonly string[],
  lookup: EntityLookup,
): ShownReference[] {
  const plain = referencesOf(entity, columns).flatMap(([column, name]) => {
    const target = lookup(name)
    return target ? [{ column, target }] : []
  })
  const isAboutShown = ['reference_object', 'reference_id'].every((name) => columns.includes(name))
  const objects = isAboutShown ? (entity.fields.reference_object?.options.choices ?? []) : []
  const about = objects.flatMap((object) => {
    const target = lookup(object)
    return target ? [{ column: 'reference_id', target, object }] : []
  })
  return [...plain, ...about]
}

/** The id and the title of what a row refers to, whatever the number of rows in one statement. */
function titleSql({ column, target, object }: ShownReference): string {
  const id = object
    ? `case when t.reference_object = '${object}' then t.reference_id end`
    : `t.${quote(column)}`
  return `, ${id}, case when ${id} is not null then
    (select o.${quote(target.title)} from ${quote(target.plural)} o where o.id = ${id}) end`
}

function titlesOf(shown: readonly ShownReference[], found: readonly JsonRow[]): Titles {
  const titles: Titles = {}
  for (const [place, { target }] of shown.entries()) {
    const known = titles[target.name] ?? {}
    titles[target.name] = known
    for (const { rest } of found) {
      const [id, title] = rest.slice(place * 2)
      if (id && typeof title === 'string') known[id] = title
    }
  }
  return titles
}

// Lists are prepared, since planning costs as much as reading the page. A search by text is planned
// for its own pattern, and a page deep in a list for its own place; what was found is read by its ids,
// whatever they are.
function planName(query: ListQuery, sql: string): string | undefined {
  const isPlanned = query.search !== '' && !query.found
  return isPlanned || query.offset > 0 || query.columns ? undefined : preparedName(sql)
}

/** A cursor's value as it is on the wire: decimals are text there, and lose no digit. */
function keySql(entity: Entity, column: string): string {
  const field = entity.fields[column]
  const source = `t.${quote(column)}`
  return `to_jsonb(${field ? columnRules[field.kind].json(source) : source})`
}

/** Up to here rows are counted unless every one is asked for: nobody turns the pages of more. */
export const MOST_COUNTED = 10_000

/** How many rows match; one more than are counted stands for any number of them. */
export async function countRows(
  conn: Conn,
  entity: Entity,
  query: ListQuery,
  organisation_id: number | null,
): Promise<number> {
  const parameters = new Parameters()
  const where = whereSql(entity, query, organisation_id, parameters)
  const from = `${rowsSql(entity, query, parameters)} t where ${where}`
  const sql = query.isExact
    ? `select count(*)::int as total from ${from}`
    : `select count(*)::int as total from (select from ${from} limit ${MOST_COUNTED + 1}) t`
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
  const from = `${rowsSql(entity, query, parameters)} t where ${where}`
  const sql = `select ${sums.join(', ')} from ${from}`
  const [row] = await conn.query<Record<string, string>>(sql, parameters.values)
  return row ?? {}
}

export interface OneRow<E extends Entity = Entity> {
  /** The row's JSON. */
  bytes: Buffer
  /** The same, read; columns the caller may not see are not there. */
  readonly row: Row<E>
  titles: Titles
}

/** One row as JSON with the titles of what it refers to; deleted ones are answered too. */
export async function selectOne<E extends Entity>(
  conn: Conn,
  entity: E,
  id: number,
  who: { organisation_id: number | null; role: Role },
  lookup: EntityLookup,
): Promise<OneRow<E> | null> {
  const columns = visibleColumns(entity, who.role)
  const shown = shownReferences(entity, columns, lookup)
  const shape = shapeOf(entity, columns)
  const sql = oneTexts.get(shown) ?? oneSql(entity, shape, shown)
  oneTexts.set(shown, sql)
  const values = entity.scope === 'organisation' ? [id, who.organisation_id] : [id]
  const [found] = await conn.json(shape, sql, values, `get_${entity.name}_${who.role}`)
  if (!found) return null
  const { json: bytes } = found
  return {
    bytes,
    get row() {
      // Written from the entity's own list of columns.
      return JSON.parse(bytes.toString()) as Row<E>
    },
    titles: titlesOf(shown, [found]),
  }
}

// The text is long, and the same text again is recognised without comparing it.
const oneTexts = new WeakMap<readonly ShownReference[], string>()

function oneSql(entity: Entity, shape: RowShape, shown: readonly ShownReference[]): string {
  // Not “=”: PostgreSQL would compare it with what row-level security asks for before it reads the
  // row, in a step of its own that costs a tenth of the statement.
  const scope =
    entity.scope === 'organisation' ? 'and t.organisation_id is not distinct from $2' : ''
  return `select ${shape.select}${shown.map(titleSql).join('')}
    from ${quote(entity.plural)} t where t.id = $1 ${scope}`
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
