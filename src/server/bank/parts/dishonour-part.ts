import { badField } from '#domain/kit/problem.ts'
import { sql } from '#server/kit/database/sql.ts'
import { dishonourPayment } from '#server/payments/dishonour-payment.ts'
import { revivePayment } from '#server/payments/revive-payment.ts'
import type { PartKindRules } from './part-kind.ts'
import { refuseOtherSum, required } from './refuse-part.ts'

interface Deposited {
  customer_id: number
  amount: string
  name: string
}

const DEPOSITED = sql<Deposited, [id: number]>`
  select p.customer_id, p.amount_incl_gst::text as amount, c.name
  from invoicepayments p join customers c on c.id = p.customer_id
  where p.id = $1 and p.deleted_at is null`

/** The bank took a payment back: what it paid is owed again. */
export const dishonourPart: PartKindRules = {
  async book({ ctx, conn, line }, part) {
    const [id] = required(part.payment_ids, 'payment_ids', 'Choose the payment that came back.')
    const payment = id === undefined ? undefined : await DEPOSITED.one(conn, id)
    if (!payment || id === undefined)
      throw badField('parts.payment_ids', 'Choose the payment that came back.')
    refuseOtherSum(part, [payment.amount])
    const reason = `The bank took it back on ${line.transaction_date}.`
    await dishonourPayment(ctx, conn, { id, reason })
    const words = `Dishonoured payment of ${payment.name}`
    const { customer_id } = payment
    const { amount } = part
    const made = { customer_id, invoicepayment_id: id, words, is_made: false }
    return [{ kind: 'dishonour', amount, ...made }]
  },
  async undo({ ctx, conn }, { invoicepayment_id }, reason) {
    if (invoicepayment_id) await revivePayment(ctx, conn, { id: invoicepayment_id, reason })
  },
}
