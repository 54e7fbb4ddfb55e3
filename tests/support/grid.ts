import type { Role } from '#domain/access/role.ts'
import type { Transition } from '#domain/kit/machine.ts'

/** Who plays in the tables of states and actions. */
export const gridRoles = ['user', 'accounting', 'manager', 'admin'] as const satisfies Role[]

type GridRole = (typeof gridRoles)[number]

/** The table of every state × action × role, one line for each state and action. */
export async function gridOf(
  states: readonly string[],
  actions: readonly string[],
  answerOf: (action: string, state: string, role: GridRole) => Promise<string>,
  between = ' | ',
): Promise<string> {
  const lines = [`state action ${gridRoles.join(' ')}`]
  for (const state of states)
    for (const action of actions) {
      const answers: string[] = []
      for (const role of gridRoles) answers.push(await answerOf(action, state, role))
      lines.push(`${state}${between}${action} ${answers.join(' ')}`)
    }
  return `${lines.join('\n')}\n`
}

/**
 * Something in each state, made once and again only after somebody did something to it: most of what
 * a table asks is refused, and what is refused has changed nothing.
 */
export function keptFor<T>(make: (state: string) => Promise<T>) {
  const unchanged = new Map<string, T>()
  return {
    async take(state: string): Promise<T> {
      const one = unchanged.get(state) ?? (await make(state))
      unchanged.delete(state)
      return one
    },
    giveBack(state: string, one: T): void {
      unchanged.set(state, one)
    },
  }
}

/** What people may ask of a row; what follows from something else has no call. */
export function askedOf({
  transitions,
}: {
  transitions: readonly Pick<Transition, 'action' | 'isConsequence'>[]
}): string[] {
  const asked = transitions.filter(({ isConsequence }) => !isConsequence)
  return [...new Set(asked.map(({ action }) => action))]
}
