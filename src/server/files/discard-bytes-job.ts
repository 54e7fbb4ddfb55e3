import { z } from 'zod'
import { idSchema } from '#domain/kit/schema.ts'
import { defineJob } from '#server/kit/jobs/job.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import { discardUnused } from './stored-bytes.ts'

/**
 * Takes bytes out of the store that the change of a file has left behind. Decided with that change, so
 * that neither a crash nor a backup that is being made leaves them there.
 */
export const discardBytes = defineJob({
  name: 'discard-bytes',
  payload: z.strictObject({ organisation_id: idSchema, sha256: z.string() }),
  retryLimit: 50,
  retryDelaySeconds: 60,
  run: async (job, { organisation_id, sha256 }) => {
    const ctx = systemContext(job, organisation_id, 'discard-bytes')
    if (!(await discardUnused(ctx, sha256)))
      throw new Error('A backup is being made; unused bytes are taken off the disk after it.')
  },
})
