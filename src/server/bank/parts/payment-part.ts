import type { LinePart } from '#domain/bank/candidate.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { confirmPayment, releasePayment, type StoodAs } from '#server/payments/bank-confirmed.ts'
import type { BookedPart, PartKindRules } from './part-kind.ts'
import { linkedPayments } from './refuse-part.ts'

interface Recorded {
  id: number
  customer_id: number
  amount: string
  words: string
}

const RECORDED = sql<Recorded, [ids: readonly number[]]>`
  select p.id, p.customer_id, p.amount_incl_gst::text as amount,
    concat_ws(', ', c.name, p.reference) as words
  from invoicepayments p join customers c on c.id = p.customer_id
  where p.id = any($1) and p.deleted_at is null and p.amount_incl_gst > 0 order by p.id`

const recordedOf = (conn: Conn, part: LinePart) =>
  linkedPayments(part, (ids) => RECORDED.all(conn, ids), 'Choose what was recorded.')

/** Payments that were recorded before, and that this line shows: one, or a deposit of several. */
export const paymentPart: PartKindRules = {
  async book({ ctx, conn, line }, part) {
    const booked: BookedPart[] = []
    for (const { id, customer_id, amount, words } of await recordedOf(conn, part)) {
      const shown = { id, banktransaction_id: line.id, date: line.transaction_date }
      const stood_as = await confirmPayment(ctx, conn, shown)
      const { kind } = part
      booked.push({
        kind,
        amount,
        customer_id,
        invoicepayment_id: id,
        words,
        is_made: false,
        stood_as,
      })
    }
    return booked
  },
  async undo({ ctx, conn }, { invoicepayment_id, stood_as }) {
    // Kept by `book` above.
    const stood = stood_as as StoodAs
    if (invoicepayment_id) await releasePayment(ctx, conn, { id: invoicepayment_id, stood })
  },
}
