import type { Role } from '#domain/access/role.ts'
import { businessToday, EARLIEST_DAY, isDay, MIN_BUSINESS_DAY } from '#domain/kit/calendar.ts'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import { createSchema, fieldSchema, updateSchema } from '#domain/kit/schema.ts'
import { readTypedDay } from '#domain/kit/typed-day.ts'
import { problemOf } from '#domain/kit/validate.ts'

export type Errors = Record<string, string>

/** What is wrong with one field, in the words the server would use. */
export function fieldError(entity: Entity, name: string, value: unknown): string | undefined {
  const field = entity.fields[name]
  if (!field || field.options.readonly) return undefined
  const parsed = fieldSchema(entity, name, field).safeParse(value)
  if (parsed.success) return undefined
  const message = problemOf(parsed.error.issues, entity).detail.errors?.[0]?.message
  return message && (dayMessage(entity, name, value) ?? message)
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
  return Object.fromEntries(
    errors.map(({ field, message }) => [
      field,
      dayMessage(entity, field, values[field]) ?? message,
    ]),
  )
}

/** What is typed for a day is no ISO date to its writer: the same words as under the field. */
function dayMessage(entity: Entity, name: string, value: unknown): string | undefined {
  const field = entity.fields[name]
  if (field?.kind !== 'date' || typeof value !== 'string' || value === '' || isDay(value))
    return undefined
  const reading = readTypedDay(value, {
    label: labelOf(entity, name),
    today: businessToday(Temporal.Now.instant()),
    floor: field.options.anyDay ? EARLIEST_DAY : MIN_BUSINESS_DAY,
  })
  return 'why' in reading ? reading.message : undefined
}
