import type { Adjustment } from '#domain/books/adjustment.ts'
import { adjustmentMade } from '#domain/books/adjustment-postings.ts'
import { gstInside, type Posting, writtenOff } from '#domain/books/postings.ts'
import { releasedDates } from '#domain/books/released-dates.ts'
import { type Cents, cents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { adjustmentItem, itemColumns } from './money-keys.ts'
import { refusePaidOut } from './paid-out.ts'
import { heldAccount, settleCustomer } from './settle.ts'

/** How an adjustment is booked and settled on the account it belongs to. */
export interface AdjustmentOwner {
  /** What making it books. */
  made(row: Adjustment, gst: Cents): Posting[]
  /** Places money after it was made. */
  placed(ctx: Context, conn: Conn, row: Adjustment): Promise<void>
  /** Brings it, and money that is free by it, in line after anything else about it. */
  settled(ctx: Context, conn: Conn, row: Adjustment, because: string): Promise<void>
  /** What giving up the rest of it books. */
  givenUp(row: Adjustment): Posting[]
  /** When it is due once it is released. */
  dueAgain(row: Adjustment, today: string): string | null
  refuseWhileUsed(conn: Conn, row: Adjustment): Promise<void>
}

/** A customer's account with us. */
export const customerOwner: AdjustmentOwner = {
  made: ({ kind, side, amount }, gst) => adjustmentMade({ kind, side, amount: cents(amount), gst }),
  placed: async (ctx, conn, row) => {
    const item = adjustmentItem(row.id)
    await settleCustomer(ctx, conn, customerOf(row), {
      because: `Adjustment ${row.adjustment_number} was made.`,
      event: row.side === 'debit' ? { sent: { item } } : { received: item },
    })
  },
  settled: async (ctx, conn, row, because) => {
    await settleCustomer(ctx, conn, customerOf(row), { because })
  },
  givenUp: ({ balance, gst_percent }) => {
    const rest = cents(balance ?? '0.00')
    return writtenOff(rest, gstInside(rest, gst_percent ?? '0'))
  },
  // The customer gets back the days that were left when it was held.
  dueAgain: (row, today) => releasedDates({ ...row, discounted_date: null }, today).due_date,
  refuseWhileUsed: async (conn, row) => {
    const key = adjustmentItem(row.id)
    const { account } = await heldAccount(conn, customerOf(row))
    const isUsed = account.placements.some((one) => one.money === key)
    const credit = account.money.find((one) => one.key === key)
    refuseUsed({
      hasMoney: account.placements.some((one) => one.item === key),
      isUsed: isUsed || (credit !== undefined && credit.reserved.length > 0),
    })
    await refusePaidOut(conn, itemColumns(key), 'reverse')
  },
}

/** Money that lies on it, or came from it, stands in the way of taking it back. */
export function refuseUsed({
  hasMoney,
  isUsed,
  instead = 'Take the money off it first.',
}: {
  hasMoney: boolean
  isUsed: boolean
  instead?: string
}): void {
  if (hasMoney) throw notPossible('reverse', 'money lies on it', instead)
  if (isUsed)
    throw notPossible('reverse', 'its credit was used', 'Make a debit for the same amount.')
}

/** Whose it is; asked only where it is known to be a customer's. */
export function customerOf({ customer_id, adjustment_number }: Adjustment): number {
  if (customer_id === null) throw new Error(`Adjustment ${adjustment_number} is no customer’s.`)
  return customer_id
}
