import type { Job } from '#server/kit/jobs/job.ts'
import { jobContext } from './job-context.ts'
import type { World } from './world.ts'

/** Does every job of a kind that waits, and nothing else of the queue; answers how many there were. */
export async function workOff<P extends object>(world: World, job: Job<P>): Promise<number> {
  const { rows } = await world.owner.query<{ data: object }>(
    `delete from pgboss.job where name = $1 and state = 'created' returning data`,
    [job.name],
  )
  for (const { data } of rows) await job.run(jobContext(world), job.payload.parse(data))
  return rows.length
}
