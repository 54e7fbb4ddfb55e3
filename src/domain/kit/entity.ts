import type { Role } from '#domain/access/role.ts'
import type { Field } from './field.ts'
import type { Machine } from './machine.ts'
import type { FieldError } from './problem.ts'
import { humanise, pluralOf } from './wording.ts'

export type Fields = Record<string, Field>

/** Columns every stored row has beside its own fields. No interface: a row is a record as well. */
export type System = {
  id: number
  organisation_id: number
  version: number
  created_at: string
  modified_at: string
  deleted_at: string | null
}
export const systemColumns = [
  'id',
  'organisation_id',
  'version',
  'created_at',
  'modified_at',
  'deleted_at',
] as const satisfies (keyof System)[]
type SystemColumn = (typeof systemColumns)[number]

export interface Access {
  read: Role
  write: Role
  remove: Role
  /** CSV carries the whole book out of the door; managers by default. */
  csv?: Role
}

interface Definition<F extends Fields, A extends string> {
  name: string
  plural: string
  label?: string
  labelPlural?: string
  /** The field that names a row wherever it is referred to. */
  title: keyof F & string
  access: Access
  fields: F
  list: readonly ((keyof F & string) | SystemColumn)[]
  form: Record<string, readonly (keyof F & string)[]>
  search: readonly (keyof F & string)[]
  /** What the search over everything finds a row by; none where it does not look. */
  find?: Findable<keyof F & string>
  /** What a file of its rows is called, where that is not its plural. */
  fileName?: string
  /** Default order of the list, as in the `order` parameter. */
  order: string
  /** Rows of the platform belong to no organisation and are for its administrators. */
  scope?: 'organisation' | 'platform'
  /** The specification loads the full list with limit 0. */
  full?: boolean
  /** Fields that nothing follows from, so that a list may change them where they stand. */
  inPlace?: readonly (WritableKeys<F> & string)[]
  /** Fields a new row is compared on to warn of likely duplicates. */
  duplicates?: readonly (keyof F & string)[]
  /** Rules between fields, asked for a new row and for what a change would make of one. */
  check?: (row: Partial<RowOf<F>>) => FieldError[]
  /** What may follow what; without one a row is only changed, deleted and restored. */
  machine?: Machine<A, RowOf<F>>
  /** Its plain fields may hold a key or a link that opens something. Never sent compressed. */
  holdsSecrets?: boolean
  /** What it belongs to is held before it, always in that order: nobody waits in a circle. */
  heldWith?: readonly HeldWith<keyof F & string>[]
}

/** Columns by how people look for what is in them. */
type Findable<C extends string = string> = Partial<
  Record<'names' | 'numbers' | 'words' | 'emails' | 'phones' | 'amounts', readonly C[]>
>

/** A column that refers to a row of another table. */
interface HeldWith<C extends string = string> {
  column: C
  table: string
}

/** What can be done with a row that has no states of its own. */
type PlainAction = 'update' | 'delete' | 'restore'

// The checked names of a definition are plain text here, so that any entity is an Entity.
export interface Entity<F extends Fields = Fields, A extends string = string> {
  name: string
  plural: string
  label: string
  labelPlural: string
  title: string
  access: Access
  fields: F
  list: readonly string[]
  form: Record<string, readonly string[]>
  search: readonly string[]
  find: Findable | null
  fileName: string
  order: string
  scope: 'organisation' | 'platform'
  full: boolean
  inPlace: readonly string[]
  duplicates: readonly string[]
  check: (row: Record<string, unknown>) => FieldError[]
  machine: Machine<A> | null
  holdsSecrets: boolean
  heldWith: readonly HeldWith[]
}

