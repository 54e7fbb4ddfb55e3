import type { StoredColumns } from '#domain/kit/entity.ts'
import { cents } from '#domain/kit/money.ts'
import { type InvoicePayment, invoicepayment } from '#domain/payments/payment.ts'
import { makeAdjustment } from '#server/books/make-adjustment.ts'
import { settleCustomer } from '#server/books/settle.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { chargeDishonour } from './dishonour-fee.ts'
import { takeBackPayment } from './take-back-payment.ts'

interface DishonourRequest extends ActionRequest {
  reason: string
  /** The fee for it, where the organisation has one, is not charged. */
  waive_fee?: boolean | undefined
}

/**
 * The bank took a payment back: what it paid is owed again, and so is what we had paid back of it, as
 * an adjustment that is due at once.
 */
export async function dishonourPayment(
  ctx: Context,
  conn: Conn,
  input: DishonourRequest,
): Promise<Written<typeof invoicepayment>> {
  const charge = (row: InvoicePayment) =>
    input.waive_fee ? Promise.resolve() : chargeDishonour(ctx, conn, row)
  return takeBackWhole(ctx, conn, { ...input, action: 'dishonour', values: {} }, charge)
}

interface TakeBack extends ActionRequest {
  reason: string
  /** A person says so, or the provider of direct debits does. */
  action: 'dishonour' | 'bounce'
  values: StoredColumns<typeof invoicepayment>
}

/** Books back all of a payment, and what was paid back of it as owed. */
export async function takeBackWhole(
  ctx: Context,
  conn: Conn,
  { action, values, ...input }: TakeBack,
  charge: (row: InvoicePayment) => Promise<void> = async () => undefined,
): Promise<Written<typeof invoicepayment>> {
  const { id, reason } = input
  const despiteHolder = action === 'bounce'
  const asked = { ...input, despiteHolder }
  const written = await transition(ctx, conn, invoicepayment, action, asked, async ({ row }) => {
    await takeBackPayment(ctx, conn, row, { reason, fate: 'failed' })
    return { allocated_amount: '0.00', unallocated_amount: '0.00', ...values }
  })
  await charge(written.row)
  const { customer_id, refunded_amount, reference } = written.row
  await settleCustomer(ctx, conn, customer_id, { because: reason })
  const back = refunded_amount ?? '0.00'
  if (cents(back) > 0) {
    const why = `Paid back of the payment ${reference ?? id}, which the bank took back. ${reason}`
    const owed = { kind: 'returned_refund', side: 'debit', amount: back, reason: why } as const
    await makeAdjustment(ctx, conn, { customer_id, ...owed }, { invoicepayment_id: id })
  }
  return rowNow(ctx, conn, invoicepayment, id)
}
