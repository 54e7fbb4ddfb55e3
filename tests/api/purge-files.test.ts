import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { discardBytes } from '#server/files/discard-bytes-job.ts'
import { fileStoreOf } from '#server/files/file-store.ts'
import { purgeFiles } from '#server/files/purge-files-job.ts'
import type { Client } from '#tests/support/client.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { anyPdf, upload } from '#tests/support/upload.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let user: Client

beforeAll(async () => {
  world = await makeWorld({ fileQuotaMb: 1 })
  user = await world.as('user')
})
afterAll(() => world.close())

const big = (name: string) => ({
  name,
  bytes: Buffer.concat([anyPdf().bytes, randomBytes(700_000)]),
})

async function deletedDaysAgo(id: number, days: number): Promise<void> {
  await scope(world.owner, world.organisations[0])
  await world.owner.query(
    'update files set deleted_at = now() - make_interval(days => $2) where id = $1',
    [id, days],
  )
}

async function purge(): Promise<void> {
  const job = jobContext(world)
  await purgeFiles.run(job, {})
  const { rows } = await world.owner.query(
    "delete from pgboss.job where name = 'discard-bytes' returning data",
  )
  for (const { data } of rows) await discardBytes.run(job, discardBytes.payload.parse(data))
}

const kept = async () => {
  let count = 0
  for await (const _one of fileStoreOf(world.config).list(world.organisations[0])) count += 1
  return count
}

test('a deleted file takes up room while it can be restored, and none when it cannot', async () => {
  const { id } = (await upload(user, big('first.pdf'))).body.data
  expect((await user.delete('/file', { id })).status).toBe(262)
  await deletedDaysAgo(id, 29)
  await purge()
  expect((await upload(user, big('second.pdf'))).status).toBe(476)
  expect((await user.post('/file/restore', { id })).status).toBe(200)
  await user.delete('/file', { id })
  await deletedDaysAgo(id, 31)
  await purge()
  expect(await kept()).toBe(0)
  const late = await user.post('/file/restore', { id })
  expect(late.status).toBe(476)
  expect(late.body.message).toContain('it was deleted more than 30 days ago')
  expect((await user.post(`/file/${id}/download`)).status).toBe(404)
  expect((await upload(user, big('third.pdf'))).status).toBe(201)
  const history = await user.get('/history', { object_class: 'file', object_id: id })
  expect(history.text).toContain('purge')
})

test('bytes that another file has as well stay', async () => {
  await scope(world.owner, world.organisations[0])
  await world.owner.query(
    `insert into staffs (organisation_id, name, is_active, user_id, allow_duplicate_file)
     values ($1, 'Ana', true, $2, true)`,
    [world.organisations[0], world.userIds.user],
  )
  const sent = anyPdf()
  const { id } = (await upload(user, sent)).body.data
  const { id: twin } = (await upload(user, sent)).body.data
  await user.delete('/file', { id })
  await deletedDaysAgo(id, 31)
  await purge()
  expect((await user.post(`/file/${twin}/download`)).bytes.equals(sent.bytes)).toBe(true)
})
