import { cents } from '#domain/kit/money.ts'
import { badField } from '#domain/kit/problem.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import { holdCustomers } from '#server/books/hold-customers.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { payOutCredit } from './pay-out-credit.ts'
import { type NewPayment, receivePayments, repeatsAmong } from './receive-payments.ts'

/** Books and places money that came in, or that leaves; a likely repeat is said, not refused. */
export async function receivePayment(
  ctx: Context,
  conn: Conn,
  input: NewPayment,
): Promise<{ written: Written<typeof invoicepayment>; warnings: { message: string }[] }> {
  const [repeats] = await Promise.all([
    repeatsAmong(conn, [input]),
    holdCustomers(conn, [input.customer_id]),
  ])
  const isRepeated = repeats.length > 0
  const warnings = isRepeated ? [{ message: REPEATED }] : []
  if (cents(input.amount_incl_gst) < 0) {
    if (input.payment_date > todayOf(ctx))
      throw badField('payment_date', 'A payment can’t be dated ahead.')
    return { written: await payOutCredit(ctx, conn, input), warnings }
  }
  const [id = 0] = await receivePayments(ctx, conn, [input])
  return { written: await rowNow(ctx, conn, invoicepayment, id), warnings }
}

const REPEATED = 'A payment with the same day, amount and reference is there already.'
