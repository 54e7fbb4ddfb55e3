import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import { cents } from '#domain/kit/money.ts'
import { post } from '#server/books/ledger.ts'
import { settleCustomer } from '#server/books/settle.ts'
import { invoiceWrittenOff } from '#server/books/write-off.ts'
import { standingFee, takeBackLateFee } from '#server/invoices/dunning/take-back-late-fee.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'

/** A bad debt is given up, with its late fee. Money that comes after all undoes that first. */
export async function writeOffInvoice(
  ctx: Context,
  conn: Conn,
  input: ActionRequest & { reason: string },
): Promise<Written<typeof invoice>> {
  const { reason } = input
  const written = await transition(ctx, conn, invoice, 'writeoff', input, async ({ row }) => {
    const rest = cents(row.balance ?? '0.00')
    const { customer_id } = row
    const lines = await invoiceWrittenOff(conn, input.id, rest)
    await post(ctx, conn, [
      { event: ledgerEvents.writeOff, customer_id, invoice_id: input.id, reason, lines },
    ])
    const fee = await standingFee(conn, input.id)
    if (fee) await takeBackLateFee(ctx, conn, fee, { reason, again: false })
    // What is given up while the discount is open is the discounted amount, and stays it.
    return row.ppd_state === 'open' ? { ppd_granted: true } : {}
  })
  await settleCustomer(ctx, conn, written.row.customer_id, { because: reason })
  return rowNow(ctx, conn, invoice, input.id)
}
