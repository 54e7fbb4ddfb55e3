import { compactDay } from '#domain/payments/payment-file/payment-batch.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { approvePayment, payOut, planPayment } from '#server/payments/pay-supplier.ts'
import { DEMO_TODAY } from './demo-time.ts'

/** How far the payment of a bill has come; the last ones wait for the next file to the bank. */
const stages = ['paid', 'paid', 'approved', 'draft', 'none'] as const

/** The first bills are due on one day and went to the bank in one file. */
const IN_FILE = 10

interface OpenBill {
  id: number
  supplier_statement_number: string
  supplier_due_date: string
  balance: string
}

/** Payments of the suppliers' bills, made by the functions that make them for people. */
export async function storeSupplierPayments(
  on: (day: string) => Context,
  conn: Conn,
): Promise<void> {
  const bills = await conn.query<OpenBill>(
    `select id, supplier_statement_number, supplier_due_date, balance::text from bills
     where bill_status in ('approved', 'invoiced') and balance > 0 and not is_disputed
       and deleted_at is null order by supplier_due_date, id`,
  )
  let batch: string | undefined
  for (const [place, bill] of bills.entries()) {
    const stage = stages[place % stages.length]
    if (stage === 'none') continue
    const payment_date = [bill.supplier_due_date, DEMO_TODAY].sort()[0] ?? DEMO_TODAY
    const ctx = on(payment_date)
    const { id } = await planPayment(ctx, conn, {
      bill_id: bill.id,
      payment_date,
      amount_incl_gst: bill.balance,
      payment_type: 'bank_transfer',
      reference: bill.supplier_statement_number,
    })
    if (stage !== 'draft') await approvePayment(ctx, conn, { id })
    if (stage !== 'paid') continue
    batch ??= `SB-${compactDay(payment_date)}-${id}`
    await payOut(ctx, conn, { id }, place < IN_FILE ? { batch } : {})
  }
}
