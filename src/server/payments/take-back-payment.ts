import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { moneyReceived, reversed } from '#domain/books/postings.ts'
import { cents } from '#domain/kit/money.ts'
import { type InvoicePayment, isCollected } from '#domain/payments/payment.ts'
import { post, reverse } from '#server/books/ledger.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { withdrawGrants } from './grant-with-payment.ts'

const CLOSED_RESTS = sql<{ id: number }, [invoicepayment_id: number]>`
  select t.id from transactions t
  where t.invoicepayment_id = $1 and t.event = ${ledgerEvents.writeOff}
    and not exists (select from transactions r where r.reverses_id = t.id)`

/** Money that was not there after all: booked back, with what was granted and closed by it. */
export async function takeBackPayment(
  ctx: Context,
  conn: Conn,
  row: InvoicePayment,
  { reason, fate }: { reason: string; fate: 'cancelled' | 'failed' },
): Promise<void> {
  const { id, customer_id, version } = row
  await withdrawGrants(conn, id)
  // A rest that was closed with it is open again.
  const closed = await CLOSED_RESTS.all(conn, id)
  const ids = closed.map((entry) => entry.id)
  await reverse(ctx, conn, ids, reason)
  await post(ctx, conn, [
    {
      event: ledgerEvents.paymentCancelled,
      customer_id,
      invoicepayment_id: id,
      // What the bank gave back after all may fail once more, as another version of the payment.
      unique_key: `payment ${id} ${fate} ${version}`,
      reason,
      lines: reversed(moneyReceived(cents(row.amount_incl_gst), isCollected(row))),
    },
  ])
}
