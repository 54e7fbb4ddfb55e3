import { z } from 'zod'
import { sql } from '#server/kit/database/sql.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { defineJob } from '#server/kit/jobs/job.ts'

const KEEP = sql<{ gone: number }, [target: string, today: string, days: number]>`
  select keep_logs($1, $2::date, $3) as gone`

const nowhere = { organisation_id: null, user_id: null }

/** Makes room for the log of the next month and drops the months that have had their time. */
export const keepLogs = defineJob({
  name: 'keep-logs',
  payload: z.strictObject({}),
  run: async (job) => {
    const { requestLogDays, securityEventDays } = job.config
    const today = todayOf(job)
    await job.database.write(nowhere, async (conn) => {
      await KEEP.run(conn, 'request_logs', today, requestLogDays)
      await KEEP.run(conn, 'security_events', today, securityEventDays)
    })
  },
})
