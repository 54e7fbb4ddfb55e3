import { atLeast, type Role } from '#domain/access/role.ts'

/** What a machine without questions knows of a row. */
type Facts = Record<string, unknown>

/** One line of a state machine: what may follow what, and who may do it. */
export interface Transition<A extends string = string, R = Facts> {
  action: A
  /** States it starts from; `deleted` is a row that is in the bin. */
  from: readonly string[]
  /** The state it ends in; null where the state stays as it is. */
  to: string | null
  who: Role
  /** What the caller must also say, such as a reason. */
  needs?: readonly string[]
  /** Facts of the row that stand in the way, in words that follow “because”. */
  unless?: (row: R) => string | null
  /** It follows from something else, such as a line of the bank: nobody asks for it by itself. */
  isConsequence?: true
}

export interface Machine<A extends string = string, R = Facts> {
  /** The field that holds the state. */
  field: string
  states: readonly string[]
  transitions: readonly Transition<A, R>[]
  /** Actions whose names are no words: how they read before “this”. */
  words?: Readonly<Record<string, string>>
}

/**
 * A machine whose actions are known by name, and whose questions name the columns they read: the
 * entity that has it must have those columns.
 */
export function machine<const A extends string, R = unknown>(
  definition: Machine<A, R>,
): Machine<A, R> {
  return definition
}

export interface AvailableAction {
  action: string
  allowed: boolean
  to?: string | null
  reason?: string
  needs?: readonly string[]
}

/** What may be done with a row in its state, by this role; screens draw their buttons from it. */
export function availableActions(
  machine: Machine,
  row: Record<string, unknown>,
  role: Role,
): AvailableAction[] {
  const state = stateOf(machine, row)
  return machine.transitions
    .filter(({ from, isConsequence }) => from.includes(state) && !isConsequence)
    .map((transition) => {
      const needs = transition.needs ? { needs: transition.needs } : {}
      const about = { action: transition.action, to: transition.to ?? state, ...needs }
      const reason = refusalOf(transition, row, role)
      return reason ? { ...about, allowed: false, reason } : { ...about, allowed: true }
    })
}

/** The state of a row of the machine's own entity. */
export function stateOf({ field }: Pick<Machine, 'field'>, row: object): string {
  const facts = row as Facts // It has the column that the machine names.
  return facts.deleted_at ? 'deleted' : String(facts[field])
}

/** The line of the table for this action in this state; none where it is not allowed. */
export function transitionOf<A extends string, R>(
  machine: Machine<A, R>,
  action: string,
  state: string,
): Transition<A, R> | undefined {
  return machine.transitions.find(
    (transition) => transition.action === action && transition.from.includes(state),
  )
}

/** States from which the action works, for the words of a refusal. */
export function statesAllowing(machine: Machine, action: string): string[] {
  return machine.transitions
    .filter((transition) => transition.action === action)
    .flatMap((transition) => [...transition.from])
}

function refusalOf(
  transition: Transition,
  row: Record<string, unknown>,
  role: Role,
): string | null {
  if (!atLeast(role, transition.who)) return `Needs the role ${transition.who}.`
  const obstacle = transition.unless?.(row)
  return obstacle ? `Not possible because ${obstacle}.` : null
}
