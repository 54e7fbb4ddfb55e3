import { atLeast, type Role } from '#domain/access/role.ts'
import type { Entity } from '#domain/kit/entity.ts'

/** The columns of a list that are added up below it: money, but no levels, limits and prices. */
export function summedColumns(entity: Entity, columns: readonly string[], role: Role): string[] {
  return columns.filter((name) => {
    const field = entity.fields[name]
    if (field?.kind !== 'money' || field.options.isLevel || field.options.masked) return false
    return field.options.seenBy === undefined || atLeast(role, field.options.seenBy)
  })
}
