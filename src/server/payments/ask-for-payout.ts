import { type Cents, formatMoney, toDecimalString } from '#domain/kit/money.ts'
import type { InvoicePayment } from '#domain/payments/payment.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { raiseTask } from '#server/tasks/system-task.ts'

interface Refund {
  amount: Cents
  /** What of the payment is paid back by now: each part is transferred by itself. */
  total: Cents
  refund_date: string
  reason: string
}

const CUSTOMER = sql<{ name: string }, [customer_id: number]>`
  select name from customers where id = $1`

/** The books say that money went back; somebody has to tell the bank. */
export async function askForPayout(
  ctx: Context,
  conn: Conn,
  { id, customer_id }: InvoicePayment,
  { amount, total, refund_date, reason }: Refund,
): Promise<void> {
  const customer = await CUSTOMER.one(conn, customer_id)
  await raiseTask(ctx, conn, {
    cause: `refund payment ${id} ${toDecimalString(total)}`,
    subject: `Pay $${formatMoney(amount)} back to ${customer?.name ?? 'the customer'}`,
    text_plain: reason,
    due_date: refund_date,
    role_name: 'accounting',
    reference_object: 'invoicepayment',
    reference_id: id,
  })
}
