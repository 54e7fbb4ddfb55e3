import { z } from 'zod'
import { type Role, rankOf } from '#domain/access/role.ts'
import { EARLIEST_DAY, LATEST_DAY } from './calendar.ts'
import { type Entity, fieldsOf, labelOf } from './entity.ts'
import type { Field } from './field.ts'
import { valueSchemas } from './value-schema.ts'

/** What a client may send to make a row; unknown and server-kept fields are refused. */
export function createSchema(entity: Entity, role: Role = 'padmin') {
  const shape = writable(entity, role).map(([name, field]) => {
    const schema = labelled(entity, name, field)
    if (!field.options.required) return [name, emptyToNull(schema).optional()] as const
    // What starts as something need not be said.
    const isGiven = field.options.initial !== undefined
    return [name, isGiven ? schema.optional() : schema] as const
  })
  return z.strictObject(Object.fromEntries(shape))
}

/** A change carries the row's id, the version it was made from, and only the changed fields. */
export function updateSchema(entity: Entity, role: Role = 'padmin') {
  const shape = writable(entity, role).map(([name, field]) => {
    const schema = labelled(entity, name, field)
    return [
      name,
      field.options.required ? schema.optional() : emptyToNull(schema).optional(),
    ] as const
  })
  return z.strictObject({
    id: idSchema,
    version: z.int().min(1).optional(),
    modified_at: z.string().optional(),
    ...Object.fromEntries(shape),
  })
}

/** A day that a request names beside the fields of a row. */
export const sentDay = (label: string) =>
  z.iso
    .date({ error: `${label} needs a date, such as 2026-11-15.` })
    .refine((day) => day >= EARLIEST_DAY && day <= LATEST_DAY, `${label} is too far away.`)

/** Ids come as numbers in bodies and as text in queries; both stay inside bigint. */
export const idSchema = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,16}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(1).max(Number.MAX_SAFE_INTEGER))
  .describe('The row')

/** The schema of one field's value, as the form uses it on blur. */
export function fieldSchema(entity: Entity, name: string, field: Field): z.ZodType {
  const schema = labelled(entity, name, field)
  return field.options.required ? schema : emptyToNull(schema)
}

function labelled(entity: Entity, name: string, field: Field): z.ZodType {
  return valueSchemas[field.kind](field, labelOf(entity, name)).meta({
    title: labelOf(entity, name),
  })
}

function emptyToNull(schema: z.ZodType): z.ZodType {
  return z.union([z.literal('').transform(() => null), z.null(), schema])
}

function writable(entity: Entity, role: Role): [string, Field][] {
  return fieldsOf(entity).filter(
    ([, field]) =>
      !field.options.readonly &&
      (field.options.setBy === undefined || rankOf(role) >= rankOf(field.options.setBy)),
  )
}
