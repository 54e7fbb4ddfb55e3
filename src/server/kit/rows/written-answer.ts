import type { Entity } from '#domain/kit/entity.ts'
import { created, Problem } from '#domain/kit/problem.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Answer } from '#server/kit/http/route.ts'
import type { Cells } from './cell.ts'
import { actionsOf } from './change-row.ts'
import type { Written } from './write-row.ts'

/** A row that was just written, with what may be done with it now. */
export function writtenAnswer(
  ctx: Context,
  entity: Entity,
  { json }: Pick<Written, 'json'>,
  { status, warnings }: { status: number; warnings?: unknown },
): Answer<never> {
  const available_actions = actionsOf(ctx, entity, factsOf(entity, json))
  return {
    status,
    rawData: json,
    info: { available_actions, warnings },
    message: status === created ? `${entity.label} created.` : 'Changes saved.',
  }
}

// The text of a row is only read where its state decides; its last column tells of deletion.
export function factsOf(entity: Entity, row: string | Buffer): Cells {
  if (entity.machine) return JSON.parse(row.toString())
  const end =
    typeof row === 'string' ? row : row.toString('latin1', row.length - NOT_DELETED.length)
  return end.endsWith(NOT_DELETED) ? { deleted_at: null } : { deleted_at: 'deleted' }
}

const NOT_DELETED = '"deleted_at":null}'

export function notFound(entity: Entity): Problem {
  return new Problem('notFound', { fill: { what: entity.label.toLowerCase() } })
}
