import { atLeast, type Role } from '#domain/access/role.ts'
import type { Entity, StoredColumns } from '#domain/kit/entity.ts'
import { stateOf, statesAllowing, type Transition, transitionOf } from '#domain/kit/machine.ts'
import { Problem } from '#domain/kit/problem.ts'
import { humanise } from '#domain/kit/wording.ts'

/** A row whose state decides. */
interface StandingRow {
  row: object
  deleted_at: string | null
}

/** The state a plain verb leads to; refuses what the row's machine does not allow. */
export function nextState<E extends Entity>(
  entity: E,
  action: string,
  current: StandingRow,
  role: Role,
): StoredColumns<E> {
  if (!entity.machine) return {}
  return stateAfter(entity, lineOf(entity, action, current, role))
}

/** The column that holds the state, as a line of the machine leaves it. */
export function stateAfter<E extends Entity>({ machine }: E, { to }: Transition): StoredColumns<E> {
  // The machine names one of the entity's own columns.
  return (machine && to && to !== 'deleted' ? { [machine.field]: to } : {}) as StoredColumns<E>
}

/** What no state would let this role do, and what is in the bin: known before anything else. */
export function refuseRole(entity: Entity, action: string, current: StandingRow, role: Role): void {
  const lines = entity.machine?.transitions.filter((line) => line.action === action) ?? []
  if (!lines.some((line) => atLeast(role, line.who))) throw new Problem('forbidden')
  if (current.deleted_at && !lines.some((line) => line.from.includes('deleted')))
    throw new Problem('archived', { fill: { what: entity.label.toLowerCase() } })
}

/** The line of the machine that lets this role do this now. */
export function lineOf(
  entity: Entity,
  action: string,
  current: StandingRow,
  role: Role,
): Transition {
  const { machine } = entity
  if (!machine) throw new Error(`${entity.name} has no states.`)
  const row = { ...current.row, deleted_at: current.deleted_at }
  const state = stateOf(machine, row)
  refuseRole(entity, action, current, role)
  const line = transitionOf(machine, action, state)
  if (!line) {
    throw notPossible(
      wordsOf(entity, action),
      `the ${entity.label.toLowerCase()} is ${state}`,
      worksFrom(entity, action),
    )
  }
  if (!atLeast(role, line.who)) throw new Problem('forbidden')
  const obstacle = line.unless?.(row)
  if (obstacle) throw notPossible(wordsOf(entity, action), obstacle)
  return line
}

const wordsOf = ({ machine }: Entity, action: string) => machine?.words?.[action] ?? action

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
