import {
  type Entity,
  fieldsOf,
  fieldsWith,
  labelOf,
  type Row,
  type StoredColumns,
} from '#domain/kit/entity.ts'
import { type FieldError, Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type Cells, cellsOf } from './cell.ts'
import { quote } from './column.ts'
import { unknownReference } from './conflict.ts'
import { holdOwner } from './hold-owners.ts'
import type { EntityLookup } from './store.ts'

/** What the kit must know of the whole product to check one row. */
export interface Catalogue {
  entities: readonly Entity[]
  lookup: EntityLookup
  /** Values every organisation has in an option list, whatever it adds, by their labels. */
  defaultOptions: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const KNOWN_OPTION = sql<{ id: number }, [list: string, value: string]>`
  select id from options where list_name = $1 and value = $2 and deleted_at is null`

/**
 * Checks against other rows: options of the organisation, and the records it refers to or hangs on.
 * What has not changed since `before` is not asked about again.
 */
export async function checkAgainstOthers<E extends Entity>(
  ctx: Context,
  conn: Conn,
  entity: E,
  input: StoredColumns<E>,
  catalogue: Catalogue,
  before: Partial<Row<E>> = {},
): Promise<void> {
  if (before.id === undefined) await holdOwner(conn, entity, input)
  const errors: FieldError[] = []
  const refuse = (field: string, message: string) =>
    errors.push({ field, code: 'bad_request', message })
  for (const [name, list, value] of unknownOptions(entity, cellsOf(input), catalogue)) {
    if (!(await KNOWN_OPTION.one(conn, list, value)))
      refuse(name, `${labelOf(entity, name)}: choose one from the list.`)
  }
  const archived: Entity[] = []
  const named = newReferences(entity, cellsOf(input), catalogue, cellsOf(before))
  for (const { name, target, id, message } of named) {
    const found = target && (await referredTo(ctx, conn, entity, target, id))
    if (!target || !found) refuse(name, message)
    else if (found.deleted_at) archived.push(target)
  }
  if (errors.length > 0) throw new Problem('badRequest', { errors })
  const [gone] = archived
  if (gone) throw new Problem('archived', { fill: { what: gone.label.toLowerCase() } })
}

/** A row does not come back without what it belongs to: that is restored first. */
export async function refuseArchivedParents<E extends Entity>(
  ctx: Context,
  conn: Conn,
  entity: E,
  row: Row<E>,
  catalogue: Catalogue,
): Promise<void> {
  for (const { name, target, id } of newReferences(entity, cellsOf(row), catalogue, {})) {
    if (!target || entity.fields[name]?.options.isPart) continue
    const found = await referredTo(ctx, conn, entity, target, id)
    if (found?.deleted_at)
      throw new Problem('archived', { fill: { what: target.label.toLowerCase() } })
  }
}

const referringFields = fieldsWith(({ kind }) => kind === 'ref')

interface Reference {
  name: string
  target: Entity | undefined
  id: number
  message: string
}

function newReferences(
  entity: Entity,
  input: Cells,
  catalogue: Catalogue,
  before: Cells,
): Reference[] {
  const found = referringFields(entity).flatMap(([name, field]): Reference[] => {
    const id = input[name]
    if (typeof id !== 'number' || id === before[name]) return []
    const target = catalogue.lookup(field.options.target ?? '')
    return [{ name, target, id, message: unknownReference(entity, name) }]
  })
  if (!entity.fields.reference_object) return found
  const { reference_object, reference_id } = { ...before, ...input }
  const isMoved =
    reference_object !== before.reference_object || reference_id !== before.reference_id
  if (!isMoved || typeof reference_id !== 'number') return found
  const target = catalogue.lookup(String(reference_object ?? ''))
  const message = 'We couldn’t find the record this belongs to.'
  return [...found, { name: 'reference_id', target, id: reference_id, message }]
}

/** Held until the transaction ends, so that nobody deletes what is being referred to. */
async function referredTo(
  ctx: Context,
  conn: Conn,
  entity: Entity,
  target: Entity,
  id: number,
): Promise<{ deleted_at: string | null } | undefined> {
  const { organisation_id } = ctx.actor
  // A user belongs to the platform, and to an organisation only as its member.
  const sql =
    target.scope === 'organisation'
      ? `select deleted_at from ${quote(target.plural)}
         where id = $1 and organisation_id = $2 for key share`
      : target.name === 'user' && entity.scope === 'organisation'
        ? `select deleted_at from memberships where user_id = $1 and organisation_id = $2
           and deleted_at is null`
        : `select deleted_at from ${quote(target.plural)} where id = $1`
  const values = sql.includes('$2') ? [id, organisation_id] : [id]
  const [row] = await conn.query<{ deleted_at: string | null }>(sql, values)
  return row
}

const chosenFields = fieldsWith(({ options }) => options.optionList !== undefined)

function unknownOptions(
  entity: Entity,
  input: Cells,
  catalogue: Catalogue,
): [string, string, string][] {
  return chosenFields(entity).flatMap(([name, field]): [string, string, string][] => {
    const list = field.options.optionList
    const value = input[name]
    if (!list || typeof value !== 'string') return []
    return Object.hasOwn(catalogue.defaultOptions[list] ?? {}, value) ? [] : [[name, list, value]]
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
      .filter(
        ([, { kind, options }]) =>
          kind === 'ref' && !options.isPart && options.target === entity.name,
      )
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
