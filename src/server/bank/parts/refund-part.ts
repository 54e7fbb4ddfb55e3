import type { ItemPart } from '#domain/books/account-changes.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { cents, wholeCents } from '#domain/kit/money.ts'
import { badField } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type BookedRefund, refundLeft, refundReturned } from '#server/payments/refund-returned.ts'
import type { Matching, PartKindRules, StoredPart } from './part-kind.ts'
import { required } from './refuse-part.ts'

// A refund of a payment and a payout of credit are both entries about that payment; one that a line
// shows already is not shown by a second, and one that no line shows has not come back.
const REFUND = sql<
  Omit<BookedRefund, 'amount'>,
  [invoicepayment_id: number, amount: string, isShown: boolean]
>`
  select t.id as entry_id, t.invoicepayment_id, t.customer_id, c.name from transactions t
  join customers c on c.id = t.customer_id
  where t.invoicepayment_id = $1 and t.event in (${[ledgerEvents.refund, ledgerEvents.payout]})
    and t.amount = abs($2::numeric)
    and not exists (select from transactions r where r.reverses_id = t.id)
    and $3 = exists (select from bankparts p where p.kind = 'refund' and p.undone_at is null
      and (p.stood_as ->> 'entry_id')::bigint = t.id)
  order by t.id limit 1`

const SHOWN = sql<never, [id: number, banktransaction_id: number]>`
  update invoicepayments set banktransaction_id = $2 where id = $1 and amount_incl_gst < 0`

const NOT_SHOWN = sql<never, [id: number, banktransaction_id: number]>`
  update invoicepayments set banktransaction_id = null
  where id = $1 and banktransaction_id = $2 and amount_incl_gst < 0`

async function refundOf(conn: Conn, id: number, amount: string): Promise<BookedRefund> {
  const isBack = cents(amount) > 0
  const found = await REFUND.one(conn, id, amount, isBack)
  if (found) return { ...found, amount: wholeCents(Math.abs(cents(amount))) }
  throw isBack
    ? notPossible('match', 'no refund of that amount has left', 'Match the line it left by first.')
    : notPossible('match', 'no refund of that amount waits to be seen', 'Book the refund first.')
}

/** How a refund stood, with what its money lies on again. */
interface ReturnedRefund {
  returned: BookedRefund & { parts: ItemPart[] }
}

/** Money paid back to a customer, booked before and seen now; or such money that came back. */
export const refundPart: PartKindRules = {
  async book({ ctx, conn, line }, { amount, payment_ids }) {
    const [id] = required(payment_ids, 'payment_ids', 'Choose the payment it was refunded of.')
    if (id === undefined) throw badField('parts.payment_ids', 'Choose the payment.')
    const refund = await refundOf(conn, id, amount)
    const { customer_id, name, entry_id } = refund
    const about = { kind: 'refund', amount, customer_id, invoicepayment_id: id } as const
    if (cents(amount) < 0) {
      await SHOWN.run(conn, id, line.id)
      return [{ ...about, words: `Refund to ${name}`, is_made: false, stood_as: { entry_id } }]
    }
    const parts = await refundReturned(ctx, conn, refund, line.transaction_date)
    const stood_as: ReturnedRefund = { returned: { ...refund, parts } }
    return [{ ...about, words: `Refund to ${name}, came back`, is_made: false, stood_as }]
  },
  async undo(matching, part, reason) {
    if (cents(part.amount) > 0) return leftAfterAll(matching, part, reason)
    const { conn, line } = matching
    // Kept by `book` above.
    const { entry_id } = part.stood_as as { entry_id: number }
    if (await CAME_BACK.one(conn, entry_id))
      throw notPossible(
        'take the match off',
        'another line shows that the money came back',
        'Take the match off that line first.',
      )
    if (part.invoicepayment_id) await NOT_SHOWN.run(conn, part.invoicepayment_id, line.id)
  },
}

const CAME_BACK = sql<{ id: number }, [entry_id: number]>`
  select id from bankparts where kind = 'refund' and undone_at is null
    and (stood_as -> 'returned' ->> 'entry_id')::bigint = $1`

const SHOWN_ANEW = sql<never, [entry_id: number, anew: number]>`
  update bankparts set stood_as = jsonb_build_object('entry_id', $2::bigint)
  where kind = 'refund' and undone_at is null and (stood_as ->> 'entry_id')::bigint = $1`

/** The line it left by shows the refund that is booked anew. */
async function leftAfterAll({ ctx, conn }: Matching, part: StoredPart, reason: string) {
  // Kept by `book` above.
  const { returned } = part.stood_as as ReturnedRefund
  const entry_id = await refundLeft(ctx, conn, returned, reason)
  await SHOWN_ANEW.run(conn, returned.entry_id, entry_id)
}
