import type { CheckedOf } from '#domain/kit/call.ts'
import { Problem } from '#domain/kit/problem.ts'
import { thread } from '#domain/messaging/thread.ts'
import type { threadCalls } from '#domain/messaging/thread-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import type { Written } from '#server/kit/rows/write-row.ts'

// Before its messages, as whoever sorts it does: two who hold one each would wait for each other.
const HOLD = sql<{ id: number }, [id: number]>`select id from threads
  where organisation_id = scope_organisation() and id = $1 for update`.named('thread_held')

const CAME = fragment`m.organisation_id = scope_organisation() and m.thread_id = $1
  and m.direction = 'in' and not m.is_machine`

const MARK_READ = sql<
  never,
  [thread_id: number, now: Date, by: number | null, until_id: number]
>`update messages m set read_at = $2, read_by_id = $3, version = version + 1,
    modified_at = clock_timestamp()
  where ${CAME} and m.read_at is null and m.id <= $4`.named('thread_read')

const MARK_UNREAD = sql<never, [thread_id: number]>`
  update messages m set read_at = null, read_by_id = null, version = version + 1,
    modified_at = clock_timestamp()
  where ${CAME} and m.id = (select max(m.id) from messages m where ${CAME})`

/** Read by one is read by all, up to what was shown; what came meanwhile stays unread. */
export async function readThread(
  ctx: Context,
  conn: Conn,
  { id, until_id, is_unread }: CheckedOf<typeof threadCalls.read>,
): Promise<Written<typeof thread>> {
  const until = until_id ?? Number.MAX_SAFE_INTEGER
  // In one packet, in this order: a thread that is not ours has no messages to mark either.
  const [held] = await Promise.all([
    HOLD.one(conn, id),
    is_unread
      ? MARK_UNREAD.run(conn, id)
      : MARK_READ.run(conn, id, ctx.clock.now(), ctx.actor.user_id || null, until),
  ])
  if (!held) throw new Problem('notFound', { fill: { what: 'thread' } })
  return rowNow(ctx, conn, thread, id)
}
