import { atLeast } from '#domain/access/role.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { refunded } from '#domain/books/postings.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import { type InvoicePayment, invoicepayment } from '#domain/payments/payment.ts'
import { freePlacements } from '#server/books/free-placements.ts'
import { post } from '#server/books/ledger.ts'
import { settleCustomer } from '#server/books/settle.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'

interface RefundRequest extends ActionRequest {
  amount?: string | undefined
  refund_date?: string | undefined
  reason: string
}

/** Money goes back to the customer: first what lies on no invoice, then what reopens one. */
export async function refundPayment(
  ctx: Context,
  conn: Conn,
  input: RefundRequest,
): Promise<Written<typeof invoicepayment>> {
  const written = await transition(ctx, conn, invoicepayment, 'refund', input, async ({ row }) => {
    const before = cents(row.refunded_amount ?? '0.00')
    const left = wholeCents(cents(row.amount_incl_gst) - before)
    const amount = input.amount ? cents(input.amount) : left
    if (amount <= 0 || amount > left)
      throw badField('amount', `At most $${toDecimalString(left)} can be paid back.`)
    const limit = await settingOf(conn, 'refund_limit')
    if (new Exact(before + amount).div(100).gt(limit) && !atLeast(ctx.actor.role, 'manager'))
      throw new Problem('forbidden')
    const total = wholeCents(before + amount)
    await freePlacements(conn, input.id)
    await post(ctx, conn, [
      {
        event: ledgerEvents.refund,
        date: input.refund_date,
        customer_id: row.customer_id,
        invoicepayment_id: input.id,
        unique_key: `payment ${input.id} refund ${toDecimalString(total)}`,
        reason: input.reason,
        lines: refunded(amount),
      },
    ])
    const isAll = amount === left
    const payment_status: InvoicePayment['payment_status'] = isAll ? 'refunded' : 'partly_refunded'
    return {
      refunded_amount: toDecimalString(total),
      refund_date: input.refund_date ?? todayOf(ctx),
      refunded: isAll,
      payment_status,
    }
  })
  await settleCustomer(ctx, conn, written.row.customer_id)
  return rowNow(ctx, conn, invoicepayment, input.id)
}
