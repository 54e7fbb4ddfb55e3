import { makeAdjustment, type NewAdjustment } from '#server/books/make-adjustment.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { DEMO_TODAY } from './demo-time.ts'

type GivenFields = Omit<NewAdjustment, 'customer_id'>

// By the place of the contract whose second invoice follows.
const beforeInvoice: Record<number, GivenFields> = {
  0: {
    kind: 'goodwill',
    side: 'credit',
    amount: '15.00',
    with_gst: true,
    reason: 'Sorry for the three weeks it took to change the meter',
  },
  6: {
    kind: 'opening_balance',
    side: 'debit',
    amount: '72.05',
    due_date: '2026-09-20',
    reason: 'Owed when they came from their former broker',
  },
}

/** Credit that the next invoice uses up, and a debt that its page carries. */
export async function adjustBefore(
  ctx: Context,
  conn: Conn,
  { customer_id, place }: { customer_id: number; place: number },
): Promise<void> {
  const given = beforeInvoice[place]
  if (given) await makeAdjustment(ctx, conn, { customer_id, ...given })
}

const today: GivenFields[] = [
  {
    kind: 'correction',
    side: 'credit',
    amount: '45.20',
    with_gst: true,
    reason: 'Daily charge of a site that had closed',
  },
  {
    kind: 'opening_balance',
    side: 'debit',
    amount: '118.60',
    due_date: '2026-10-30',
    reason: 'Last invoice of their former broker',
  },
  { kind: 'goodwill', side: 'credit', amount: '15.00', reason: 'A call that nobody returned' },
]

/** What was adjusted on the demonstration's own day, for customers who are not billed yet. */
export async function storeAdjustments(on: (day: string) => Context, conn: Conn): Promise<void> {
  const customers = await conn.query<{ id: number }>(
    `select id from customers where customer_status = 'active' and invoice_latest is null
       and deleted_at is null order by id limit $1`,
    [today.length],
  )
  for (const [place, { id }] of customers.entries()) {
    const given = today[place]
    if (given) await makeAdjustment(on(DEMO_TODAY), conn, { customer_id: id, ...given })
  }
}
