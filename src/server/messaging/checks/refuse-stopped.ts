import { Problem } from '#domain/kit/problem.ts'
import { type Stop, stopWords } from '#domain/messaging/checks/stop.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { noteCareStop } from './care-evidence.ts'
import { type CheckedMessage, stopOf } from './stop-of.ts'

/** Tells whoever writes it what stops it; what only has to wait is answered, and taken. */
export async function refuseStopped(
  ctx: Context,
  conn: Conn,
  message: CheckedMessage,
): Promise<Stop | null> {
  const stop = await stopOf(conn, message, ctx.clock.now())
  if (!stop || stop.rule === 'quiet_hours') return stop
  await keepRefused(ctx, message, stop)
  if (!stop.may_send_anyway) throw notPossible('send', stop.reason, stop.way_out)
  const fill = { action: 'send', reason: stop.reason, instead: stop.way_out }
  const asked = { field: 'send_anyway', code: 'not_possible', message: stopWords(stop) }
  throw new Problem('notPossible', { fill, errors: [asked] })
}

/**
 * Keeps that care refused it, in a transaction of its own: what is refused leaves no other trace. A
 * draft is held by the one that is refused, and is not named.
 */
export async function keepRefused(ctx: Context, message: CheckedMessage, stop: Stop) {
  if (stop.rule !== 'care') return
  await ctx.database.write(scopeOf(ctx), (own) =>
    noteCareStop(own, { ...message, id: null }, stop, ctx.actor.name),
  )
}
