import { atLeast, type Role } from '#domain/access/role.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { stateOf, statesAllowing, type Transition, transitionOf } from '#domain/kit/machine.ts'
import { Problem } from '#domain/kit/problem.ts'
import { humanise } from '#domain/kit/wording.ts'

interface Current {
  row: Record<string, unknown>
  deleted_at: string | null
}

/** The state a plain verb leads to; refuses what the row's machine does not allow. */
export function nextState(
  entity: Entity,
  action: string,
  current: Current,
  role: Role,
): Record<string, unknown> {
  if (!entity.machine) return {}
  const { to } = lineOf(entity, action, current, role)
  return to && to !== 'deleted' ? { [entity.machine.field]: to } : {}
}

/** The line of the machine that lets this role do this now. */
export function lineOf(entity: Entity, action: string, current: Current, role: Role): Transition {
  const { machine } = entity
  if (!machine) throw new Error(`${entity.name} has no states.`)
  const row = { ...current.row, deleted_at: current.deleted_at }
  const state = stateOf(machine, row)
  const everywhere = machine.transitions.filter((line) => line.action === action)
  if (!everywhere.some((line) => atLeast(role, line.who))) throw new Problem('forbidden')
  const line = transitionOf(machine, action, state)
  if (!line) {
    if (state === 'deleted')
      throw new Problem('archived', { fill: { what: entity.label.toLowerCase() } })
    throw notPossible(
      action,
      `the ${entity.label.toLowerCase()} is ${state}`,
      worksFrom(entity, action),
    )
  }
  if (!atLeast(role, line.who)) throw new Problem('forbidden')
  const obstacle = line.unless?.(row)
  if (obstacle) throw notPossible(action, obstacle)
  return line
}

function worksFrom(entity: Entity, action: string): string {
  const states = statesAllowing(
    entity.machine ?? { field: '', states: [], transitions: [] },
    action,
  )
  return states.length > 0 ? `It works while it is ${states.join(' or ')}.` : ''
}

/** 476 with the reason and what would work. */
export function notPossible(action: string, reason: string, instead = ''): Problem {
  return new Problem('notPossible', {
    fill: { action: humanise(action).toLowerCase(), reason, instead },
  })
}
