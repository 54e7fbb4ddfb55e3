import { type Adjustment, adjustment } from '#domain/books/adjustment.ts'
import { ledgerEvents, placingEvents, supplierPlacingEvents } from '#domain/books/ledger-events.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import type { AdjustmentOwner } from './adjustment-owner.ts'
import { post, reverse, standingEntriesOf } from './ledger.ts'

type Reasoned = ActionRequest & { reason: string }
type WrittenAdjustment = Promise<Written<typeof adjustment>>
type OwnerOf = (row: Pick<Adjustment, 'supplier_id'>) => AdjustmentOwner

// What moves money is undone by taking the money off, never with the document.
const placing = [...placingEvents, ...supplierPlacingEvents]

/** What is done with adjustments, on whichever account they are. */
export function adjustmentActions(ownerOf: OwnerOf) {
  /** A held adjustment is left in peace: money that does not name it passes it by. */
  async function hold(ctx: Context, conn: Conn, input: Reasoned): WrittenAdjustment {
    const { row } = await transition(ctx, conn, adjustment, 'hold', input, async () => ({
      is_held: true,
      hold_reason: input.reason,
      held_date: todayOf(ctx),
    }))
    await ownerOf(row).settled(ctx, conn, row, input.reason)
    return rowNow(ctx, conn, adjustment, input.id)
  }

  async function release(ctx: Context, conn: Conn, input: ActionRequest): WrittenAdjustment {
    const { row } = await transition(ctx, conn, adjustment, 'release', input, async (held) => {
      const due_date = ownerOf(held.row).dueAgain(held.row, todayOf(ctx))
      return { is_held: false, hold_reason: null, held_date: null, due_date }
    })
    const because = input.reason ?? `Adjustment ${row.adjustment_number} was released.`
    await ownerOf(row).settled(ctx, conn, row, because)
    return rowNow(ctx, conn, adjustment, input.id)
  }

  /** What is still owed is given up; a customer’s money that names it after all undoes that. */
  async function writeOff(ctx: Context, conn: Conn, input: Reasoned): WrittenAdjustment {
    const { id: adjustment_id, reason } = input
    const written = await transition(ctx, conn, adjustment, 'writeoff', input, async ({ row }) => {
      const { customer_id, supplier_id } = row
      const lines = ownerOf(row).givenUp(row)
      const about = { customer_id, supplier_id, adjustment_id }
      await post(ctx, conn, [{ event: ledgerEvents.writeOff, ...about, reason, lines }])
      return {}
    })
    await ownerOf(written.row).settled(ctx, conn, written.row, reason)
    return rowNow(ctx, conn, adjustment, adjustment_id)
  }

  /** Books an adjustment back while nothing lies on it and nothing of it lies anywhere. */
  async function takeBackAdjustment(
    ctx: Context,
    conn: Conn,
    input: Reasoned,
    action: 'reverse' | 'fall_away' = 'reverse',
  ): WrittenAdjustment {
    const { id, reason } = input
    const written = await transition(ctx, conn, adjustment, action, input, async ({ row }) => {
      await ownerOf(row).refuseWhileUsed(conn, row)
      const standing = await standingEntriesOf(conn, id)
      const booked = standing.filter(({ event }) => !placing.includes(event))
      const ids = booked.map((entry) => entry.id)
      await reverse(ctx, conn, ids, reason)
      const cancelled_at = ctx.clock.now().toISOString()
      return { cancelled_at, balance: '0.00', credit_left: '0.00', written_off: '0.00' }
    })
    await ownerOf(written.row).settled(ctx, conn, written.row, reason)
    return rowNow(ctx, conn, adjustment, id)
  }

  return { hold, release, writeOff, takeBackAdjustment }
}
