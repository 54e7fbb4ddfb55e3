import { accounts } from '#domain/books/postings.ts'
import { addDays } from '#domain/kit/day-number.ts'
import { gstDueDate } from '#domain/reports/gst-period.ts'
import { periodAround } from '#domain/reports/report-period.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { periodRules } from '#server/reports/report-question.ts'

interface Filing {
  is_filed: boolean
  has_booked: boolean
}

// Who never booked GST has no return to file; who filed needs no warning.
const FILING = sql<Filing, [from: string, to: string]>`
  select exists (select from gstreturns where return_status = 'filed' and period_end >= $2::date
      and deleted_at is null) as is_filed,
    exists (select from accounttransactions
      where account in (${accounts.gst}, ${accounts.gstOnPurchases})
      and transaction_date between $1::date and $2::date) as has_booked`

/** The return of the GST period that ended last, while it is not filed. */
export async function returnToFile(
  conn: Conn,
  today: string,
): Promise<{ period_end: string; due_date: string } | null> {
  const rules = await periodRules(conn)
  const current = periodAround('gst', today, rules)
  const { from, to } = periodAround('gst', addDays(current.from, -1), rules)
  const filing = await FILING.one(conn, from, to)
  if (!filing?.has_booked || filing.is_filed) return null
  return { period_end: to, due_date: gstDueDate(to) }
}
