import { type Bill, bill } from '#domain/bills/bill.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { billApproved } from '#domain/books/postings.ts'
import { GST_PERCENT } from '#domain/kit/gst.ts'
import { cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { post } from '#server/books/ledger.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Changes } from '#server/kit/rows/history.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import { updateRow, type Written } from '#server/kit/rows/write-row.ts'
import { refuseUncheckedBill } from './bill-check-stored.ts'

interface BillApproval extends ActionRequest {
  /** Codes of the warnings somebody has looked at. */
  acknowledge?: string[] | undefined
}

const BILLS_OF_INVOICE = sql<TakenBill, [invoice_id: number]>`
  select id, supplier_id, bill_status, gst_percent::text, discounted_bill_sum::text,
    othercharges_total::text, balance::text from bills
  where invoice_id = $1 and bill_status in ('draft', 'approved') for update`

/** A bill that was checked is owed to the supplier from now on. */
export async function approveBill(
  ctx: Context,
  conn: Conn,
  input: BillApproval,
): Promise<Written<typeof bill>> {
  return transition(ctx, conn, bill, 'approve', input, async ({ row }) => {
    const validations = await refuseUncheckedBill(conn, row, input.acknowledge ?? [])
    const total = await bookBill(ctx, conn, row)
    return { balance: total, validations }
  })
}

/** An invoice that goes out takes its bills along: those nobody approved are owed now too. */
export async function approveBills(ctx: Context, conn: Conn, invoice_id: number): Promise<void> {
  const bills = await BILLS_OF_INVOICE.all(conn, invoice_id)
  for (const row of bills) {
    const isNew = row.bill_status === 'draft'
    const balance = isNew ? await bookBill(ctx, conn, row) : row.balance
    const changes: Changes<typeof bill> = { bill_status: [row.bill_status, 'invoiced'] }
    const values = { bill_status: 'invoiced', balance } as const
    await updateRow(ctx, conn, bill, row.id, values, { action: 'invoiced', changes })
  }
}

type BookedBill = Pick<
  Bill,
  'id' | 'supplier_id' | 'gst_percent' | 'discounted_bill_sum' | 'othercharges_total'
> & { version?: number }
type TakenBill = BookedBill & Pick<Bill, 'bill_status' | 'balance'>

/** What this period adds to what we owe; the bill's opening balance was booked before. */
async function bookBill(ctx: Context, conn: Conn, row: BookedBill): Promise<string> {
  const total = wholeCents(
    cents(row.discounted_bill_sum ?? '0.00') + cents(row.othercharges_total ?? '0.00'),
  )
  const lines = billApproved(total, row.gst_percent ?? GST_PERCENT)
  await post(ctx, conn, [
    {
      supplier_id: row.supplier_id,
      bill_id: row.id,
      event: ledgerEvents.billApproved,
      unique_key: `bill ${row.id} approved ${row.version ?? ''}`,
      lines,
    },
  ])
  return toDecimalString(total)
}
