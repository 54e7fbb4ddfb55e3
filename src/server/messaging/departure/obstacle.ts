import type { Entity } from '#domain/kit/entity.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Context } from '#server/kit/http/context.ts'
import { lineOf } from '#server/kit/rows/state.ts'

/** What its state says against an action; what nobody of this role may do is refused for all. */
export function obstacleOf(
  { actor }: Context,
  entity: Entity,
  action: string,
  row: { deleted_at: string | null },
): string | null {
  try {
    lineOf(entity, action, { row, deleted_at: row.deleted_at }, actor.role)
    return null
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.problem === 'forbidden') throw problem
    return problem.message
  }
}
