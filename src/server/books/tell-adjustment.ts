import type { Adjustment } from '#domain/books/adjustment.ts'
import { adjustmentValues } from '#domain/books/adjustment-mail.ts'
import { cents } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { queueLetter } from '#server/messaging/template/queue-letter.ts'
import { OPTED_OUT, RECIPIENTS } from './recipients.ts'

export interface Reader {
  broker: string
  customer: string
  recipients: string[]
  opted_out: string[]
  bank_account_name: string | null
  bank_account_number: string | null
}

/** Where the customer reads mail, unless they do not want any. */
export const addressesOf = ({ recipients, opted_out }: Pick<Reader, 'recipients' | 'opted_out'>) =>
  recipients.filter((one) => !opted_out.includes(one))

export const READER = sql<Reader, [customer_id: number]>`
  select coalesce(o.trading_name, o.name) as broker, o.bank_account_name,
    o.bank_account_number,
    coalesce(c.name_business, c.name) as customer, e.recipients, ${OPTED_OUT} as opted_out
  from customers c join organisations o on o.id = c.organisation_id
  left join ${RECIPIENTS} on true where c.id = $1`

/** A credit that lowers GST is told to the customer, and so is taking it back. */
export async function tellAdjustment(
  ctx: Context,
  conn: Conn,
  row: Adjustment,
  { isTakenBack }: { isTakenBack: boolean },
): Promise<void> {
  const isTaxed = row.kind !== 'opening_balance' && cents(row.gst_amount ?? '0.00') > 0
  if (row.side !== 'credit' || !isTaxed || row.customer_id === null) return
  const reader = await READER.one(conn, row.customer_id)
  if (!reader) return
  const { broker, customer } = reader
  const values = adjustmentValues({ broker, customer, row, day: todayOf(ctx), isTakenBack })
  const event = isTakenBack ? 'reversed' : 'made'
  for (const to of addressesOf(reader))
    await queueLetter(ctx, conn, {
      template: 'adjustment',
      values,
      record_id: row.id,
      customer_id: row.customer_id,
      to,
      key: `adjustment ${row.id} ${event} ${to}`,
    })
}
