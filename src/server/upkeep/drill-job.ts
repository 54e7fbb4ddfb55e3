import { z } from 'zod'
import { idSchema } from '#domain/kit/schema.ts'
import { defineJob, type Job } from '#server/kit/jobs/job.ts'
import type { QueueDefinition } from '#server/kit/jobs/queue.ts'
import type { Config } from '#server/kit/start/config.ts'
import { runDrill } from './drill.ts'

const payload = z.strictObject({ report_id: idSchema.optional() })
export type DrillPayload = z.infer<typeof payload>

/** Who asks for one needs to know no more than this. */
export const drillQueue = { name: 'drill-backup', payload }

/** The owner's address and the queues of a new database are known to those who start servers. */
export function makeDrillJob(parts: {
  ownerUrl(config: Config): string
  queues(): readonly QueueDefinition[]
}): Job<DrillPayload> {
  return defineJob({
    ...drillQueue,
    retryLimit: 1,
    expireSeconds: 4 * 3600,
    run: async (job, { report_id }) => {
      const ownerUrl = parts.ownerUrl(job.config)
      await runDrill({ job, ownerUrl, queues: parts.queues(), report_id })
    },
  })
}
