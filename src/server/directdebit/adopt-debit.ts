import { toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import { gstOn } from '#server/identity/gst-rates.ts'
import type { ProviderDebit } from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { gstAmounts } from '#server/payments/receive-payments.ts'
import { raiseTask } from '#server/tasks/system-task.ts'

const MANDATE = sql<{ id: number; customer_id: number }, [provider_mandate_id: string]>`
  select id, customer_id from mandates where provider_mandate_id = $1`

const NAME = sql<
  never,
  [id: number, provider_payment_id: string, provider_series_id: string | null]
>`update invoicepayments set provider_payment_id = $2, provider_series_id = $3,
    series_state = case when $3::text is not null then 'running' end where id = $1`

/**
 * A debit that somebody made at the provider on an authority of ours: it is money all the same, for
 * no page in particular, and somebody is told. Null where the authority is none of ours.
 */
export async function adoptDebit(ctx: Context, conn: Conn, debit: ProviderDebit) {
  const own = await MANDATE.one(conn, debit.mandate_id)
  if (!own) return null
  const amount = wholeCents(debit.amount)
  const { row } = await insertRow(ctx, conn, invoicepayment, {
    customer_id: own.customer_id,
    reference: debit.reference,
    payment_type: 'direct_debit',
    payment_status: 'pending',
    payment_date: debit.charge_date,
    charge_date: debit.charge_date,
    amount_incl_gst: toDecimalString(amount),
    ...gstAmounts(amount, await gstOn(conn, debit.charge_date)),
    allocated_amount: '0.00',
    unallocated_amount: '0.00',
    refunded_amount: '0.00',
    mandate_id: own.id,
    debit_state: 'planned',
    made_elsewhere: true,
  })
  await NAME.run(conn, row.id, debit.id, debit.subscription_id)
  await raiseTask(ctx, conn, {
    cause: `debit made elsewhere ${row.id}`,
    subject: `A debit of $${toDecimalString(amount)} was made at the provider, not here`,
    text_plain: [
      debit.subscription_id
        ? 'It belongs to a series that somebody made at the provider. End the series on its page.'
        : 'Somebody made it at the provider. It is no plan of ours, and pays what is open.',
      `/app/invoicepayment?id=${row.id}`,
    ].join('\n'),
    due_date: todayOf(ctx),
    role_name: 'accounting',
    reference_object: 'invoicepayment',
    reference_id: row.id,
  })
  return { id: row.id, customer_id: own.customer_id, mandate_id: own.id }
}
