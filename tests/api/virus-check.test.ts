import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkWaitingFiles } from '#server/files/check-waiting-job.ts'
import { eicar, type Scanner, startScanner } from '#tests/support/clamd.ts'
import type { Client } from '#tests/support/client.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { anyPdf, upload } from '#tests/support/upload.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

const folder = temporaryFolder()
let scanner: Scanner
let world: World
let user: Client

beforeAll(async () => {
  scanner = await startScanner({ limit: 2_000_000 })
  world = await makeWorld({ dataDir: folder.path, clamavUrl: scanner.url })
  user = await world.as('user')
})
afterAll(async () => {
  await world.close()
  await scanner.stop()
  folder.remove()
})

test('every byte of a file is looked through before it is kept', async () => {
  const sent = anyPdf('bill.pdf')
  const made = await upload(user, sent)
  expect(made.body.data).toMatchObject({ virus_check: 'clean' })
  expect(scanner.seen).toBe(sent.bytes.length)
  expect((await user.post(`/file/${made.body.data.id}/download`)).status).toBe(200)
})

// Shows: T10, R24, V5.4.3
test('a file with a virus is refused, and what was found is named', async () => {
  const bad = await upload(user, { name: 'prize.txt', bytes: Buffer.from(eicar) })
  expect(bad.status).toBe(415)
  expect(bad.body.message).toContain('Win.Test.EICAR_HDB-1')
  expect((await user.get('/files', { name: 'prize.txt' })).body.data).toEqual([])
})

// Shows: T10, V5.4.3
test('what the scanner cannot say is kept closed: nobody opens it, in no way', async () => {
  const sent = { name: 'long.pdf', bytes: Buffer.concat([anyPdf().bytes, Buffer.alloc(3_000_000)]) }
  const { id, virus_check } = (await upload(user, sent)).body.data
  expect(virus_check).toBe('waiting')
  for (const action of ['download', 'view', 'encrypt']) {
    const answer = await user.post(`/file/${id}/${action}`)
    expect(answer.status, action).toBe(476)
    expect(answer.body.message).toContain('it is waiting for its virus check')
  }
  expect((await user.post('/file/zip', { ids: [id] })).status).toBe(476)
})

test('a file that cannot be checked, or is gone, keeps none of those after it closed', async () => {
  const long = {
    name: 'longer.pdf',
    bytes: Buffer.concat([anyPdf().bytes, Buffer.alloc(2_500_000)]),
  }
  const endless = (await upload(user, long)).body.data
  const lost = (await upload(user, anyPdf('lost.pdf'))).body.data
  const after = (await upload(user, anyPdf('after.pdf'))).body.data
  const before = (await upload(user, anyPdf('before.pdf'))).body.data
  expect(endless.virus_check).toBe('waiting')
  await scope(world.owner, world.organisations[0])
  await world.owner.query(`update files set virus_check = 'waiting' where id = any($1)`, [
    [lost.id, after.id],
  ])
  await world.owner.query('update files set virus_check = null where id = $1', [before.id])
  const { sha256 } = (await user.get('/file', { id: lost.id })).body.data
  const { filesDir } = world.config
  rmSync(join(filesDir, `${world.organisations[0]}`, sha256.slice(0, 2), sha256))
  await checkWaitingFiles.run(jobContext(world), {})
  const check = async ({ id }: { id: number }) =>
    (await user.get('/file', { id })).body.data.virus_check
  expect(await check(after)).toBe('clean')
  // It came before there was a scanner.
  expect(await check(before)).toBe('clean')
  expect([await check(endless), await check(lost)]).toEqual(['waiting', 'waiting'])
})

test('files that came while the scanner was away are opened or locked once it is back', async () => {
  const port = Number(new URL(scanner.url).port)
  await scanner.stop()
  const good = (await upload(user, anyPdf('good.pdf'))).body.data
  const bad = (await upload(user, { name: 'bad.txt', bytes: Buffer.from(`${eicar} `) })).body.data
  expect([good.virus_check, bad.virus_check]).toEqual(['waiting', 'waiting'])
  await checkWaitingFiles.run(jobContext(world), {})
  expect((await user.post(`/file/${good.id}/download`)).status).toBe(476)
  scanner = await startScanner({ port })
  await checkWaitingFiles.run(jobContext(world), {})
  expect((await user.post(`/file/${good.id}/download`)).status).toBe(200)
  const locked = await user.post(`/file/${bad.id}/download`)
  expect(locked.status).toBe(476)
  expect(locked.body.message).toContain('the virus check found something in it')
  const history = await user.get('/history', { object_class: 'file', object_id: bad.id })
  expect(history.text).toContain('infected')
})
