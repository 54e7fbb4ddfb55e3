import { z } from 'zod'
import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import { SENDING_HOUR } from '#domain/reports/schedule/schedule-days.ts'
import { sql } from '#server/kit/database/sql.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { defineJob, enqueue, type JobContext } from '#server/kit/jobs/job.ts'
import { eachOrganisation } from '#server/kit/jobs/system-context.ts'
import { sendReport } from './send-report-job.ts'

const DUE = sql<{ id: number }, [today: string]>`select id from reportschedules
  where schedule_status = 'active' and deleted_at is null and next_date <= $1::text::date order by id`

/** From seven on, sees to every report of the day; one that was missed is sent later that day. */
export const findDueReports = defineJob({
  name: 'find-due-reports',
  payload: z.strictObject({}),
  run: async (job) => {
    if (hourOf(job) < SENDING_HOUR) return
    const day = todayOf(job)
    await eachOrganisation(job, (organisation_id) =>
      job.database.write({ organisation_id, user_id: null }, async (conn) => {
        for (const { id } of await DUE.all(conn, day))
          await enqueue(
            conn,
            sendReport,
            { organisation_id, reportschedule_id: id, day },
            { key: `${id} ${day}` },
          )
      }),
    )
  },
})

function hourOf({ clock }: JobContext): number {
  const now = Temporal.Instant.fromEpochMilliseconds(clock.now().getTime())
  return now.toZonedDateTimeISO(BUSINESS_TIME_ZONE).hour
}
