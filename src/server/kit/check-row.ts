import { type Entity, fieldsOf, labelOf } from '#domain/kit/entity.ts'
import { type FieldError, Problem } from '#domain/kit/problem.ts'
import type { Context } from '../context.ts'
import { quote } from './column.ts'
import type { Conn } from './database.ts'
import { type EntityLookup, isVisible } from './store.ts'

/** What the kit must know of the whole product to check one row. */
export interface Catalogue {
  entities: readonly Entity[]
  lookup: EntityLookup
  /** Values every organisation has in an option list, whatever it adds. */
  defaultOptions: Readonly<Record<string, readonly string[]>>
}

/** Checks against other rows: options of the organisation, and the record a note hangs on. */
export async function checkAgainstOthers(
  ctx: Context,
  conn: Conn,
  entity: Entity,
  input: Record<string, unknown>,
  catalogue: Catalogue,
): Promise<void> {
  const errors: FieldError[] = []
  const refuse = (field: string, message: string) =>
    errors.push({ field, code: 'bad_request', message })
  for (const [name, list, value] of unknownOptions(entity, input, catalogue)) {
    const known = await conn.query(
      'select 1 from options where list_name = $1 and value = $2 and deleted_at is null',
      [list, value],
    )
    if (known.length === 0) refuse(name, `${labelOf(entity, name)}: choose one from the list.`)
  }
  if (entity.fields.reference_object && typeof input.reference_id === 'number') {
    const target = catalogue.lookup(String(input.reference_object ?? ''))
    const found =
      target && (await isVisible(conn, target, input.reference_id, ctx.actor.organisation_id))
    if (!found) refuse('reference_id', 'We couldn’t find the record this belongs to.')
  }
  if (errors.length > 0) throw new Problem('badRequest', { errors })
}

function unknownOptions(
  entity: Entity,
  input: Record<string, unknown>,
  catalogue: Catalogue,
): [string, string, string][] {
  return fieldsOf(entity).flatMap(([name, field]): [string, string, string][] => {
    const list = field.options.optionList
    const value = input[name]
    if (!list || typeof value !== 'string') return []
    return catalogue.defaultOptions[list]?.includes(value) ? [] : [[name, list, value]]
  })
}

/** Live rows that refer to this one; it cannot go while they need it. */
export async function dependentsOf(
  conn: Conn,
  entity: Entity,
  id: number,
  catalogue: Catalogue,
): Promise<string[]> {
  const references = catalogue.entities.flatMap((other) =>
    fieldsOf(other)
      .filter(([, field]) => field.kind === 'ref' && field.options.target === entity.name)
      .map(([column]) => ({ other, column })),
  )
  const found = await Promise.all(
    references.map(async ({ other, column }) => {
      const [row] = await conn.query<{ count: number }>(
        `select count(*)::int as count from (select 1 from ${quote(other.plural)}
         where ${quote(column)} = $1 and deleted_at is null limit 1000) x`,
        [id],
      )
      const count = row?.count ?? 0
      if (count === 0) return []
      return [`${count} ${(count === 1 ? other.label : other.labelPlural).toLowerCase()}`]
    }),
  )
  return found.flat()
}

export interface DuplicateWarning {
  field: string
  id: number
  title: string
  message: string
}

/** Rows that look like the same person or business; a warning, never a refusal. One statement. */
export async function likelyDuplicates(
  conn: Conn,
  entity: Entity,
  input: Record<string, unknown>,
  ownId: number,
): Promise<DuplicateWarning[]> {
  const compared = entity.duplicates.filter(
    (field) => typeof input[field] === 'string' && input[field],
  )
  if (compared.length === 0) return []
  const title = quote(entity.title)
  const selects = compared.map(
    (field, place) => `(select '${field}' as field, id, ${title} as title
      from ${quote(entity.plural)} where ${sameValueSql(entity, field, `$${place + 2}`)}
      and id <> $1 and deleted_at is null limit 3)`,
  )
  const rows = await conn.query<{ field: string; id: number; title: string }>(
    selects.join(' union all '),
    [ownId, ...compared.map((field) => input[field])],
    `duplicates_${entity.name}_${compared.join('_')}`,
  )
  return rows.map((row) => ({
    ...row,
    message: `${labelOf(entity, row.field)} is the same as ${row.title}’s.`,
  }))
}

// Names are compared without case and macrons, the rest exactly. The folded value is a sub-select,
// because only a plain comparison may use an index under row-level security.
function sameValueSql(entity: Entity, field: string, value: string): string {
  if (field !== entity.title) return `${quote(field)} = ${value}`
  return `${quote(`${field}_folded`)} = (select fold_text(${value}))`
}
