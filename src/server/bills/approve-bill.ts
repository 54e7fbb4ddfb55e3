import { bill } from '#domain/bills/bill.ts'
import { billApproved } from '#domain/books/postings.ts'
import { cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { post } from '#server/books/ledger.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { updateRow, type Written } from '#server/kit/rows/write-row.ts'
import { refuseUncheckedBill } from './bill-check-stored.ts'

interface Asked {
  id: number
  version?: number | undefined
  /** Codes of the warnings somebody has looked at. */
  acknowledge?: string[] | undefined
}

/** A bill that was checked is owed to the supplier from now on. */
export async function approveBill(ctx: Context, conn: Conn, input: Asked): Promise<Written> {
  return transition(ctx, conn, bill, 'approve', input, async ({ row }) => {
    const validations = await refuseUncheckedBill(conn, row, input.acknowledge ?? [])
    const total = await bookBill(ctx, conn, row)
    return { balance: total, validations }
  })
}

/** An invoice that goes out takes its bills along: those nobody approved are owed now too. */
export async function approveBills(ctx: Context, conn: Conn, invoice_id: number): Promise<void> {
  const bills = await conn.query<Record<string, unknown>>(
    `select id, supplier_id, bill_status, gst_percent::text, discounted_bill_sum::text,
       othercharges_total::text, supplier_due_date, balance::text from bills
     where invoice_id = $1 and bill_status in ('draft', 'approved') for update`,
    [invoice_id],
  )
  for (const row of bills) {
    const isNew = row.bill_status === 'draft'
    const balance = isNew ? await bookBill(ctx, conn, row) : row.balance
    const changes = { bill_status: [row.bill_status, 'invoiced'] as [unknown, unknown] }
    const values = { bill_status: 'invoiced', balance }
    await updateRow(ctx, conn, bill, Number(row.id), values, { action: 'invoiced', changes })
  }
}

/** What this period adds to what we owe; the bill's opening balance was booked before. */
async function bookBill(ctx: Context, conn: Conn, row: Record<string, unknown>): Promise<string> {
  const at = (name: string) => cents(String(row[name] ?? '0.00'))
  const total = wholeCents(at('discounted_bill_sum') + at('othercharges_total'))
  const about = {
    supplier_id: typeof row.supplier_id === 'number' ? row.supplier_id : null,
    bill_id: Number(row.id),
  }
  const lines = billApproved(total, String(row.gst_percent ?? '15'))
  await post(ctx, conn, [
    {
      ...about,
      event: 'bill_approved',
      unique_key: `bill ${row.id} approved ${row.version ?? ''}`,
      lines,
    },
  ])
  return toDecimalString(total)
}
