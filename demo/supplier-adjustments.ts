import { supplierOwner } from '#server/bills/supplier-adjustments.ts'
import { makeAdjustment, type NewAdjustment } from '#server/books/make-adjustment.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { approvePayment, planPayment } from '#server/payments/pay-supplier.ts'
import { DEMO_TODAY } from './demo-time.ts'

interface OpenAccount {
  supplier_id: number
  account_number_with_supplier: string
}

const owed: Omit<NewAdjustment, 'customer_id' | 'supplier_id'> = {
  kind: 'opening_balance',
  side: 'debit',
  amount: '214.90',
  due_date: '2026-12-04',
  reason: 'Last statement from before we kept these books',
}

const given: Omit<NewAdjustment, 'customer_id' | 'supplier_id'> = {
  kind: 'correction',
  side: 'credit',
  amount: '38.40',
  reason: 'The meter was read wrongly in August; the supplier credits it',
}

/** What we owe a supplier without a bill, ready for the next file, and what another one gave us. */
export async function storeSupplierAdjustments(
  on: (day: string) => Context,
  conn: Conn,
): Promise<void> {
  const accounts = await conn.query<OpenAccount>(
    `select distinct on (supplier_id) supplier_id, account_number_with_supplier from bills
     where bill_status in ('approved', 'invoiced') and balance > 100 and not is_withheld
       and account_number_with_supplier is not null and deleted_at is null
     order by supplier_id, id limit 2`,
  )
  const ctx = on(DEMO_TODAY)
  const [first, second] = accounts
  if (!first || !second) return
  const { row } = await makeAdjustment(ctx, conn, { ...owed, ...first }, { owner: supplierOwner })
  await makeAdjustment(ctx, conn, { ...given, ...second }, { owner: supplierOwner })
  const { id } = await planPayment(ctx, conn, {
    adjustment_id: row.id,
    payment_date: DEMO_TODAY,
    amount_incl_gst: row.amount,
    payment_type: 'bank_transfer',
    reference: row.adjustment_number,
  })
  await approvePayment(ctx, conn, { id })
}
