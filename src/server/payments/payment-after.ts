import { invoicepayment } from '#domain/payments/payment.ts'
import type { Context } from '#server/context.ts'
import { selectList, visibleColumns } from '#server/kit/column.ts'
import type { Conn } from '#server/kit/database.ts'
import type { Written } from '#server/kit/write-row.ts'

/** The payment as it stands after its money was placed. */
export async function paymentAfter(ctx: Context, conn: Conn, id: number): Promise<Written> {
  const columns = visibleColumns(invoicepayment, ctx.actor.role)
  const [row] = await conn.query<Written>(
    `select t.id, t.version, (select row_to_json(r)::text from (
       select ${selectList(invoicepayment, columns)}) r) as row
     from invoicepayments t where t.id = $1`,
    [id],
  )
  if (!row) throw new Error(`Payment ${id} is gone.`)
  return row
}
