import type { JobContext } from '#server/kit/jobs/job.ts'
import type { World } from './world.ts'

/** What a worker of this world would give to its jobs. */
export function jobContext(world: World, changes: Partial<JobContext> = {}): JobContext {
  const { database, config, clock } = world
  const signal = new AbortController().signal
  return { database, config, clock, signal, isLastAttempt: false, ...changes }
}
