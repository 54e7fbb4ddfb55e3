import { z } from 'zod'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { gstWarningDays, gstWarnings } from '#domain/reports/gst-period.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { eachOrganisation, systemContext } from '#server/kit/jobs/system-context.ts'
import { raiseTask } from '#server/tasks/system-task.ts'
import { returnToFile } from './return-to-file.ts'

/** What tells the warnings of a period apart. */
export const warningCauses = (period_end: string): string[] =>
  gstWarnings.map((days) => `gst return ${period_end} ${days}`)

/** Whoever keeps the books is reminded of a return ten and three working days before it is due. */
export const warnReturns = defineJob({
  name: 'warn-returns',
  payload: z.strictObject({}),
  run: async (job) => {
    await eachOrganisation(job, async (organisation_id) => {
      const ctx = systemContext(job, organisation_id, 'warn-returns')
      await job.database.write({ organisation_id, user_id: null }, (conn) => warn(ctx, conn))
    })
  },
})

async function warn(ctx: Context, conn: Conn): Promise<void> {
  const today = todayOf(ctx)
  const owed = await returnToFile(conn, today)
  if (!owed || owed.due_date < today) return
  const { period_end, due_date } = owed
  const days = gstWarningDays(due_date)
  const causes = warningCauses(period_end)
  for (const [place, day] of days.entries()) {
    const cause = causes[place]
    if (!cause || today < day) continue
    await raiseTask(ctx, conn, {
      cause,
      subject: `GST return to ${formatDayShort(period_end)} is due on ${formatDayShort(due_date)}`,
      text_plain: 'Prepare it under Reports, look at it, and file it with Inland Revenue.',
      due_date,
      role_name: 'accounting',
    })
  }
}
