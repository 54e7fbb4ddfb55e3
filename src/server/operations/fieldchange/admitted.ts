import { reaches } from '#domain/access/key-scope.ts'
import { atLeast } from '#domain/access/role.ts'
import { entityNamed } from '#domain/entities.ts'
import type { Entity } from '#domain/kit/entity.ts'
import type { Field } from '#domain/kit/field.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import type { Context } from '#server/kit/http/context.ts'

/** A field that may be changed in many rows at once. */
export interface ManyField {
  entity: Entity
  name: string
  field: Field
}

/** A field by its entity and its name. */
export interface FieldName {
  object_class: string
  field: string
}

/** The field, where this caller may set it; refused as the change of one row would be. */
export function admittedField(
  { actor }: Context,
  { object_class, field: name }: FieldName,
): ManyField {
  const entity = entityNamed(object_class)
  if (!entity || entity.inPlace.length === 0)
    throw badField('object_class', 'Rows of this kind are not changed many at once.')
  if (!atLeast(actor.role, entity.access.write) || !reaches(actor.scope, entity.name))
    throw new Problem('forbidden')
  const field = entity.fields[name]
  if (!field || !entity.inPlace.includes(name))
    throw badField('field', 'This field is not changed in many rows at once.')
  const { readonly, setBy } = field.options
  if (readonly || (setBy && !atLeast(actor.role, setBy))) throw new Problem('forbidden')
  return { entity, name, field }
}

interface OwnedChange extends FieldName {
  user_id: number
}

/** It is the business of whoever asked for it, or of a manager; of keys by what they are for. */
export function isAdmitted({ actor }: Context, { user_id, object_class }: OwnedChange): boolean {
  const isTheirs = user_id === actor.user_id || atLeast(actor.role, 'manager')
  return isTheirs && reaches(actor.scope, object_class)
}
