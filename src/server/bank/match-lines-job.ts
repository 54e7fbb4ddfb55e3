import { z } from 'zod'
import { defineJob } from '#server/kit/jobs/job.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import { matchAll } from './match-all.ts'

/** Goes over all open lines once new ones have come. */
export const matchLinesJob = defineJob({
  name: 'match-bank-lines',
  payload: z.object({ organisation_id: z.int().positive() }),
  retryLimit: 5,
  retryDelaySeconds: 10,
  run: async (job, { organisation_id }) => {
    await matchAll(systemContext(job, organisation_id, 'bank lines'), null)
  },
})
