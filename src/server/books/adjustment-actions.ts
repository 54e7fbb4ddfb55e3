import { adjustment } from '#domain/books/adjustment.ts'
import { ledgerEvents, placingEvents } from '#domain/books/ledger-events.ts'
import { gstInside, writtenOff } from '#domain/books/postings.ts'
import { releasedDates } from '#domain/books/released-dates.ts'
import { cents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { post, reverse, standingEntriesOf } from './ledger.ts'
import { adjustmentItem, itemColumns } from './money-keys.ts'
import { refusePaidOut } from './paid-out.ts'
import { heldAccount, settleCustomer } from './settle.ts'

type Reasoned = ActionRequest & { reason: string }
type WrittenAdjustment = Promise<Written<typeof adjustment>>

/** A held adjustment is left in peace: money that does not name it passes it by. */
export async function holdAdjustment(ctx: Context, conn: Conn, input: Reasoned): WrittenAdjustment {
  const written = await transition(ctx, conn, adjustment, 'hold', input, async () => ({
    is_held: true,
    hold_reason: input.reason,
    held_date: todayOf(ctx),
  }))
  await settleCustomer(ctx, conn, written.row.customer_id, { because: input.reason })
  return rowNow(ctx, conn, adjustment, input.id)
}

/** The customer gets back the days that were left when it was held. */
export async function releaseAdjustment(
  ctx: Context,
  conn: Conn,
  input: ActionRequest,
): WrittenAdjustment {
  const written = await transition(ctx, conn, adjustment, 'release', input, async ({ row }) => {
    const { due_date } = releasedDates({ ...row, discounted_date: null }, todayOf(ctx))
    return { is_held: false, hold_reason: null, held_date: null, due_date }
  })
  const { customer_id, adjustment_number } = written.row
  const because = input.reason ?? `Adjustment ${adjustment_number} was released.`
  await settleCustomer(ctx, conn, customer_id, { because })
  return rowNow(ctx, conn, adjustment, input.id)
}

/** What is still owed is given up. Money that names it after all undoes that first. */
export async function writeOffAdjustment(
  ctx: Context,
  conn: Conn,
  input: Reasoned,
): WrittenAdjustment {
  const { id: adjustment_id, reason } = input
  const written = await transition(ctx, conn, adjustment, 'writeoff', input, async ({ row }) => {
    const rest = cents(row.balance ?? '0.00')
    const lines = writtenOff(rest, gstInside(rest, row.gst_percent ?? '0'))
    const about = { customer_id: row.customer_id, adjustment_id }
    await post(ctx, conn, [{ event: ledgerEvents.writeOff, ...about, reason, lines }])
    return {}
  })
  await settleCustomer(ctx, conn, written.row.customer_id, { because: reason })
  return rowNow(ctx, conn, adjustment, adjustment_id)
}

/** Books an adjustment back while nothing lies on it and nothing of it lies anywhere. */
export async function reverseAdjustment(
  ctx: Context,
  conn: Conn,
  input: Reasoned,
): WrittenAdjustment {
  const { id, reason } = input
  const written = await transition(ctx, conn, adjustment, 'reverse', input, async ({ row }) => {
    await refuseWhileUsed(conn, row.customer_id, id)
    await refusePaidOut(conn, itemColumns(adjustmentItem(id)), 'reverse')
    const standing = await standingEntriesOf(conn, id)
    const booked = standing.filter(({ event }) => !placingEvents.includes(event))
    const ids = booked.map((entry) => entry.id)
    await reverse(ctx, conn, ids, reason)
    const cancelled_at = ctx.clock.now().toISOString()
    return { cancelled_at, balance: '0.00', credit_left: '0.00', written_off: '0.00' }
  })
  await settleCustomer(ctx, conn, written.row.customer_id, { because: reason })
  return rowNow(ctx, conn, adjustment, id)
}

async function refuseWhileUsed(conn: Conn, customer_id: number, id: number): Promise<void> {
  const key = adjustmentItem(id)
  const { account } = await heldAccount(conn, customer_id)
  if (account.placements.some((one) => one.item === key))
    throw notPossible('reverse', 'money lies on it', 'Take the money off it first.')
  const credit = account.money.find((one) => one.key === key)
  const isUsed = account.placements.some((one) => one.money === key)
  if (isUsed || (credit && credit.reserved.length > 0))
    throw notPossible('reverse', 'its credit was used', 'Make a debit for the same amount.')
}
