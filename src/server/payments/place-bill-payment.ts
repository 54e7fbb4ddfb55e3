import { accounts } from '#domain/books/postings.ts'
import { cents } from '#domain/kit/money.ts'
import type { BillPayment } from '#domain/payments/payment.ts'
import { OWED_BILL, openBillsBeside } from '#server/bills/bill-money.ts'
import { settleBill, takeMoneyOff } from '#server/bills/settle-bill.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { closeRest, reopenRest } from './close-bill-rest.ts'

const FREE = sql<{ free: string }, [id: number]>`
  select coalesce(unallocated_amount, 0)::text as free from billpayments where id = $1`

const BILLS_PAID = sql<{ bill_id: number; supplier_id: number | null }, [billpayment_id: number]>`
  select t.bill_id, max(t.supplier_id) as supplier_id from transactions t
  join accounttransactions a on a.transaction_id = t.id and a.account = ${accounts.payables}
  where t.billpayment_id = $1 and t.bill_id is not null group by t.bill_id order by t.bill_id`

/**
 * Puts a payment on the bill it names and what is left of it on older bills of the same account, as
 * a bill asks for its opening balance too. The rest is our credit with the supplier.
 */
export async function placePayment(ctx: Context, conn: Conn, row: BillPayment): Promise<void> {
  const { id: billpayment_id, bill_id, supplier_id } = row
  await settleBill(ctx, conn, bill_id, 'settle')
  if (row.clearsbill) {
    await closeRest(ctx, conn, { supplier_id, bill_id, billpayment_id })
    await settleBill(ctx, conn, bill_id, 'settle')
  }
  const named = await OWED_BILL.one(conn, bill_id)
  if (!named) return
  for (const other of await openBillsBeside(conn, named)) {
    const left = await FREE.one(conn, billpayment_id)
    if (cents(left?.free ?? '0.00') <= 0) break
    await settleBill(ctx, conn, other, 'settle')
  }
}

/** Takes a payment off every bill it lies on, which it answers; a rest it closed is owed again. */
export async function takePaymentOff(
  ctx: Context,
  conn: Conn,
  { id }: Pick<BillPayment, 'id'>,
): Promise<number[]> {
  await reopenRest(ctx, conn, id)
  const bills = await BILLS_PAID.all(conn, id)
  for (const { bill_id, supplier_id } of bills) {
    const about = { id: bill_id, supplier_id }
    await takeMoneyOff(ctx, conn, about, (money) => money.billpayment_id === id)
  }
  return bills.map((bill) => bill.bill_id)
}
