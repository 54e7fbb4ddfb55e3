import { z } from 'zod'
import { thread } from '#domain/messaging/thread.ts'
import { sql } from '#server/kit/database/sql.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { eachOrganisation, systemContext } from '#server/kit/jobs/system-context.ts'
import { updateRow } from '#server/kit/rows/write-row.ts'

const RESTED = sql<{ id: number }, [now: Date]>`select id from threads
  where organisation_id = scope_organisation() and state = 'snoozed' and snoozed_until <= $1
  order by id limit 500 for update skip locked`

/** What rested long enough is to be answered again. */
export const wakeThreads = defineJob({
  name: 'wake-threads',
  payload: z.strictObject({}),
  run: async (job) => {
    await eachOrganisation(job, async (organisation_id) => {
      const ctx = systemContext(job, organisation_id, 'wake-threads')
      await job.database.write({ organisation_id, user_id: null }, async (conn) => {
        for (const { id } of await RESTED.all(conn, job.clock.now())) {
          const values = { state: 'open' as const, snoozed_until: null }
          const changes = { state: ['snoozed', 'open'] as [string, string] }
          await updateRow(ctx, conn, thread, id, values, { action: 'update', changes })
        }
      })
    })
  },
})
