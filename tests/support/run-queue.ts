import { jobs } from '#server/jobs.ts'
import { systemClock } from '#server/kit/http/context.ts'
import type { JobContext } from '#server/kit/jobs/job.ts'
import { testConfig } from './config.ts'
import type { World } from './world.ts'

type Overrides = Partial<
  Pick<JobContext, 'signal' | 'isLastAttempt' | 'database' | 'clock' | 'config'>
>

type Queued = Pick<World, 'owner' | 'database'>

/** The moment is over for which something is held: it leaves, and nothing else is done. */
export function letLeave(world: Queued, overrides: Overrides = {}): Promise<void> {
  return runQueue(world, overrides, 'leave')
}

/** Does the work that waits in the queue, here and now; a job that fails stays in it. */
export async function runQueue(
  world: Queued,
  overrides: Overrides = {},
  only: string | null = null,
): Promise<void> {
  for (;;) {
    const { rows } = await world.owner.query<{ id: string; name: string; data: object }>(
      `select id, name, data from pgboss.job where state = 'created' and name = coalesce($1, name)
       order by created_on, id limit 1`,
      [only],
    )
    const [found] = rows
    if (!found) return
    const job = jobs.find(({ name }) => name === found.name)
    if (!job) throw new Error(`Nobody knows the job ${found.name}.`)
    const context: JobContext = {
      database: world.database,
      config: testConfig(),
      clock: systemClock,
      signal: new AbortController().signal,
      isLastAttempt: false,
      ...overrides,
    }
    await job.run(context, job.payload.parse(found.data))
    await world.owner.query('delete from pgboss.job where id = $1', [found.id])
  }
}
