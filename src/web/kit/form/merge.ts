import { atLeast, type Role } from '#domain/access/role.ts'
import { type Entity, fieldsOf } from '#domain/kit/entity.ts'
import type { Field } from '#domain/kit/field.ts'

export type Values = Record<string, unknown>

export interface Difference {
  name: string
  base: unknown
  mine: unknown
  theirs: unknown
}

export function maySet(field: Field, role: Role): boolean {
  const { readonly, setBy } = field.options
  return !readonly && (setBy === undefined || atLeast(role, setBy))
}

/** Empty is empty, whether the form says '' or the row says null. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b))
}

function plain(value: unknown): unknown {
  if (value === undefined || value === '') return null
  return Array.isArray(value) && value.length === 0 ? null : value
}

/** The fields somebody of this role may set and that differ from the row they started from. */
export function changedFields(entity: Entity, role: Role, base: Values, values: Values): Values {
  const changed = fieldsOf(entity).filter(
    ([name, field]) =>
      name in values && maySet(field, role) && !isSameValue(base[name], values[name]),
  )
  return Object.fromEntries(changed.map(([name]) => [name, values[name]]))
}

/**
 * Two people changed one row. What only they changed is taken over; what both changed differently
 * is listed, for a person to choose.
 */
export function threeWay(entity: Entity, base: Values, mine: Values, theirs: Values) {
  const merged: Values = { ...mine }
  const conflicts: Difference[] = []
  const taken: Difference[] = []
  for (const [name, { options }] of fieldsOf(entity)) {
    const isTheirs = !isSameValue(base[name], theirs[name])
    if (!isTheirs) continue
    // What nobody types follows by itself, and nobody has to hear of it.
    if (options.readonly) {
      merged[name] = theirs[name]
      continue
    }
    const difference = { name, base: base[name], mine: mine[name], theirs: theirs[name] }
    const isMine = !isSameValue(base[name], mine[name])
    if (isMine && !isSameValue(mine[name], theirs[name])) conflicts.push(difference)
    else {
      merged[name] = theirs[name]
      if (!isMine) taken.push(difference)
    }
  }
  return { merged, conflicts, taken }
}
