import { expect } from 'vitest'
import { makeArchive } from '#server/files/zip-files-job.ts'
import type { Client } from './client.ts'
import { jobContext } from './job-context.ts'
import type { World } from './world.ts'

/** Asks for an archive and does the work that waits for it. */
export async function madeArchive(world: World, client: Client, ids: number[]): Promise<number> {
  const asked = await client.post('/file/zip', { ids })
  expect(asked.status, asked.text).toBe(202)
  await makeAsked(world)
  return asked.body.data.job_id
}

/** Everything that somebody has asked for, and nothing else of the queue. */
export async function makeAsked(world: World): Promise<void> {
  const { rows } = await world.owner.query<{ data: object }>(
    `delete from pgboss.job where name = 'make-archive' and state = 'created' returning data`,
  )
  for (const { data } of rows)
    await makeArchive.run(jobContext(world), makeArchive.payload.parse(data))
}
