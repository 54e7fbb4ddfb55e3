import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { staff } from '#domain/identity/staff.ts'
import { buildApp } from '#server/app.ts'
import { fileStoreOf } from '#server/files/file-store.ts'
import { jobs } from '#server/jobs.ts'
import { openDatabase } from '#server/kit/database/database.ts'
import { runDrill } from '#server/upkeep/drill.ts'
import { keepCheckWord } from '#server/upkeep/field-key.ts'
import { makeBackup } from '#server/upkeep/make-backup.ts'
import { restoreBackup } from '#server/upkeep/restore-backup.ts'
import { type Client, makeClient } from '#tests/support/client.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { type S3Server, startS3 } from '#tests/support/s3-server.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { anyPdf, type UploadedFile, upload } from '#tests/support/upload.ts'
import { makeWorld, password, type World } from '#tests/support/world.ts'

// Each makes or fills a whole database: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 90_000 })

const folder = temporaryFolder()
let s3: S3Server
let other: S3Server
let world: World
let admin: Client
const sent: [UploadedFile, UploadedFile] = [anyPdf('plain.pdf'), anyPdf('quiet.pdf')]
const ids: number[] = []

beforeAll(async () => {
  const places = [join(folder.path, 'objects'), join(folder.path, 'others')] as const
  for (const place of places) mkdirSync(place)
  s3 = await startS3(places[0])
  other = await startS3(places[1])
  world = await makeWorld({ dataDir: folder.path, s3: s3.settings })
  await keepCheckWord(world.owner, world.config.secrets.fields)
  admin = await world.as('admin')
  await makeRow(admin, staff, { user_id: world.userIds.admin, can_decrypt: true })
  for (const one of sent) ids.push((await upload(admin, one)).body.data.id)
  expect((await admin.post(`/file/${ids[1]}/encrypt`)).status).toBe(261)
})
afterAll(async () => {
  await world.close()
  await s3.stop()
  await other.stop()
  folder.remove()
})

const config = () => ({ ...world.config, databaseAppUrl: world.appUrl })
const at = (second: number) => new Date(Date.UTC(2026, 10, 16, 1, 0, second))

test('files of a bucket are in the backup, and come back into an empty bucket', async () => {
  const { ownerUrl } = world
  const store = fileStoreOf(world.config)
  const to = world.config.backupDir
  const { folder: from, manifest } = await makeBackup({ ownerUrl, store, to, now: at(1) })
  expect(manifest).toMatchObject({ files: { count: 2 }, missing_files: [] })
  const target = await emptyDatabase()
  const restored = { ...config(), filesDir: join(folder.path, 'new'), s3: other.settings }
  const into = { from, ownerUrl: target.ownerUrl, config: restored, queues: jobs, log: () => {} }
  await expect(restoreBackup({ ...into, store })).rejects.toThrow('files is not empty')
  await restoreBackup({ ...into, store: fileStoreOf(restored) })
  const database = openDatabase({ url: target.appUrl })
  const app = await buildApp({ config: restored, database, clock: world.clock })
  const client = makeClient(app)
  await client.signIn('admin', password)
  for (const [place, id] of ids.entries()) {
    const opened = await client.post(`/file/${id}/download`)
    expect(opened.bytes.equals(sent[place]?.bytes ?? Buffer.alloc(0)), opened.text).toBe(true)
  }
  await app.close()
  await database.close()
  await target.drop()
})

function drill(second: number) {
  const job = jobContext(world, { config: config(), clock: { now: () => at(second) } })
  return runDrill({ job, ownerUrl: world.ownerUrl, queues: jobs })
}

test('a trial restore opens the files of a bucket', async () => {
  expect(await drill(2)).toMatchObject({ findings: [], files: 2 })
})

test('a trial restore names those that the bucket has lost', async () => {
  for (const path of s3.objects()) rmSync(path)
  rmSync(world.config.backupDir, { recursive: true })
  expect((await drill(3)).findings.join()).toContain('Not in the store: files/')
})

test('while the bucket is away no backup is made, rather than half of one', async () => {
  await s3.stop()
  const { ownerUrl, config: own } = world
  const backup = { ownerUrl, store: fileStoreOf(own), to: own.backupDir, now: at(4) }
  rmSync(own.backupDir, { recursive: true, force: true })
  await expect(makeBackup(backup)).rejects.toThrow('The file store cannot be reached')
  await s3.start()
})