/** One definition per entity: types, validation, API, screens, CSV and tests follow from it. */
export function entity<const F extends Fields, A extends string = PlainAction>(
  definition: Definition<F, A>,
): Entity<F, A> {
  const label = definition.label ?? humanise(definition.name)
  // A name written as one word says nothing about its words; a label does.
  const named = definition.label ? pluralOf(definition.label) : humanise(definition.plural)
  const labelPlural = definition.labelPlural ?? named
  return {
    ...definition,
    label,
    labelPlural,
    scope: definition.scope ?? 'organisation',
    full: definition.full ?? false,
    inPlace: definition.inPlace ?? [],
    duplicates: definition.duplicates ?? [],
    find: definition.find ?? null,
    fileName: definition.fileName ?? definition.plural,
    // Rows of this entity are the only ones that are ever passed to these two.
    check: (definition.check ?? (() => [])) as Entity['check'],
    machine: (definition.machine ?? null) as Machine<A> | null,
    holdsSecrets: definition.holdsSecrets ?? false,
    heldWith: definition.heldWith ?? [],
  }
}

type ValueOf<T> = T extends Field<infer V, boolean, boolean> ? V : never
type RequiredOf<T> = T extends Field<unknown, infer R, boolean> ? R : never
type WritableKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<unknown, boolean, true> ? K : never
}[keyof F]
type RequiredKeys<F extends Fields> = {
  [K in keyof F]: RequiredOf<F[K]> extends true ? K : never
}[keyof F]
type Nullable<V> = V extends boolean ? V : V | null

type FieldsOf<E> = E extends Entity<infer F, string> ? F : never

type RowOf<F extends Fields> = System & {
  [K in keyof F]: RequiredOf<F[K]> extends true ? ValueOf<F[K]> : Nullable<ValueOf<F[K]>>
}

/** A stored row as the API answers it. */
export type Row<E extends Entity> = RowOf<FieldsOf<E>>

/** What the server may write into a row, the columns it keeps itself included. */
export type StoredColumns<E extends Entity> = {
  [K in keyof FieldsOf<E>]?: Nullable<ValueOf<FieldsOf<E>[K]>> | null | undefined
} & { deleted_at?: string | null | undefined }

/** The names of what can be done with a row of this entity. */
export type ActionOf<E extends Entity> = E extends Entity<Fields, infer A> ? A : never

/** What a client may send to make a row. */
export type Create<E extends Entity> = {
  [K in keyof FieldsOf<E> & RequiredKeys<FieldsOf<E>> & WritableKeys<FieldsOf<E>>]: ValueOf<
    FieldsOf<E>[K]
  >
} & {
  [K in Exclude<WritableKeys<FieldsOf<E>>, RequiredKeys<FieldsOf<E>>>]?: Nullable<
    ValueOf<FieldsOf<E>[K]>
  >
}

export type Update<E extends Entity> = Partial<Create<E>> & { id: number; version: number }

// DayQuestion for many times in every request; the list of an entity is always the same.
const fieldLists = new WeakMap<Fields, [string, Field][]>()

export function fieldsOf(entity: Entity): [string, Field][] {
  const known = fieldLists.get(entity.fields)
  if (known) return known
  const list = Object.entries(entity.fields)
  fieldLists.set(entity.fields, list)
  return list
}

/**
 * The few fields of an entity that a rule is about, found once: a check that looks at seventy fields
 * with every row costs more than what it finds.
 */
export function fieldsWith(
  isMeant: (field: Field) => boolean,
): (entity: Entity) => readonly [string, Field][] {
  const lists = new WeakMap<Fields, [string, Field][]>()
  return (entity) => {
    const list = lists.get(entity.fields) ?? fieldsOf(entity).filter(([, field]) => isMeant(field))
    lists.set(entity.fields, list)
    return list
  }
}

/** A reference is called after what it refers to: partner_id is shown as “Partner”. */
export function labelOf(entity: Entity, column: string): string {
  const field = entity.fields[column]
  if (field?.options.label) return field.options.label
  return humanise(field?.kind === 'ref' ? column.replace(/_id$/, '') : column)
}

/** Form order decides which of several field failures names the status code. */
export function formOrder(entity: Entity): string[] {
  return Object.values(entity.form).flat()
}
