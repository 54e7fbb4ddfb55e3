import { formatDayShort } from '#domain/kit/calendar.ts'
import { type InvoicePayment, invoicepayment } from '#domain/payments/payment.ts'
import { settleCustomer } from '#server/books/settle.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { raiseTask } from '#server/tasks/system-task.ts'

/**
 * The provider collects a debit on another day than it was asked for. That day is the debit's from now
 * on: its words, its discount and its money go by it; and somebody looks, as the customer was told of
 * the other one.
 */
export async function takeDay(
  ctx: Context,
  conn: Conn,
  { id, customer_id, payment_status, charge_date: before }: InvoicePayment & { id: number },
  charge_date: string,
): Promise<void> {
  if (payment_status !== 'pending' || charge_date === before) return
  const told = {
    action: 'direct_debit',
    changes: { charge_date: [before, charge_date] as [unknown, unknown] },
  }
  await updateRow(ctx, conn, invoicepayment, id, { charge_date, payment_date: charge_date }, told)
  await raiseTask(ctx, conn, {
    cause: `debit on another day ${id}`,
    subject: `A debit is collected on ${charge_date} instead of ${before}`,
    text_plain: `The provider moved it. Look whether the discount still holds.\n/app/invoicepayment?id=${id}`,
    due_date: todayOf(ctx),
    role_name: 'accounting',
    reference_object: 'invoicepayment',
    reference_id: id,
  })
  const because = `The provider moved a debit to ${formatDayShort(charge_date)}.`
  await settleCustomer(ctx, conn, customer_id, { because })
}
