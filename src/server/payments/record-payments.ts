import { badField, created, Problem } from '#domain/kit/problem.ts'
import type { RecordedPayment } from '#domain/payments/invoicepayment-calls.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import { holdCustomers } from '#server/books/hold-customers.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { refuseForeign } from './named-by-payment.ts'
import { type NewPayment, receivePayments, refuseAlone, repeatsAmong } from './receive-payments.ts'
import { receiptsIfWanted } from './send-receipt.ts'

const CUSTOMERS = sql<{ id: number; is_archived: boolean }, [ids: readonly number[]]>`
  select id, deleted_at is not null as is_archived from customers where id = any($1)`

const RECORDED = sql<Omit<RecordedPayment, 'is_repeated'>, [ids: readonly number[]]>`
  select p.id, p.customer_id, p.invoice_id, p.adjustment_id, p.allocated_amount::text,
    p.unallocated_amount::text
  from unnest($1::bigint[]) with ordinality x (id, place) join invoicepayments p on p.id = x.id
  order by x.place`

/** Many payments that came in, as a list from elsewhere has them: all are booked, or none. */
export async function recordPayments(
  ctx: Context,
  conn: Conn,
  payments: readonly NewPayment[],
  catalogue: Catalogue,
) {
  await refuseUnknown(ctx, conn, payments, catalogue)
  const repeated = new Set(await repeatsAmong(conn, payments))
  const ids = await receivePayments(ctx, conn, payments)
  const recorded = await RECORDED.all(conn, ids)
  await receiptsIfWanted(ctx, conn, recorded)
  const data = recorded.map((one, at) => ({ ...one, is_repeated: repeated.has(at + 1) }))
  return { status: created, data, message: `${ids.length} payments recorded.` }
}

async function refuseUnknown(
  ctx: Context,
  conn: Conn,
  payments: readonly NewPayment[],
  catalogue: Catalogue,
): Promise<void> {
  const customer_ids = payments.map(({ customer_id }) => customer_id)
  await holdCustomers(conn, customer_ids)
  const known = await CUSTOMERS.all(conn, customer_ids)
  if (known.some(({ is_archived }) => is_archived))
    throw new Problem('archived', { fill: { what: 'customer' } })
  const ids = new Set(known.map(({ id }) => id))
  const stranger = customer_ids.findIndex((id) => !ids.has(id))
  if (stranger >= 0)
    throw badField(nameAt(stranger, 'customer_id'), 'We couldn’t find that customer.')
  const checked = new Set<string>()
  for (const [place, payment] of payments.entries())
    await atPlace(place, async () => {
      refuseAlone(ctx, payment)
      const { payment_type } = payment
      if (!checked.has(payment_type))
        await checkAgainstOthers(ctx, conn, invoicepayment, { payment_type }, catalogue)
      checked.add(payment_type)
    })
  await refuseForeign(conn, payments, nameAt)
}

const nameAt = (place: number, field: string) => `payments.${place}.${field}`

/** What is refused of one is told with its place in the list. */
async function atPlace(place: number, check: () => Promise<void>): Promise<void> {
  try {
    await check()
  } catch (refusal) {
    const errors = refusal instanceof Problem ? refusal.detail.errors : undefined
    if (!errors) throw refusal
    const placed = errors.map((one) => ({ ...one, field: nameAt(place, one.field) }))
    throw new Problem('badRequest', { errors: placed })
  }
}
