import { badField } from '#domain/kit/problem.ts'
import type { Context } from '#server/kit/http/context.ts'

/** As long as one may think better of it. */
const UNDO_MS = 10_000
const YEAR_MS = 366 * 86_400_000

/** When what somebody sends by hand leaves: in ten seconds, or at the moment they chose. */
export function leavingMoment({ clock }: Pick<Context, 'clock'>, chosen?: string): Date {
  const now = clock.now().getTime()
  const at = chosen ? Date.parse(chosen) : now + UNDO_MS
  if (at <= now) throw badField('not_before', 'Choose a moment that is still to come.')
  if (at - now > YEAR_MS) throw badField('not_before', 'Choose a moment in the next year.')
  return new Date(at)
}
