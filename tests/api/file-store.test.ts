import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FileStore, fileStoreOf } from '#server/files/file-store.ts'
import { sweepBytes } from '#server/files/sweep-bytes-job.ts'
import { spool } from '#server/kit/http/spool.ts'
import type { Config } from '#server/kit/start/config.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { type S3Server, startS3 } from '#tests/support/s3-server.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { anyPdf, upload } from '#tests/support/upload.ts'
import { makeWorld } from '#tests/support/world.ts'

const folder = temporaryFolder()
let s3: S3Server

beforeAll(async () => {
  const objects = join(folder.path, 'objects')
  mkdirSync(objects)
  s3 = await startS3(objects)
})
afterAll(async () => {
  await s3.stop()
  folder.remove()
})

type Place = Pick<Config, 'filesDir' | 's3'>
let places = 0
const newFolder = () => {
  places += 1
  return join(folder.path, `files-${places}`)
}

const stores: [string, () => Place][] = [
  ['a folder', () => ({ filesDir: newFolder() })],
  ['an S3 bucket', () => ({ filesDir: newFolder(), s3: s3.settings })],
]

describe.each(stores)('%s keeps what a store of files promises:', (_name, newPlace) => {
  let place: Place
  let store: FileStore
  beforeAll(() => {
    place = newPlace()
    store = fileStoreOf(place)
  })

  async function kept(bytes: Buffer, organisation_id = 7) {
    const { path, sha256 } = await spool(place, [bytes])
    await store.keep({ organisation_id, sha256 }, path)
    rmSync(path)
    return { organisation_id, sha256 }
  }
  async function read(bytes: { organisation_id: number; sha256: string }): Promise<Buffer> {
    const pieces: Buffer[] = []
    for await (const piece of store.pieces(bytes)) pieces.push(piece)
    return Buffer.concat(pieces)
  }
  const listed = async (organisation_id: number) => {
    const found: string[] = []
    for await (const { sha256, kept_at } of store.list(organisation_id)) {
      expect(Math.abs(Date.now() - kept_at.getTime())).toBeLessThan(60_000)
      found.push(sha256)
    }
    return found.sort()
  }

  test('it is empty at first, and fit to be used', async () => {
    expect(await store.isEmpty()).toBe(true)
    expect(await store.fault()).toBeNull()
  })

  test('bytes come back as they were, in pieces, however many there are', async () => {
    for (const size of [1, 262_144, 3_000_001]) {
      const bytes = randomBytes(size)
      expect((await read(await kept(bytes))).equals(bytes), `${size}`).toBe(true)
    }
    expect(await store.isEmpty()).toBe(false)
  })

  test('the same bytes may be kept twice, and by two at once', async () => {
    const bytes = randomBytes(500_000)
    const [first] = await Promise.all([kept(bytes), kept(bytes)])
    expect((await read(first)).equals(bytes)).toBe(true)
  })

  test('each organisation has its own, and sees no other', async () => {
    const bytes = randomBytes(100)
    const mine = await kept(bytes, 8)
    await expect(read({ ...mine, organisation_id: 9 })).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await listed(8)).toEqual([mine.sha256])
    expect(await listed(9)).toEqual([])
  })

  test('what is discarded is gone, and discarding it again harms nothing', async () => {
    const bytes = await kept(randomBytes(100), 10)
    await store.discard(bytes)
    await store.discard(bytes)
    await expect(read(bytes)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await listed(10)).toEqual([])
  })

  test('more than one answer can list is listed all the same', async () => {
    const many: string[] = []
    for (let n = 0; n < 260; n += 20) {
      const some = Array.from({ length: 20 }, (_, m) => kept(Buffer.from(`file ${n + m}`), 11))
      many.push(...(await Promise.all(some)).map(({ sha256 }) => sha256))
    }
    expect(await listed(11)).toEqual(many.sort())
  })

  test('nothing but a fingerprint names bytes', async () => {
    const odd = { organisation_id: 7, sha256: '../../etc/passwd' }
    await expect(read(odd)).rejects.toThrow('A file has no place.')
  })

  test('whoever reads may stop in the middle', async () => {
    const bytes = await kept(randomBytes(5_000_000))
    for await (const _piece of store.pieces(bytes)) break
    expect(await read(bytes)).toHaveLength(5_000_000)
  })

  test('bytes that no file refers to are swept away after a day, others never', async () => {
    const world = await makeWorld({ ...place })
    const sent = anyPdf()
    const { id } = (await upload(await world.as('user'), sent)).body.data
    const [organisation_id] = world.organisations
    const orphan = await kept(randomBytes(100), organisation_id)
    await sweepBytes.run(jobContext(world), {})
    expect(await listed(organisation_id)).toHaveLength(2)
    world.clock.advance(25 * 3_600_000)
    await sweepBytes.run(jobContext(world), {})
    expect(await listed(organisation_id)).not.toContain(orphan.sha256)
    const opened = await (await world.as('user')).post(`/file/${id}/download`)
    expect(opened.bytes.equals(sent.bytes)).toBe(true)
    await world.close()
  })
})

