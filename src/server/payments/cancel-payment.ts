import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { moneyReceived, reversed } from '#domain/books/postings.ts'
import { cents } from '#domain/kit/money.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import { post, reverse } from '#server/books/ledger.ts'
import { settleCustomer } from '#server/books/settle.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { withdrawGrants } from './grant-with-payment.ts'

const CLOSED_RESTS = sql<{ id: number }, [invoicepayment_id: number]>`
  select t.id from transactions t
  where t.invoicepayment_id = $1 and t.event = ${ledgerEvents.writeOff}
    and not exists (select from transactions r where r.reverses_id = t.id)`

/** A payment entered by mistake: its money is taken off everything and booked back. */
export async function cancelPayment(
  ctx: Context,
  conn: Conn,
  input: ActionRequest & { reason: string },
): Promise<Written<typeof invoicepayment>> {
  const written = await transition(ctx, conn, invoicepayment, 'cancel', input, async ({ row }) => {
    if (cents(row.refunded_amount ?? '0.00') > 0)
      throw notPossible('cancel', 'some of it was paid back')
    await withdrawGrants(conn, input.id)
    // A rest that was closed with it is open again.
    const closed = await CLOSED_RESTS.all(conn, input.id)
    await reverse(
      ctx,
      conn,
      closed.map((entry) => entry.id),
      input.reason,
    )
    await post(ctx, conn, [
      {
        event: ledgerEvents.paymentCancelled,
        customer_id: row.customer_id,
        invoicepayment_id: input.id,
        unique_key: `payment ${input.id} cancelled`,
        reason: input.reason,
        lines: reversed(
          moneyReceived(cents(row.amount_incl_gst), row.payment_type === 'direct_debit'),
        ),
      },
    ])
    return {
      cancelled: true,
      cancelled_at: ctx.clock.now().toISOString(),
      unallocated_amount: '0.00',
    }
  })
  await settleCustomer(ctx, conn, written.row.customer_id, { because: input.reason })
  return rowNow(ctx, conn, invoicepayment, input.id)
}
