import { bill } from '#domain/billing/bill.ts'
import type { Context } from '#server/context.ts'
import type { Conn } from '#server/kit/database.ts'
import { notPossible } from '#server/kit/state.ts'
import { transition } from '#server/kit/transition.ts'
import type { Written } from '#server/kit/write-row.ts'
import { reverse } from './ledger.ts'

/** A bill that was owed by mistake is booked back; what was paid stands in the way. */
export async function reverseBill(
  ctx: Context,
  conn: Conn,
  input: { id: number; version?: number | undefined; reason?: string | undefined },
): Promise<Written> {
  return transition(ctx, conn, bill, 'cancel', input, async () => {
    const paid = await conn.query(
      `select 1 from billpayments where bill_id = $1 and payment_status not in ('cancelled', 'draft')
       and deleted_at is null limit 1`,
      [input.id],
    )
    if (paid.length > 0) throw notPossible('cancel', 'it has payments', 'Cancel those first.')
    const standing = await conn.query<{ id: number }>(
      `select t.id from transactions t where t.bill_id = $1 and t.reverses_id is null
       and not exists (select from transactions r where r.reverses_id = t.id)`,
      [input.id],
    )
    await reverse(
      ctx,
      conn,
      standing.map((entry) => entry.id),
      input.reason ?? 'Cancelled.',
    )
    return { balance: '0.00' }
  })
}
