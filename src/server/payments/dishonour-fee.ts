import { formatDayShort } from '#domain/kit/calendar.ts'
import type { InvoicePayment } from '#domain/payments/payment.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'

const CHARGE = sql<
  never,
  [
    organisation_id: number | null,
    customer_id: number,
    name: string,
    amount: string,
    unique_key: string,
  ]
>`insert into pending_charges (organisation_id, customer_id, charge_type, name, amount, unique_key)
  values ($1, $2, 'dishonour_fee', $3, $4, $5)
  on conflict (organisation_id, unique_key) do nothing`

/** What the bank charges for money it took back waits for the customer's next invoice, once. */
export async function chargeDishonour(
  ctx: Context,
  conn: Conn,
  { id, customer_id, payment_date }: InvoicePayment,
): Promise<void> {
  const amount = await settingOf(conn, 'dishonour_fee_amount')
  if (Number(amount) === 0) return
  const name = `Dishonour fee, payment of ${formatDayShort(payment_date)}`
  await addDishonourFee(ctx, conn, { id, customer_id }, { name, amount })
}

/** Once for each payment, however often it is told. */
export async function addDishonourFee(
  ctx: Context,
  conn: Conn,
  { id, customer_id }: Pick<InvoicePayment, 'id' | 'customer_id'>,
  { name, amount }: { name: string; amount: string },
): Promise<void> {
  const key = `dishonour_fee ${id}`
  await CHARGE.run(conn, ctx.actor.organisation_id, customer_id, name, amount, key)
}
