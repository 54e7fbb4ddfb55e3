import { customer } from '#domain/customers/customer.ts'
import type { directdebitCalls } from '#domain/directdebit/directdebit-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { DECEASED } from '#domain/messaging/checks/caring.ts'
import type { InvoicePayment } from '#domain/payments/payment.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { raiseTask, settleTask } from '#server/tasks/system-task.ts'

export const TAKEN_BACK = 'their bank took a debit back'

const causeOf = (customer_id: number) => `debits frozen ${customer_id}`

/** Stops automatic debits of a customer until a person lets them go on. */
export async function freezeDebits(
  ctx: Context,
  conn: Conn,
  { id, customer_id, amount_incl_gst }: InvoicePayment,
  why: string,
): Promise<void> {
  const { row } = await lockRow(ctx, conn, customer, customer_id)
  if (row.debits_frozen_date === null || why === DECEASED) {
    const values = { debits_frozen_date: todayOf(ctx), debits_frozen_reason: why }
    const changes = { debits_frozen_reason: [null, why] as [unknown, unknown] }
    const told = { action: 'freeze_debits', changes, reason: why }
    await updateRow(ctx, conn, customer, customer_id, values, told)
  }
  await raiseTask(ctx, conn, {
    cause: causeOf(customer_id),
    subject: `Direct debits of ${row.name} are stopped: ${why}`,
    text_plain: [
      `$${formatMoney(amount_incl_gst)} was collected and is owed again, or could not be collected.`,
      'Nothing is collected from this customer until a manager lets debits go on, on the Direct ' +
        'debit tab of the customer.',
      `/app/customer/details?tab=direct-debit&id=${customer_id}`,
    ].join('\n'),
    due_date: todayOf(ctx),
    role_name: 'manager',
    reference_object: 'invoicepayment',
    reference_id: id,
  })
}

/** A person has looked: debits may be planned again. */
export async function resumeDebits(
  ctx: Context,
  conn: Conn,
  { customer_id, reason }: CheckedOf<typeof directdebitCalls.resume>,
) {
  const { row } = await lockRow(ctx, conn, customer, customer_id)
  if (row.debits_frozen_date === null)
    throw notPossible('resume', 'direct debits of this customer are not stopped')
  const values = { debits_frozen_date: null, debits_frozen_reason: null }
  const changes = { debits_frozen_reason: [row.debits_frozen_reason, null] as [unknown, unknown] }
  const told = { action: 'resume_debits', changes, reason }
  await updateRow(ctx, conn, customer, customer_id, values, told)
  await settleTask(ctx, conn, causeOf(customer_id), reason)
  return { data: { customer_id }, message: 'Debits can be planned again.' }
}
