import { bill } from '#domain/bills/bill.ts'
import { billDay } from '#domain/bills/bill-day.ts'
import { badField } from '#domain/kit/problem.ts'
import { gstOn } from '#server/identity/gst-rates.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'
import { printedLines } from './bill-check-facts.ts'
import { billValues } from './bill-values.ts'

const lines = printedLines.max(500)

const STORE = sql<
  never,
  [
    id: number,
    period_days: number | null,
    undiscounted_bill_sum: string,
    discounted_bill_sum: string,
    othercharges_total: string,
    due_total: string,
    due_gst: string,
    gst_amount: string,
  ]
>`update bills set period_days = $2, undiscounted_bill_sum = $3, discounted_bill_sum = $4,
    othercharges_total = $5, due_total = $6, due_gst = $7, gst_amount = $8 where id = $1`

/** The figures of a bill follow its lines; they are the server's own and make no new version. */
export async function recomputeBill(ctx: Context, conn: Conn, id: number): Promise<void> {
  const { row } = await lockRow(ctx, conn, bill, id)
  const parsed = lines.safeParse(row.lines ?? [])
  if (!parsed.success) throw badField('lines', 'The lines of the bill can’t be read.')
  const values = billValues(
    {
      supplier_statement_number: row.supplier_statement_number,
      date_issued: row.date_issued,
      supplier_due_date: row.supplier_due_date,
      period_start: row.period_start,
      period_end: row.period_end,
      ppd_percent: row.ppd_percent ?? '0',
      opening_balance: row.opening_balance,
      lines: parsed.data,
      printed_total: row.printed_total,
      printed_gst: row.printed_gst,
    },
    row.gst_percent ?? (await gstOn(conn, billDay(row, todayOf(ctx)))),
  )
  await STORE.run(
    conn,
    id,
    values.period_days,
    values.undiscounted_bill_sum,
    values.discounted_bill_sum,
    values.othercharges_total,
    values.due_total,
    values.due_gst,
    values.gst_amount,
  )
}
