import { z } from 'zod'
import { accounts } from '#domain/books/postings.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { addDays } from '#domain/kit/day-number.ts'
import { gstDueDate, gstWarningDays, gstWarnings } from '#domain/reports/gst-period.ts'
import { periodAround } from '#domain/reports/report-period.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { activeOrganisations, systemContext } from '#server/kit/jobs/system-context.ts'
import { periodRules } from '#server/reports/report-question.ts'
import { raiseTask } from '#server/tasks/system-task.ts'

/** What tells the warnings of a period apart. */
export const warningCauses = (period_end: string): string[] =>
  gstWarnings.map((days) => `gst return ${period_end} ${days}`)

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

/** Whoever keeps the books is reminded of a return ten and three working days before it is due. */
export const warnReturns = defineJob({
  name: 'warn-returns',
  payload: z.strictObject({}),
  run: async (job) => {
    for (const organisation_id of await activeOrganisations(job)) {
      if (job.signal.aborted) return
      const ctx = systemContext(job, organisation_id, 'warn-returns')
      await job.database.write({ organisation_id, user_id: null }, (conn) => warn(ctx, conn))
    }
  },
})

async function warn(ctx: Context, conn: Conn): Promise<void> {
  const today = todayOf(ctx)
  const rules = await periodRules(conn)
  const current = periodAround('gst', today, rules)
  const ended = periodAround('gst', addDays(current.from, -1), rules)
  const due_date = gstDueDate(ended.to)
  const filing = await FILING.one(conn, ended.from, ended.to)
  if (!filing?.has_booked || filing.is_filed || due_date < today) return
  const days = gstWarningDays(due_date)
  const causes = warningCauses(ended.to)
  for (const [place, day] of days.entries()) {
    const cause = causes[place]
    if (!cause || today < day) continue
    await raiseTask(ctx, conn, {
      cause,
      subject: `GST return to ${formatDayShort(ended.to)} is due on ${formatDayShort(due_date)}`,
      text_plain: 'Prepare it under Reports, look at it, and file it with Inland Revenue.',
      due_date,
      role_name: 'accounting',
    })
  }
}
