import { adjustment } from '#domain/books/adjustment.ts'
import type { adjustmentCalls } from '#domain/books/adjustment-calls.ts'
import { supplierAdjustmentMade } from '#domain/books/adjustment-postings.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { billCleared, paidBack } from '#domain/books/supplier-postings.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { cents, formatMoney } from '#domain/kit/money.ts'
import { badField } from '#domain/kit/problem.ts'
import { type AdjustmentOwner, refuseUsed } from '#server/books/adjustment-owner.ts'
import { post } from '#server/books/ledger.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { settleAdjustment } from './settle-adjustment.ts'
import { adjustmentItem, keepMoney, moneyOn } from './supplier-money.ts'

/** Our account with a supplier: what we owe there without a bill, and what we have there. */
export const supplierOwner: AdjustmentOwner = {
  made: ({ kind, side, amount }) => supplierAdjustmentMade({ kind, side, amount: cents(amount) }),
  placed: (ctx, conn, { id }) => settleAdjustment(ctx, conn, id),
  settled: (ctx, conn, { id }) => settleAdjustment(ctx, conn, id),
  givenUp: ({ balance }) => billCleared(cents(balance ?? '0.00')),
  // The supplier's day stays what it was, whatever we thought of it meanwhile.
  dueAgain: ({ due_date }) => due_date,
  refuseWhileUsed: async (conn, { id, side, amount, credit_left }) => {
    const money = await moneyOn(conn, adjustmentItem(id))
    refuseUsed({
      hasMoney: money.length > 0,
      isUsed: side === 'credit' && credit_left !== amount,
      instead: 'Cancel its payment, or make a credit for the same amount.',
    })
  },
}

/** The supplier sends its credit to our bank: all of what is left, or a part of it. */
export async function paybackCredit(
  ctx: Context,
  conn: Conn,
  { refund_date: date = todayOf(ctx), ...input }: CheckedOf<typeof adjustmentCalls.payback>,
): Promise<Written<typeof adjustment>> {
  await transition(ctx, conn, adjustment, 'payback', input, async ({ row }) => {
    const free = cents(row.credit_left ?? '0.00')
    const amount = input.amount === undefined ? free : cents(input.amount)
    if (amount <= 0 || amount > free)
      throw notPossible('pay back', `$${formatMoney(free)} of it is credit with the supplier`)
    if (date < row.adjustment_date || date > todayOf(ctx))
      throw badField('refund_date', 'Between the day of the adjustment and today.')
    const { id: credit_adjustment_id, supplier_id } = row
    const about = { supplier_id, credit_adjustment_id, reason: input.reason }
    const event = ledgerEvents.billPaidBack
    await post(ctx, conn, [{ event, date, ...about, lines: paidBack(amount) }])
    return {}
  })
  await keepMoney(conn, [{ billpayment_id: null, credit_adjustment_id: input.id }])
  return rowNow(ctx, conn, adjustment, input.id)
}