test('two servers share a bucket: what one takes in, the other hands out', async () => {
  const first = await makeWorld({ filesDir: newFolder(), s3: s3.settings })
  const sent = anyPdf()
  const { id } = (await upload(await first.as('user'), sent)).body.data
  const { buildApp } = await import('#server/app.ts')
  const { makeClient } = await import('#tests/support/client.ts')
  const { password } = await import('#tests/support/world.ts')
  const { database, clock, config } = first
  const app = await buildApp({ config: { ...config, filesDir: newFolder() }, database, clock })
  const client = makeClient(app)
  await client.signIn('user', password)
  const opened = await client.post(`/file/${id}/download`)
  expect(opened.bytes.equals(sent.bytes)).toBe(true)
  await app.close()
  await first.close()
})

test('what is missing, damaged or sealed in a bucket is told as on a disk', async () => {
  const world = await makeWorld({ filesDir: newFolder(), s3: s3.settings })
  const user = await world.as('user')
  const before = new Set(s3.objects())
  const secret = Buffer.from(`%PDF-1.7 the quiet part ${Math.random()}`)
  const { id } = (await upload(user, { name: 'a.pdf', bytes: secret })).body.data
  const objectNow = () => s3.objects().find((path) => !before.has(path)) ?? ''
  expect(readFileSync(objectNow()).equals(secret)).toBe(true)
  expect((await user.post(`/file/${id}/encrypt`)).status).toBe(261)
  expect(s3.objects().filter((path) => !before.has(path))).toHaveLength(1)
  expect(readFileSync(objectNow()).includes('quiet')).toBe(false)
  expect((await user.post(`/file/${id}/view`)).status).toBe(403)

  before.add(objectNow())
  const { id: other } = (await upload(user, anyPdf())).body.data
  const bent = objectNow()
  writeFileSync(bent, 'other bytes')
  expect((await user.post(`/file/${other}/download`)).status).toBe(476)
  rmSync(bent)
  expect((await user.post(`/file/${other}/download`)).status).toBe(404)
  await world.close()
})

test('while the store is away files answer 503 and nothing is half done; then all goes on', async () => {
  const world = await makeWorld({ filesDir: newFolder(), s3: s3.settings })
  const user = await world.as('user')
  const sent = anyPdf('kept.pdf')
  const { id } = (await upload(user, sent)).body.data
  await s3.stop()
  const late = anyPdf('late.pdf')
  for (const answer of [await upload(user, late), await user.post(`/file/${id}/download`)]) {
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBeDefined()
    expect(answer.body.message).toMatch(/^We can't reach the server just now/)
  }
  expect((await user.get('/customers')).status).toBe(260)
  expect((await user.get('/files')).body.data).toHaveLength(1)
  await s3.start()
  expect((await upload(user, late)).status).toBe(201)
  expect((await user.post(`/file/${id}/download`)).bytes.equals(sent.bytes)).toBe(true)
  await world.close()
})

test('a wrong secret opens nothing: 503 to people, its reason to whoever starts a server', async () => {
  const wrong = { ...s3.settings, secretAccessKey: 'not the one' }
  const world = await makeWorld({ filesDir: newFolder(), s3: wrong })
  expect((await upload(await world.as('user'), anyPdf())).status).toBe(503)
  await world.close()
  const { refuseUnfitStore } = await import('#server/files/refuse-unfit-store.ts')
  const lines: string[] = []
  const start = (settings: object) => {
    const config = { ...world.config, s3: { ...s3.settings, ...settings } }
    return refuseUnfitStore(config, (line) => lines.push(line))
  }
  await expect(start({ secretAccessKey: 'not the one' })).rejects.toThrow(
    'The file store answered 403 SignatureDoesNotMatch.',
  )
  await expect(start({ bucket: 'elsewhere' })).rejects.toThrow('404 NoSuchBucket')
  await start({ endpoint: 'http://127.0.0.1:9' })
  expect(lines).toEqual([expect.stringContaining('Files wait until their store is back.')])
  await start({})
  expect(lines).toHaveLength(1)
})
