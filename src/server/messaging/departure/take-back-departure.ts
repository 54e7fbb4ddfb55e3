import { atLeast } from '#domain/access/role.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { Problem } from '#domain/kit/problem.ts'
import { plural } from '#domain/kit/wording.ts'
import {
  type DepartureAction,
  departureWords,
  thingWords,
} from '#domain/messaging/departure/departure.ts'
import type { departureCalls } from '#domain/messaging/departure/departure-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { actorValues, historyColumns } from '#server/kit/rows/history.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { isWithinKey } from './admitted.ts'
import type { LeaveJob } from './leave-job.ts'
import { toldDeparture } from './told-departure.ts'

// The worker that lets rows leave holds the same row while it does: one of the two comes first.
const HOLD = sql<{ user_id: number; action: DepartureAction }, [id: number]>`
  select user_id, action from departures where id = $1 for update`

const COLUMNS = { fragment: historyColumns }

const TAKE_BACK = sql<
  { stands_for: number },
  [departure_id: number, ids: readonly number[] | null, reason: string | null, ...actor: unknown[]]
>`with back as (update departure_items set state = 'taken_back'
    where departure_id = $1 and state = 'held' and ($2::bigint[] is null or record_id = any($2))
    returning *),
  told as (insert into history (${COLUMNS})
    select organisation_id, record, record_id, 'takeback', null, '{}'::jsonb, $3::text,
      $4::bigint, $5, $6::bigint, $7, $8, $9, customer_id from back order by id)
  select stands_for from back`

/** Takes back what is still held; what has left stays so, and nothing is both. */
export async function takeBackDeparture(
  ctx: Context,
  conn: Conn,
  { id, ids }: CheckedOf<typeof departureCalls.takeback>,
) {
  const { action } = await heldFor(ctx, conn, id)
  const { thing, noun } = departureWords[action]
  const reason = thing ? thingWords[thing] : null
  const back = await TAKE_BACK.all(conn, id, ids ?? null, reason, ...actorValues(ctx))
  if (back.length === 0)
    throw notPossible('take back', 'it has left already', 'Look at what became of it.')
  const data = await toldDeparture(ctx, conn, id)
  const count = back.reduce((sum, { stands_for }) => sum + stands_for, 0)
  return { data, message: `${plural(count, noun)} taken back.` }
}

const LEAVE_NOW = sql<{ id: number }, [id: number, now: Date]>`
  update departures set leaves_at = least(leaves_at, $2::timestamptz)
  where id = $1 and exists (select from departure_items i
    where i.departure_id = $1 and i.state = 'held') returning id`

/** Whoever is sure need not wait. */
export const leaveNow =
  (job: LeaveJob) =>
  async (ctx: Context, conn: Conn, { id }: CheckedOf<typeof departureCalls.now>) => {
    await heldFor(ctx, conn, id)
    const found = await LEAVE_NOW.one(conn, id, ctx.clock.now())
    if (!found) throw notPossible('send', 'nothing of it is held any more')
    const organisation_id = ctx.actor.organisation_id ?? 0
    await enqueue(conn, job, { organisation_id, departure_id: id })
    return { data: await toldDeparture(ctx, conn, id), message: 'On its way.' }
  }

/** It is the business of whoever let it go, or of a manager. */
async function heldFor(ctx: Context, conn: Conn, id: number) {
  const found = await HOLD.one(conn, id)
  if (!found) throw new Problem('notFound', { fill: { what: 'sending' } })
  const isTheirs = found.user_id === ctx.actor.user_id || atLeast(ctx.actor.role, 'manager')
  if (!isTheirs || !isWithinKey(ctx.actor.scope, found.action)) throw new Problem('forbidden')
  return found
}
