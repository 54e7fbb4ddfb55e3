import { expect } from 'vitest'
import { makeArchive } from '#server/files/zip-files-job.ts'
import type { Client } from './client.ts'
import { workOff } from './work-off.ts'
import type { World } from './world.ts'

/** Asks for an archive and does the work that waits for it. */
export async function madeArchive(world: World, client: Client, ids: number[]): Promise<number> {
  const asked = await client.post('/file/zip', { ids })
  expect(asked.status, asked.text).toBe(202)
  await workOff(world, makeArchive)
  return asked.body.data.job_id
}
