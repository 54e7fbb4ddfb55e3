import { accounts } from '#domain/books/postings.ts'
import { cents } from '#domain/kit/money.ts'
import type { BillPayment } from '#domain/payments/payment.ts'
import { takeMoneyOff } from '#server/bills/place-supplier-money.ts'
import { settleItem } from '#server/bills/settle-adjustment.ts'
import { openItems, type SupplierItem } from '#server/bills/supplier-money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { closeRest, reopenRest } from './close-bill-rest.ts'
import { payableItem } from './payable-item.ts'

const FREE = sql<{ free: string }, [id: number]>`
  select coalesce(unallocated_amount, 0)::text as free from billpayments where id = $1`

const ITEMS_PAID = sql<SupplierItem & { supplier_id: number | null }, [billpayment_id: number]>`
  select t.bill_id, t.adjustment_id, max(t.supplier_id) as supplier_id from transactions t
  join accounttransactions a on a.transaction_id = t.id and a.account = ${accounts.payables}
  where t.billpayment_id = $1 and num_nonnulls(t.bill_id, t.adjustment_id) = 1
  group by t.bill_id, t.adjustment_id order by t.bill_id, t.adjustment_id`

/**
 * Puts a payment on what it names and what is left of it on what else is open on the same account, as
 * a bill asks for its opening balance too. The rest is our credit with the supplier.
 */
export async function placePayment(ctx: Context, conn: Conn, row: BillPayment): Promise<void> {
  const { id: billpayment_id, bill_id, adjustment_id, supplier_id } = row
  const named = { bill_id, adjustment_id }
  await settleItem(ctx, conn, named)
  if (row.clearsbill) {
    await closeRest(ctx, conn, { supplier_id, ...named, billpayment_id })
    await settleItem(ctx, conn, named)
  }
  const account = await payableItem(conn, named)
  if (!account) return
  for (const other of await openItems(conn, account)) {
    const left = await FREE.one(conn, billpayment_id)
    if (cents(left?.free ?? '0.00') <= 0) break
    await settleItem(ctx, conn, other)
  }
}

/** Takes a payment off all that it lies on, which it answers; a rest it closed is owed again. */
export async function takePaymentOff(
  ctx: Context,
  conn: Conn,
  { id }: Pick<BillPayment, 'id'>,
): Promise<SupplierItem[]> {
  await reopenRest(ctx, conn, id)
  const items = await ITEMS_PAID.all(conn, id)
  for (const { supplier_id, ...item } of items)
    await takeMoneyOff(ctx, conn, { item, supplier_id }, (money) => money.billpayment_id === id)
  return items
}
