import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { staff } from '#domain/identity/staff.ts'
import { dropArchive, makeArchive } from '#server/files/zip-files-job.ts'
import { madeArchive } from '#tests/support/archive.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { anyPdf, upload } from '#tests/support/upload.ts'
import { workOff } from '#tests/support/work-off.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

const folder = temporaryFolder()
let world: World
let user: Client
let ids: number[]

beforeAll(async () => {
  world = await makeWorld({ dataDir: folder.path })
  user = await world.as('user')
})
afterAll(async () => {
  await world.close()
  folder.remove()
})
beforeEach(async () => {
  ids = []
  for (const name of ['april.pdf', 'may.pdf'])
    ids.push((await upload(user, anyPdf(name))).body.data.id)
})

const stored = () =>
  readdirSync(join(folder.path, 'files'), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder.path, 'files', name))
    .filter((path) => statSync(path).isFile())

const progress = async (job_id: number) => (await user.get('/file/zip', { job_id })).body.data

test('an archive is asked for with 202 and a job, made by it, and then fetched', async () => {
  const asked = await user.post('/file/zip', { ids })
  expect(asked.status).toBe(202)
  expect(asked.body.message).toMatch(/^We're on to it/)
  const { job_id } = asked.body.data
  expect(await progress(job_id)).toMatchObject({
    ...{ job_id, archive_status: 'waiting', files_done: 0, files_total: 2, expires_at: null },
  })
  const early = await user.post('/file/zip/download', { job_id })
  expect(early.status).toBe(476)
  expect(early.body.message).toContain('it is still being made')
  await workOff(world, makeArchive)
  const done = await progress(job_id)
  expect(done).toMatchObject({ archive_status: 'ready', files_done: 2, problem: null })
  const fetched = await user.post('/file/zip/download', { job_id })
  expect(fetched.status).toBe(200)
  expect(fetched.bytes).toHaveLength(done.size_bytes)
  expect(fetched.headers['content-disposition']).toContain('files.zip')
  expect(readdirSync(join(folder.path, 'files', 'incoming'))).toEqual([])
})

test('an archive lies sealed in the store and is gone after an hour', async () => {
  const before = new Set(stored())
  const job_id = await madeArchive(world, user, ids)
  const [path = ''] = stored().filter((one) => !before.has(one))
  expect(readFileSync(path).includes('april.pdf')).toBe(false)
  const { rows } = await world.owner.query(
    `with gone as (delete from pgboss.job where name = 'drop-archive' returning data, start_after)
     select * from gone order by start_after desc limit 1`,
  )
  const [waits] = rows
  expect(new Date(waits.start_after).getTime()).toBeGreaterThan(Date.now() + 3_500_000)
  world.clock.advance(3_700_000)
  user = await world.as('user')
  expect((await user.get('/file/zip', { job_id })).status).toBe(404)
  expect((await user.post('/file/zip/download', { job_id })).status).toBe(404)
  await dropArchive.run(jobContext(world), dropArchive.payload.parse(waits.data))
  expect(stored().filter((one) => !before.has(one))).toEqual([])
})

test('everybody has one archive at a time: the next takes the place of the last', async () => {
  const first = await madeArchive(world, user, ids)
  const waiting = (await user.post('/file/zip', { ids })).body.data.job_id
  expect((await user.get('/file/zip', { job_id: first })).status).toBe(404)
  const before = stored().length
  const last = await madeArchive(world, user, ids)
  expect((await user.get('/file/zip', { job_id: waiting })).status).toBe(404)
  expect((await progress(last)).archive_status).toBe('ready')
  expect(stored()).toHaveLength(before + 1)
})

test('a right that was lost meanwhile closes the archive as well', async () => {
  const manager = await world.as('manager')
  const own = await makeRow(await world.as('admin'), staff, {
    user_id: world.userIds.manager,
    can_decrypt: true,
  })
  expect((await manager.post(`/file/${ids[0]}/encrypt`)).status).toBe(261)
  const job_id = await madeArchive(world, manager, ids)
  expect((await manager.post('/file/zip/download', { job_id })).status).toBe(200)
  await scope(world.owner, world.organisations[0])
  await world.owner.query('update staffs set can_decrypt = false where id = $1', [own.id])
  expect((await manager.post('/file/zip/download', { job_id })).status).toBe(403)
})

test('what is too much for one archive is refused before anything is made', async () => {
  await scope(world.owner, world.organisations[0])
  await world.owner.query('update files set size_bytes = 60000000 where id = any($1)', [ids])
  expect((await user.post('/file/zip', { ids })).status).toBe(413)
})
