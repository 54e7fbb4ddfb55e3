import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { cents } from '#domain/kit/money.ts'
import { badField } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import type { PartKindRules } from './part-kind.ts'
import { required } from './refuse-part.ts'

interface BookedRefund {
  entry_id: number
  customer_id: number
  name: string
}

// A refund of a payment and a payout of credit are both entries about that payment; one that a line
// shows already is not shown by a second.
const REFUND = sql<BookedRefund, [invoicepayment_id: number, amount: string]>`
  select t.id as entry_id, t.customer_id, c.name from transactions t
  join customers c on c.id = t.customer_id
  where t.invoicepayment_id = $1 and t.event in (${[ledgerEvents.refund, ledgerEvents.payout]})
    and t.amount = abs($2::numeric)
    and not exists (select from transactions r where r.reverses_id = t.id)
    and not exists (select from bankparts p where p.kind = 'refund' and p.undone_at is null
      and (p.stood_as ->> 'entry_id')::bigint = t.id)
  order by t.id limit 1`

const SHOWN = sql<never, [id: number, banktransaction_id: number]>`
  update invoicepayments set banktransaction_id = $2 where id = $1 and amount_incl_gst < 0`

const NOT_SHOWN = sql<never, [id: number, banktransaction_id: number]>`
  update invoicepayments set banktransaction_id = null
  where id = $1 and banktransaction_id = $2 and amount_incl_gst < 0`

async function refundOf(conn: Conn, id: number, amount: string): Promise<BookedRefund> {
  const found = await REFUND.one(conn, id, amount)
  if (found) return found
  throw notPossible('match', 'no refund of that amount waits to be seen', 'Book the refund first.')
}

/** Money paid back to a customer, booked before and seen now. */
export const refundPart: PartKindRules = {
  async book({ conn, line }, part) {
    if (cents(part.amount) > 0)
      throw badField('parts.amount', 'Only money that went out is a refund.')
    const [id] = required(part.payment_ids, 'payment_ids', 'Choose the payment it was refunded of.')
    if (id === undefined) throw badField('parts.payment_ids', 'Choose the payment.')
    const { customer_id, name, entry_id } = await refundOf(conn, id, part.amount)
    await SHOWN.run(conn, id, line.id)
    const about = { customer_id, invoicepayment_id: id, words: `Refund to ${name}` }
    const { amount } = part
    return [{ kind: 'refund', amount, ...about, is_made: false, stood_as: { entry_id } }]
  },
  async undo({ conn, line }, { invoicepayment_id }) {
    if (invoicepayment_id) await NOT_SHOWN.run(conn, invoicepayment_id, line.id)
  },
}
