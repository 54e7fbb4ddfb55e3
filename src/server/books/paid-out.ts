import { voidPaymentStatuses } from '#domain/books/counted-statuses.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import type { ItemColumns } from './money-keys.ts'

/** A payment of less than nothing pays out credit of what it names. */
export const PAYOUTS = fragment`invoicepayments o where o.amount_incl_gst < 0
  and o.payment_status not in (${voidPaymentStatuses}) and o.deleted_at is null`

const PAID_OUT = sql<{ id: number }, [invoice_id: number | null, adjustment_id: number | null]>`
  select o.id from ${PAYOUTS} and (o.invoice_id = $1 or o.adjustment_id = $2) limit 1`

/** Credit that left cannot be taken back with the document that gave it. */
export async function refusePaidOut(
  conn: Conn,
  { invoice_id, adjustment_id }: ItemColumns,
  action: string,
): Promise<void> {
  if (await PAID_OUT.one(conn, invoice_id, adjustment_id))
    throw notPossible(action, 'its credit was paid out', 'Cancel the payout first.')
}
