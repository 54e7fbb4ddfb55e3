import { z } from 'zod'
import { atLeast, type Role } from '#domain/access/role.ts'
import { type Call, data, file, type Policy, row, rows } from './call.ts'
import type { Create, Entity, Row, StoredColumns } from './entity.ts'
import { csvParameters, listParameters } from './list-parameters.ts'
import { createSchema, idSchema, updateSchema } from './schema.ts'

/** The fields to change, and the version of the row that they were changed from. */
export type Revision<E extends Entity = Entity> = StoredColumns<E> & {
  id: number
  version?: number | undefined
  modified_at?: string | undefined
}

const oneRow = z.object({ id: idSchema, organisation_id: z.string().optional() })
const removal = z.strictObject({ id: idSchema, version: z.coerce.number().optional() })
const restoration = z.strictObject({ id: idSchema })
const removals = z.strictObject({ ids: z.array(idSchema).min(1).max(500) })

/** What became of many rows that were to be deleted. */
export interface RemovedRows {
  deleted: number[]
  refused: { id: number; code: number; message: string }[]
}

type ListInput = ReturnType<typeof listParameters.loose>
type CsvInput = ReturnType<typeof csvParameters.loose>

/** The calls every entity has unless it says otherwise. */
export interface Verbs<E extends Entity> {
  get: Call<typeof oneRow, Row<E>>
  create: Call<z.ZodType<Create<E>, Create<E>>, Row<E>>
  update: Call<z.ZodType<Revision<E>, Revision<E>>, Row<E>>
  remove: Call<typeof removal, { id: number }>
  restore: Call<typeof restoration, Row<E>>
  list: Call<ListInput, Row<E>[]>
  search: Call<ListInput, Row<E>[]>
  csv: Call<CsvInput, null>
  removeMany: Call<typeof removals, RemovedRows>
}
export type Verb = keyof Verbs<Entity>

/** What a verb does to a row, in the words of its machine. */
export const verbActions = { update: 'update', remove: 'delete', restore: 'restore' } as const

interface VerbOptions<W extends Verb> {
  without?: readonly W[]
}

/** The verbs of one entity, from its definition, without those it does not have. */
export function verbs<E extends Entity, const W extends Verb = never>(
  entity: E,
  { without = [] }: VerbOptions<W> = {},
): Omit<Verbs<E>, W> {
  const all: Verbs<E> = { ...rowVerbs(entity), ...listVerbs(entity) }
  const kept = Object.entries(all).filter(([verb]) => !without.some((one) => one === verb))
  return Object.fromEntries(kept) as unknown as Omit<Verbs<E>, W> // All but those left out.
}

function rowVerbs<E extends Entity>(entity: E) {
  const what = entity.label.toLowerCase()
  const path = `/${entity.name}`
  const changing = { policy: policyOf(entity, entity.access.write), answers: row(entity) }
  const removing = {
    policy: policyOf(entity, entity.access.remove),
    target: entity,
  }
  return {
    get: {
      method: 'GET',
      path,
      summary: `One ${what}`,
      policy: policyOf(entity, entity.access.read),
      input: oneRow,
      compressed: !entity.holdsSecrets,
      answers: row(entity),
      target: entity,
    },
    create: {
      ...changing,
      method: 'PUT',
      path,
      summary: `Create a ${what}`,
      // The schema is strict and built from the entity, as the type is.
      input: whenAsked(() => createSchema(entity) as unknown as Verbs<E>['create']['input']),
    },
    update: {
      ...changing,
      method: 'POST',
      path,
      summary: `Change a ${what}`,
      target: entity,
      action: verbActions.update,
      input: whenAsked(() => updateSchema(entity) as unknown as Verbs<E>['update']['input']),
    },
    remove: {
      ...removing,
      method: 'DELETE',
      path,
      summary: `Delete a ${what}; it can be restored`,
      action: verbActions.remove,
      input: removal,
      answers: data<{ id: number }>(),
    },
    restore: {
      ...removing,
      method: 'POST',
      path: `${path}/restore`,
      policy: policyOf(entity, entity.access.remove),
      summary: `Restore a deleted ${what}`,
      action: verbActions.restore,
      input: restoration,
      answers: row(entity),
    },
  } as const satisfies Partial<Verbs<E>>
}

function listVerbs<E extends Entity>(entity: E) {
  const path = `/${entity.plural}`
  const what = entity.labelPlural.toLowerCase()
  return {
    list: listCall(entity, path),
    search: listCall(entity, `${path}/search`),
    csv: csvCall(entity, path),
    removeMany: {
      method: 'DELETE',
      path,
      summary: `Delete several ${what}`,
      policy: policyOf(entity, entity.access.remove),
      input: removals,
      answers: data<RemovedRows>(),
    },
  } as const satisfies Partial<Verbs<E>>
}

interface Question<P extends z.ZodRawShape> {
  summary?: string
  /** Parameters of the question itself, beside those of every list. */
  parameters?: P
  /** Who may ask it, where that is not whoever reads the whole list. */
  from?: Role
}

/** A list of an entity's rows; with a question, of those that answer it. */
export function listCall<E extends Entity, P extends z.ZodRawShape = Record<never, never>>(
  entity: E,
  path: string,
  { summary, parameters, from }: Question<P> = {},
) {
  const policy = policyOf(entity, from ?? entity.access.read)
  return {
    method: 'GET' as const,
    path,
    summary: summary ?? `List ${entity.labelPlural.toLowerCase()}`,
    policy,
    input: listParameters.extend(parameters ?? ({} as P)).loose(), // None are none.
    answers: rows(entity),
    compressed: !entity.holdsSecrets,
  }
}

/** The same rows as a file, and all of them. */
export function csvCall<E extends Entity, P extends z.ZodRawShape = Record<never, never>>(
  entity: E,
  path: string,
  { summary, parameters }: Pick<Question<P>, 'summary' | 'parameters'> = {},
) {
  return {
    method: 'GET' as const,
    path: `${path}/csv`,
    summary: `Download ${summary ?? entity.labelPlural.toLowerCase()} as CSV`,
    policy: policyOf(entity, csvRole(entity), { whileImpersonating: false }),
    input: csvParameters.extend(parameters ?? ({} as P)).loose(), // None are none.
    answers: file,
    sends: 'text/csv',
    compressed: !entity.holdsSecrets,
  }
}

function policyOf(entity: Entity, from: Role, more: Partial<Policy> = {}): Policy {
  return entity.scope === 'platform'
    ? { from, apiKey: false, withoutOrganisation: true, ...more }
    : { from, ...more }
}

/** Managers by default, and never anybody who may not read the list itself. */
function csvRole(entity: Entity): Role {
  const needed = entity.access.csv ?? 'manager'
  return atLeast(needed, entity.access.read) ? needed : entity.access.read
}

/** A schema that is built with the first call: most of a server's entities rest most of the time. */
function whenAsked<S extends z.ZodType>(build: () => S) {
  return z.lazy(build) as unknown as S // Reads and answers what the schema behind it does.
}
