import { cents } from '#domain/kit/money.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import { settleCustomer } from '#server/books/settle.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { takeBackPayment } from './take-back-payment.ts'

/** A payment entered by mistake: its money is taken off everything and booked back. */
export async function cancelPayment(
  ctx: Context,
  conn: Conn,
  input: ActionRequest & { reason: string },
): Promise<Written<typeof invoicepayment>> {
  const { reason } = input
  const written = await transition(ctx, conn, invoicepayment, 'cancel', input, async ({ row }) => {
    if (cents(row.refunded_amount ?? '0.00') > 0)
      throw notPossible('cancel', 'some of it was paid back')
    await takeBackPayment(ctx, conn, row, { reason, fate: 'cancelled' })
    return {
      cancelled: true,
      cancelled_at: ctx.clock.now().toISOString(),
      unallocated_amount: '0.00',
    }
  })
  await settleCustomer(ctx, conn, written.row.customer_id, { because: reason })
  return rowNow(ctx, conn, invoicepayment, input.id)
}
