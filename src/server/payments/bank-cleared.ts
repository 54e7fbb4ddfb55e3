import { billpayment } from '#domain/payments/payment.ts'
import { settleItem } from '#server/bills/settle-adjustment.ts'
import type { SupplierItem } from '#server/bills/supplier-money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { holdSupplier, takeBackFromSupplier } from './pay-supplier.ts'

const ITEMS = sql<SupplierItem, [billpayment_id: number]>`
  select distinct t.bill_id, t.adjustment_id from transactions t
  where t.billpayment_id = $1 and num_nonnulls(t.bill_id, t.adjustment_id) = 1`

/** What a payment lies on follows it: a bill is cleared once all of its money is. */
export async function settleItemsOf(ctx: Context, conn: Conn, id: number): Promise<void> {
  for (const item of await ITEMS.all(conn, id)) await settleItem(ctx, conn, item)
}

/** A payment to a supplier is seen on the bank. */
export async function clearOut(
  ctx: Context,
  conn: Conn,
  { id, banktransaction_id }: { id: number; banktransaction_id: number },
): Promise<void> {
  await holdSupplier(conn, id)
  await transition(ctx, conn, billpayment, 'clear', { id }, async () => ({ banktransaction_id }))
  await settleItemsOf(ctx, conn, id)
}

/** The line turned out to be something else: the payment waits for its own. */
export async function releaseOut(ctx: Context, conn: Conn, id: number): Promise<void> {
  await holdSupplier(conn, id)
  await transition(ctx, conn, billpayment, 'release', { id }, async () => ({
    banktransaction_id: null,
  }))
  await settleItemsOf(ctx, conn, id)
}

/** The bank sent a payment back: it is to be paid anew. */
export async function cameBack(ctx: Context, conn: Conn, id: number): Promise<void> {
  await holdSupplier(conn, id)
  let items: SupplierItem[] = []
  await transition(ctx, conn, billpayment, 'came_back', { id }, async ({ row, version }) => {
    items = await takeBackFromSupplier(ctx, conn, row, `bill payment ${id} back ${version}`)
    const nothing = { allocated_amount: '0.00', unallocated_amount: '0.00' }
    return { ...nothing, banktransaction_id: null }
  })
  for (const item of items) await settleItem(ctx, conn, item)
}
