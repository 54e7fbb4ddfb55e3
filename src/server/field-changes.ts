import { makeFieldChangeJob } from './operations/fieldchange/change-rows-job.ts'

/**
 * Changes one field of many rows, each by what serves the call for one: its rights, its guards and
 * what follows from it are the same. The calls are looked up once there is something to change, since
 * they themselves name this job.
 */
export const fieldChangeJob = makeFieldChangeJob(async (entity) => {
  const { routes } = await import('./routes.ts')
  const path = `/${entity.name}`
  const found = routes.find((entry) => entry.method === 'POST' && entry.path === path)
  if (!found || !('write' in found)) throw new Error(`Nothing serves POST ${path}.`)
  return found
})
