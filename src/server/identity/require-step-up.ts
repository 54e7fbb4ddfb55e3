import { Problem } from '#domain/kit/problem.ts'
import type { Context } from '#server/kit/http/context.ts'

const STEP_UP_MS = 5 * 60_000

/** For calls of which only some uses need a fresh proof; whole routes say so in their policy. */
export function requireStepUp(ctx: Context): void {
  const age = ctx.clock.now().getTime() - Date.parse(ctx.actor.proved_at)
  if (age >= STEP_UP_MS) throw new Problem('stepUp', { info: { step_up: true } })
}
