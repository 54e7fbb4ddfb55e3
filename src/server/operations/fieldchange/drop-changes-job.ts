import { z } from 'zod'
import { fieldChangeDays } from '#domain/kit/fieldchange-calls.ts'
import { sql } from '#server/kit/database/sql.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { eachOrganisation } from '#server/kit/jobs/system-context.ts'

const DAY_MS = 86_400_000

const DROP = sql<never, [before: Date]>`delete from fieldchanges where created_at < $1`

/** What was changed in many rows is forgotten in time; the history of each row tells it still. */
export const dropFieldChanges = defineJob({
  name: 'drop-field-changes',
  payload: z.strictObject({}),
  retryLimit: 0,
  run: async (job) => {
    const before = new Date(job.clock.now().getTime() - fieldChangeDays * DAY_MS)
    await eachOrganisation(job, async (organisation_id) => {
      const scope = { organisation_id, user_id: null }
      await job.database.write(scope, (conn) => DROP.run(conn, before))
    })
  },
})
