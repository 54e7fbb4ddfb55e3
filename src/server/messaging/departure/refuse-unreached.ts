import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { waitingMessage } from '../checks/hold-back.ts'
import { refuseStopped } from '../checks/refuse-stopped.ts'
import { stopOf } from '../checks/stop-of.ts'
import type { WrittenSince } from './what-was-written.ts'

/**
 * Refuses what would reach nobody: the office would read that it was sent, its record would say so,
 * and each of its messages would be stopped a moment later. One that only waits is on its way.
 */
export async function refuseUnreached(
  ctx: Context,
  conn: Conn,
  written: readonly WrittenSince[],
): Promise<void> {
  const now = ctx.clock.now()
  const stopped = []
  for (const { id, status } of written) {
    const message = status === 'queued' ? await waitingMessage(conn, id, now) : undefined
    const stop = message && (await stopOf(conn, message, now))
    if (!message || !stop || stop.rule === 'quiet_hours') return
    stopped.push(message)
  }
  for (const message of stopped) await refuseStopped(ctx, conn, message)
}
