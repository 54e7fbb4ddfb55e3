import { z } from 'zod'
import { bill } from '#domain/bills/bill.ts'
import { badField } from '#domain/kit/problem.ts'
import { givenLine } from '#domain/pricing/given-line.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { selectList, visibleColumns } from '#server/kit/rows/column.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { billValues } from './bill-values.ts'

const lines = z.array(givenLine).max(500)

/** The figures of a bill follow its lines; they are the server's own and make no new version. */
export async function recomputeBill(ctx: Context, conn: Conn, id: number): Promise<Written> {
  const { row } = await lockRow(ctx, conn, bill, id)
  const parsed = lines.safeParse(row.lines ?? [])
  if (!parsed.success) throw badField('lines', 'The lines of the bill can’t be read.')
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : null)
  const values = billValues(
    {
      supplier_statement_number: text('supplier_statement_number'),
      date_issued: text('date_issued'),
      supplier_due_date: text('supplier_due_date'),
      period_start: text('period_start'),
      period_end: text('period_end'),
      ppd_percent: text('ppd_percent') ?? '0',
      opening_balance: text('opening_balance') ?? '0.00',
      lines: parsed.data,
    },
    text('gst_percent') ?? '15',
  )
  const [written] = await conn.query<Written>(
    `with w as (update bills set period_days = $2, undiscounted_bill_sum = $3,
       discounted_bill_sum = $4, othercharges_total = $5, due_total = $6, due_gst = $7,
       gst_amount = $7 where id = $1 returning *)
     select w.id, w.version, (select row_to_json(r)::text from (
       select ${selectList(bill, visibleColumns(bill, ctx.actor.role), 'w')}) r) as row from w`,
    [
      id,
      values.period_days,
      values.undiscounted_bill_sum,
      values.discounted_bill_sum,
      values.othercharges_total,
      values.due_total,
      values.due_gst,
    ],
  )
  if (!written) throw new Error(`Bill ${id} is gone.`)
  return written
}
