import { z } from 'zod'
import type { Conn } from '#server/kit/database/database.ts'
import { defineJob, type JobContext } from '#server/kit/jobs/job.ts'
import { eachOrganisation } from '#server/kit/jobs/system-context.ts'
import { locateCustomers, locateMeters } from './locate.ts'

/** Every minute, whoever has a new address gets a new place on the map. */
export const locateAddressesJob = defineJob({
  name: 'locate-addresses',
  payload: z.strictObject({}),
  run: async (job) => {
    await eachOrganisation(job, async (organisation_id) => {
      await untilDone(job, organisation_id, locateCustomers)
      await untilDone(job, organisation_id, locateMeters)
    })
  },
})

/** In short transactions: nobody waits for a long one. */
async function untilDone(
  job: JobContext,
  organisation_id: number,
  locate: (conn: Conn) => Promise<number>,
): Promise<void> {
  let done = 0
  do {
    if (job.signal.aborted) return
    done = await job.database.write({ organisation_id, user_id: null }, locate)
  } while (done > 0)
}
