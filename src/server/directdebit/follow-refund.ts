import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { cents } from '#domain/kit/money.ts'
import type { ProviderRefund } from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { refundReturned } from '#server/payments/refund-returned.ts'

interface StandingRefund {
  invoicepayment_id: number
  customer_id: number
  name: string
  amount: string
  entry_id: number | null
}

// The entry of this refund is one of its payment, of its amount, that nobody took back.
const STANDING = sql<StandingRefund, [id: number]>`
  select r.invoicepayment_id, p.customer_id, coalesce(c.name_business, c.name) as name,
    r.amount::text, (select t.id from transactions t where t.invoicepayment_id = p.id
      and t.event = ${ledgerEvents.refund} and t.amount = r.amount and not exists (
        select from transactions o where o.reverses_id = t.id)
      order by t.id desc limit 1) as entry_id
  from ddrefunds r join invoicepayments p on p.id = r.invoicepayment_id
    join customers c on c.id = p.customer_id
  where r.id = $1 and r.refund_status not in ('returned', 'refused') for update of r`

const SAID = sql<never, [id: number, refund_status: string, message: string | null]>`
  update ddrefunds set refund_status = $2, message = coalesce($3, message) where id = $1`

/** A refund that did not reach the customer: the money is here again. */
export async function undoRefund(
  ctx: Context,
  conn: Conn,
  id: number,
  { status, message = null }: { status: 'returned' | 'refused'; message?: string | null },
): Promise<void> {
  const found = await STANDING.one(conn, id)
  if (!found) return
  const { entry_id, amount, ...refund } = found
  if (entry_id !== null)
    await refundReturned(
      ctx,
      conn,
      { ...refund, entry_id, amount: cents(amount), isByProvider: true },
      todayOf(ctx),
    )
  await SAID.run(conn, id, status, message)
}

const KNOWN = sql<{ id: number }, [provider_refund_id: string, our_key: string | null]>`
  select id from ddrefunds where provider_refund_id = $1 or id = (select c.refund_id from ddcalls c
    where c.call_key = $2 and c.kind = 'refund')`

const KNOWN_AS = sql<never, [id: number, provider_refund_id: string]>`
  update ddrefunds set provider_refund_id = $2 where id = $1 and provider_refund_id is null`

const returned = new Set(['bounced', 'funds_returned', 'cancelled', 'failed'])

/** Brings a refund to where it stands at the provider; false where it is none of ours. */
export async function followRefund(
  ctx: Context,
  conn: Conn,
  { id: provider_id, status, our_key }: ProviderRefund,
): Promise<boolean> {
  const own = await KNOWN.one(conn, provider_id, our_key)
  if (!own) return false
  await KNOWN_AS.run(conn, own.id, provider_id)
  if (returned.has(status)) await undoRefund(ctx, conn, own.id, { status: 'returned' })
  else if (status === 'paid') await SAID.run(conn, own.id, 'paid', null)
  return true
}
