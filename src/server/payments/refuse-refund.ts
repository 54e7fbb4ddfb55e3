import { atLeast } from '#domain/access/role.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { type Cents, cents, formatMoney } from '#domain/kit/money.ts'
import { Problem } from '#domain/kit/problem.ts'
import { requireStepUp } from '#server/identity/require-step-up.ts'
import { settingsOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'

// Two at once would each see the day without the other.
const TAKE_TURNS = sql<never, [person: number | null]>`
  select pg_advisory_xact_lock(hashtextextended('refunds of a day', $1))`

// By the day it was booked, whatever day it is dated. What was taken back since counts: the money
// may have left.
const OF_TODAY = sql<{ amount: string }, [person: number | null]>`
  select coalesce(sum(amount), 0)::text as amount from transactions
  where actor_id = $1 and deleted_at is null
    and event in (${ledgerEvents.refund}, ${ledgerEvents.payout})
    and created_at >= date_trunc('day', now(), 'Pacific/Auckland')`

interface Leaving {
  amount: Cents
  /** What of the same payment is paid back by then. */
  total: Cents
}

/**
 * Money on its way back: above the limits a manager sends it, who has just proved who they are. Many
 * small refunds in a day are a large one.
 */
export async function refuseRefund(ctx: Context, conn: Conn, { amount, total }: Leaving) {
  if (ctx.actor.via === 'system') return
  const { user_id } = ctx.actor
  await TAKE_TURNS.run(conn, user_id)
  const limits = await settingsOf(conn, ['refund_limit', 'refund_daily_limit'])
  const today = cents((await OF_TODAY.one(conn, user_id))?.amount ?? '0.00')
  const isAbove = (sum: number, limit: string) => new Exact(sum).div(100).gt(limit)
  const isLarge = isAbove(total, limits.refund_limit)
  const isMuch = isAbove(today + amount, limits.refund_daily_limit)
  if (!isLarge && !isMuch) return
  if (!atLeast(ctx.actor.role, 'manager'))
    throw new Problem('forbidden', isLarge ? {} : { message: ofADay(limits.refund_daily_limit) })
  requireStepUp(ctx)
}

const ofADay = (limit: string) =>
  `That is more than the $${formatMoney(limit)} you may pay back in a day. Ask a manager.`
