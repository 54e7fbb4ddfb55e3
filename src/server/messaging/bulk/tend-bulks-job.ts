import { z } from 'zod'
import { sql } from '#server/kit/database/sql.ts'
import { defineJob, enqueueUnlessWaiting } from '#server/kit/jobs/job.ts'
import { eachOrganisation } from '#server/kit/jobs/system-context.ts'
import { finishIfOver } from './send-bulk-job.ts'
import type { BulkJob } from './start.ts'

const UNDER_WAY = sql<{ id: number; state: string }, [now: Date]>`select id, state from bulkmessages
  where deleted_at is null and (state = 'running' or state = 'scheduled' and not_before <= $1)
  order by id`

/** Sees to it that each bulk message has somebody at work, and that those that are over end. */
export const tendBulksOn = (job: BulkJob) =>
  defineJob({
    name: 'tend-bulks',
    payload: z.strictObject({}),
    run: async (context) => {
      await eachOrganisation(context, (organisation_id) =>
        context.database.write({ organisation_id, user_id: null }, async (conn) => {
          for (const { id: bulk_id, state } of await UNDER_WAY.all(conn, context.clock.now())) {
            const bulk = { organisation_id, bulk_id }
            const isOver = state === 'running' && (await finishIfOver(context, conn, bulk))
            if (!isOver) await enqueueUnlessWaiting(conn, job, bulk)
          }
        }),
      )
    },
  })
