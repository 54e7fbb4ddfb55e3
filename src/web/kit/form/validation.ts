import { z } from 'zod'
import type { Role } from '#domain/access/role.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { createSchema, fieldSchema, updateSchema } from '#domain/kit/schema.ts'
import { problemOf } from '#domain/kit/validate.ts'

// The Content-Security-Policy forbids code made from text, which Zod would try.
z.config({ jitless: true })

export type Errors = Record<string, string>

/** What is wrong with one field, in the words the server would use. */
export function fieldError(entity: Entity, name: string, value: unknown): string | undefined {
  const field = entity.fields[name]
  if (!field || field.options.readonly) return undefined
  const parsed = fieldSchema(entity, name, field).safeParse(value)
  if (parsed.success) return undefined
  return problemOf(parsed.error.issues, entity).detail.errors?.[0]?.message
}

/** Everything that is wrong with a new row or a change, by field. */
export function formErrors(
  entity: Entity,
  role: Role,
  values: Record<string, unknown>,
  isNew: boolean,
): Errors {
  const schema = isNew ? createSchema(entity, role) : updateSchema(entity, role)
  const parsed = schema.safeParse(values)
  if (parsed.success) return {}
  const errors = problemOf(parsed.error.issues, entity).detail.errors ?? []
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]))
}
