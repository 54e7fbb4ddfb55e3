import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { writtenOff } from '#domain/books/postings.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import { post } from '#server/books/ledger.ts'
import { postedInvoice } from '#server/books/posted-invoice.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { changesOf } from '#server/kit/rows/transition.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'
import { takeBackInvoice } from './cancel-invoice.ts'

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
    const { discounted, undiscounted } = postedInvoice(row)
    const owed = row.ppd_state === 'lost' ? undiscounted : discounted
    const lines = writtenOff(owed, row.gst_percent ?? '0')
    const about = { customer_id: row.customer_id, invoice_id: id }
    await post(ctx, conn, [{ event: ledgerEvents.writeOff, ...about, reason, lines }])
  }
  const values = { ...taken, invoice_status: 'refunded', balance: '0.00' } as const
  const told = { action: 'refund', changes: changesOf<typeof invoice>(row, values), reason }
  await updateRow(ctx, conn, invoice, id, values, told)
}
