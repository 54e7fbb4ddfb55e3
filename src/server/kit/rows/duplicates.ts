import type { DuplicateWarning } from '#domain/kit/duplicate-warning.ts'
import { type Entity, labelOf, type StoredColumns } from '#domain/kit/entity.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Cells, cellsOf } from './cell.ts'
import { literal, quote } from './column.ts'

/** Rows that look like the same person or business; a warning, never a refusal. One statement. */
export async function likelyDuplicates<E extends Entity>(
  conn: Conn,
  entity: E,
  sent: StoredColumns<E>,
  ownId: number,
): Promise<DuplicateWarning[]> {
  const input = cellsOf(sent)
  const compared = comparedFields(entity, input)
  if (compared.length === 0) return []
  const name = `duplicates_${entity.name}_${compared.join('_')}`
  const sql = duplicateSqls.get(name) ?? duplicatesSql(entity, compared)
  duplicateSqls.set(name, sql)
  return conn.query<DuplicateWarning>(sql, [ownId, ...compared.map((field) => input[field])], name)
}

// As many as there are sets of fields that tell of duplicates: a few for each entity.
const duplicateSqls = new Map<string, string>()

/** The fields of this row by which another one may turn out to be the same. */
function comparedFields(entity: Entity, input: Cells): string[] {
  return entity.duplicates.filter((field) => typeof input[field] === 'string' && input[field])
}

/** The warnings as rows. The first value is the row's own id; those compared follow. */
function duplicatesSql(entity: Entity, compared: readonly string[]): string {
  const title = quote(entity.title)
  const selects = compared.map(
    (field, place) => `(select '${field}' as field, id, ${title} as title,
      concat(${literal(`${labelOf(entity, field)} is the same as `)}, ${title}, '’s.') as message
      from ${quote(entity.plural)} where ${sameValueSql(entity, field, `$${place + 2}`)}
      and id <> $1 and deleted_at is null limit 3)`,
  )
  return selects.join(' union all ')
}

// Names are compared without case and macrons, the rest exactly. The folded value is a sub-select,
// because only a plain comparison may use an index under row-level security.
function sameValueSql(entity: Entity, field: string, value: string): string {
  if (field !== entity.title) return `${quote(field)} = ${value}`
  return `${quote(`${field}_folded`)} = (select fold_text(${value}))`
}
