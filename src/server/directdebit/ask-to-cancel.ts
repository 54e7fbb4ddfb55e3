import { invoicepayment } from '#domain/payments/payment.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { askProvider } from './provider-call.ts'

/** A debit that is not with the bank yet, as it was looked at. */
export interface PlannedDebit {
  id: number
  customer_id: number
  version: number
}

/** Has the provider asked to leave a debit; it is cancelled once it says so. */
export async function askToCancel(
  ctx: Context,
  conn: Conn,
  { id, customer_id, version }: PlannedDebit,
  { plansAnew, reason }: { plansAnew: boolean; reason: string },
): Promise<void> {
  const cancel_asked_at = ctx.clock.now().toISOString()
  const told = { action: 'cancel', changes: {}, reason }
  await updateRow(ctx, conn, invoicepayment, id, { cancel_asked_at }, told)
  await askProvider(ctx, conn, {
    kind: 'cancel_debit',
    about: `${id}-${version}`,
    customer_id,
    invoicepayment_id: id,
    plans_anew: plansAnew,
  })
}
