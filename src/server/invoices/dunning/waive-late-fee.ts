import { invoice } from '#domain/invoices/invoice.ts'
import { cents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { settleCustomer } from '#server/books/settle.ts'
import { backToDraft } from '#server/invoices/draft-invoice.ts'
import { changeDraft } from '#server/invoices/update-invoice.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { isUnsent, type StandingFee, standingFee, takeBackLateFee } from './take-back-late-fee.ts'

const LET_GO = sql<never, [charge_id: number]>`
  update pending_charges set invoice_id = null where id = $1`

/** The customer need not pay for having been late, once and for all with this invoice. */
export async function waiveLateFee(
  ctx: Context,
  conn: Conn,
  input: ActionRequest & { reason: string },
): Promise<Written<typeof invoice>> {
  const { reason } = input
  const written = await transition(ctx, conn, invoice, 'waivefee', input, async () => {
    const fee = await standingFee(conn, input.id)
    if (!fee) throw notPossible('waive the late fee of', 'it has no late fee')
    const free = isUnsent(fee) ? await takeOffDraft(ctx, conn, fee, reason) : fee
    await takeBackLateFee(ctx, conn, free, { reason, again: false })
    return { has_late_fee: false }
  })
  await settleCustomer(ctx, conn, written.row.customer_id, { because: reason })
  return rowNow(ctx, conn, invoice, input.id)
}

/** An invoice that never went out is a draft again and asks for the rest of its fees. */
async function takeOffDraft(
  ctx: Context,
  conn: Conn,
  fee: StandingFee,
  reason: string,
): Promise<StandingFee> {
  const { invoice_id: id, amount } = fee
  if (id === null) return fee
  if (fee.invoice_status === 'approved') await backToDraft(ctx, conn, { id, reason })
  await LET_GO.run(conn, fee.id)
  const { row } = await lockRow(ctx, conn, invoice, id)
  const left = cents(row.late_payment_fee_amount ?? '0.00') - cents(amount)
  const late_payment_fee_amount = toDecimalString(wholeCents(Math.max(0, left)))
  await changeDraft(ctx, conn, { id, reason }, { late_payment_fee_amount })
  return { ...fee, invoice_id: null, invoice_status: null }
}
