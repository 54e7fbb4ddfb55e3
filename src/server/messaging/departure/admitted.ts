import { type KeyScope, reaches } from '#domain/access/key-scope.ts'
import { atLeast } from '#domain/access/role.ts'
import { Problem } from '#domain/kit/problem.ts'
import { type DepartureAction, departureWords } from '#domain/messaging/departure/departure.ts'
import type { Context } from '#server/kit/http/context.ts'

/** Who may ask for it at all. */
export function refuseOthers({ actor }: Context, action: DepartureAction): void {
  if (!atLeast(actor.role, departureWords[action].from) || !isWithinKey(actor.scope, action))
    throw new Problem('forbidden')
}

/** A key touches what leaves only where it is made for such records themselves. */
export function isWithinKey(scope: KeyScope | null | undefined, action: DepartureAction): boolean {
  const { record, isByPeople, keyFor = record } = departureWords[action]
  return !scope || (!isByPeople && reaches(scope, record) && reaches(scope, keyFor))
}
