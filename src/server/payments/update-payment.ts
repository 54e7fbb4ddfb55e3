import { updated } from '#domain/kit/problem.ts'
import type { Revision } from '#domain/kit/verbs.ts'
import { type InvoicePayment, invoicepayment } from '#domain/payments/payment.ts'
import { paymentMoney } from '#server/books/money-keys.ts'
import { settleCustomer } from '#server/books/settle.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { reviseRow } from '#server/kit/rows/change-row.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { refuseForeign } from './named-by-payment.ts'

// Money, day and whose it is stay: cancel the payment and enter it anew.
const frozen = ['amount_incl_gst', 'payment_date', 'customer_id', 'payment_type'] as const
// What these do is done when the payment is entered, or by actions of their own.
const decided = { grant_ppd: 'Grant the discount instead.', clearsinvoice: 'Write it off instead.' }

/** Words about a payment may change, and what it was meant for: then its money moves. */
export async function updatePayment(
  ctx: Context,
  conn: Conn,
  input: Revision<typeof invoicepayment>,
) {
  let isRenamed = false
  const written = await reviseRow(ctx, conn, invoicepayment, input, {
    rights: () => {},
    others: async (before) => {
      refuseFrozen(input, before)
      const { invoice_id = before.invoice_id, adjustment_id = before.adjustment_id } = input
      isRenamed = invoice_id !== before.invoice_id || adjustment_id !== before.adjustment_id
      if (!isRenamed) return
      if (before.amount_incl_gst.startsWith('-'))
        throw notPossible('change', 'it paid that credit out', 'Cancel it and pay out another.')
      const { customer_id } = before
      await refuseForeign(conn, [{ customer_id, invoice_id, adjustment_id }])
    },
  })
  if (isRenamed)
    await settleCustomer(ctx, conn, written.row.customer_id, {
      because: 'A payment was said to be for something else.',
      event: { renamed: paymentMoney(input.id) },
    })
  const now = isRenamed ? await rowNow(ctx, conn, invoicepayment, input.id) : written
  return writtenAnswer(ctx, invoicepayment, now, { status: updated })
}

function refuseFrozen(input: Revision<typeof invoicepayment>, before: InvoicePayment): void {
  const differs = (name: keyof InvoicePayment & keyof typeof input) =>
    input[name] !== undefined && input[name] !== before[name]
  if (frozen.some(differs))
    throw notPossible(
      'change',
      'money that was booked stays as it is',
      'Cancel it and enter it anew.',
    )
  for (const name of ['grant_ppd', 'clearsinvoice'] as const)
    if (differs(name)) throw notPossible('change', 'it was decided with the payment', decided[name])
}
