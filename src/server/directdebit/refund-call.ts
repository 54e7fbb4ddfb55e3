import { cents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { scopeOf } from '#server/kit/http/context.ts'
import type { CallKindRules } from './call-kinds.ts'
import { undoRefund } from './follow-refund.ts'

interface AskedRefund {
  id: number
  amount: string
  /** All that goes back through the provider, this included. */
  total: string
  provider_payment_id: string | null
  provider_refund_id: string | null
}

const REFUND = sql<AskedRefund, [id: number]>`
  select r.id, r.amount::text, p.provider_payment_id, r.provider_refund_id,
    (select sum(o.amount) from ddrefunds o where o.invoicepayment_id = p.id and o.id <= r.id
      and o.refund_status not in ('refused', 'returned'))::text as total
  from ddrefunds r join invoicepayments p on p.id = r.invoicepayment_id where r.id = $1`

const SENT = sql<never, [id: number, provider_refund_id: string]>`
  update ddrefunds set provider_refund_id = $2,
    refund_status = case refund_status when 'asked' then 'sent' else refund_status end
  where id = $1`

// The provider wants the whole that goes back confirmed, so each waits for those before it.
const BEFORE = sql<{ id: number }, [id: number]>`
  select o.id from ddrefunds o join ddrefunds r on r.invoicepayment_id = o.invoicepayment_id
  where r.id = $1 and o.id < r.id and o.refund_status = 'asked' limit 1`

/** Pays back through the provider; where it will not, the refund is undone and said. */
export const refundCall: CallKindRules = {
  make: async (ctx, { refund_id, call_key }, provider) => {
    const asked = await ctx.database.read(scopeOf(ctx), (conn) => REFUND.one(conn, refund_id ?? 0))
    if (!asked?.provider_payment_id || asked.provider_refund_id !== null) return 'withdrawn'
    if (await ctx.database.read(scopeOf(ctx), (conn) => BEFORE.one(conn, asked.id))) return 'later'
    const made = await provider.refund({
      key: call_key,
      debit_id: asked.provider_payment_id,
      amount: cents(asked.amount),
      total: cents(asked.total),
    })
    return (conn: Conn) => SENT.run(conn, asked.id, made.id)
  },
  refused: async (ctx, conn, { refund_id }, { message }) => {
    await undoRefund(ctx, conn, refund_id ?? 0, { status: 'refused', message })
  },
}
