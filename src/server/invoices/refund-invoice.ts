import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import { cents } from '#domain/kit/money.ts'
import { post } from '#server/books/ledger.ts'
import { invoiceWrittenOff } from '#server/books/write-off.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { changesOf } from '#server/kit/rows/transition.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { takeBackInvoice } from './cancel-invoice.ts'

const PAID = sql<{ amount: string }, [invoice_id: number]>`
  select coalesce(sum(amount), 0)::numeric(14,2)::text as amount from allocations
  where invoice_id = $1`

/**
 * All money of a settled invoice was paid back: nothing is asked for any more. Either it never was
 * owed, and all of it is taken back, or it is given up.
 */
export async function settleRefunded(
  ctx: Context,
  conn: Conn,
  id: number,
  how: 'reversed' | 'written_off',
  reason: string,
): Promise<void> {
  const { row } = await rowNow(ctx, conn, invoice, id)
  if (row.invoice_status !== 'cleared' && row.invoice_status !== 'paid') return
  const taken = how === 'reversed' ? await takeBackInvoice(ctx, conn, row, { id, reason }) : {}
  if (how === 'written_off') {
    // What had paid it is given up: fees that were waived and rests that were closed are so already.
    const paid = await PAID.one(conn, id)
    const lines = await invoiceWrittenOff(conn, id, cents(paid?.amount ?? '0.00'))
    const about = { customer_id: row.customer_id, invoice_id: id }
    await post(ctx, conn, [{ event: ledgerEvents.writeOff, ...about, reason, lines }])
  }
  const values = { ...taken, invoice_status: 'refunded', balance: '0.00' } as const
  const told = { action: 'refund', changes: changesOf<typeof invoice>(row, values), reason }
  await updateRow(ctx, conn, invoice, id, values, told)
}
