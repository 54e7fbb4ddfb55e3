import { invoice } from '#domain/billing/invoice.ts'
import type { Context } from '#server/context.ts'
import { selectList, visibleColumns } from '#server/kit/column.ts'
import type { Conn } from '#server/kit/database.ts'
import type { Written } from '#server/kit/write-row.ts'

/** The invoice as it stands after money was placed anew. */
export async function invoiceAfter(ctx: Context, conn: Conn, id: number): Promise<Written> {
  const [row] = await conn.query<Written>(
    `select t.id, t.version, (select row_to_json(r)::text from (
       select ${selectList(invoice, visibleColumns(invoice, ctx.actor.role))}) r) as row
     from invoices t where t.id = $1`,
    [id],
  )
  if (!row) throw new Error(`Invoice ${id} is gone.`)
  return row
}
