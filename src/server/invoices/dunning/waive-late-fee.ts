import { invoice } from '#domain/invoices/invoice.ts'
import { settleCustomer } from '#server/books/settle.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { isUnsent, standingFee, takeBackLateFee } from './take-back-late-fee.ts'

/** The customer need not pay for having been late, once and for all with this invoice. */
export async function waiveLateFee(
  ctx: Context,
  conn: Conn,
  input: ActionRequest & { reason: string },
): Promise<Written<typeof invoice>> {
  const written = await transition(ctx, conn, invoice, 'waivefee', input, async () => {
    const fee = await standingFee(conn, input.id)
    if (!fee) throw notPossible('waive the late fee of', 'it has no late fee')
    if (isUnsent(fee)) {
      const where = fee.invoice_number ? `invoice ${fee.invoice_number}` : 'a draft invoice'
      const instead = fee.invoice_number
        ? 'Cancel or send that one first.'
        : 'Delete that draft first.'
      throw notPossible(
        'waive the late fee of',
        `it stands on ${where}, which is not sent yet`,
        instead,
      )
    }
    await takeBackLateFee(ctx, conn, fee, { reason: input.reason, again: false })
    return { has_late_fee: false }
  })
  await settleCustomer(ctx, conn, written.row.customer_id, { because: input.reason })
  return rowNow(ctx, conn, invoice, input.id)
}
