import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { staff } from '#domain/identity/staff.ts'
import { buildApp } from '#server/app.ts'
import { fileStoreOf } from '#server/files/file-store.ts'
import { folderStore } from '#server/files/folder-store.ts'
import { discardUnused, STORE_LOCK } from '#server/files/stored-bytes.ts'
import { jobs } from '#server/jobs.ts'
import { openDatabase } from '#server/kit/database/database.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import type { Config } from '#server/kit/start/config.ts'
import { backupsIn, readManifest, sha256OfFile } from '#server/upkeep/backup-format.ts'
import { keepCheckWord } from '#server/upkeep/field-key.ts'
import { makeBackup, removeOldBackups } from '#server/upkeep/make-backup.ts'
import { restoreBackup } from '#server/upkeep/restore-backup.ts'
import { type Client, makeClient } from '#tests/support/client.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import type { TestDatabase } from '#tests/support/filled-database.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { anyPdf, type UploadedFile, upload } from '#tests/support/upload.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'

// Each makes or fills a whole database: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 90_000 })

const folder = temporaryFolder()
let world: World
let config: Config
let admin: Client
let fileIds: number[]
let sent: UploadedFile[]
let backup: string
let target: TestDatabase
let restored = 0

beforeAll(async () => {
  world = await makeWorld({ dataDir: join(folder.path, 'data') })
  // The role of the tests; a server of its own would have made one.
  config = { ...world.config, databaseAppUrl: world.appUrl }
  await keepCheckWord(world.owner, config.secrets.fields)
  admin = await world.as('admin')
  await makeRow(admin, customer, {
    name: 'Ōtaki Bakery \\N \\. "& Co"',
    bank_account_number: '12-3113-0003869-00',
  })
  await makeRow(admin, staff, { user_id: world.userIds.admin, can_decrypt: true })
  sent = [anyPdf('plain.pdf'), anyPdf('quiet.pdf')]
  fileIds = []
  for (const one of sent) fileIds.push((await upload(admin, one)).body.data.id)
  expect((await admin.post(`/file/${fileIds[1]}/encrypt`)).status).toBe(261)
  backup = (await makeBackup(from())).folder
})
afterAll(async () => {
  await world.close()
  folder.remove()
})
beforeEach(async () => {
  target = await emptyDatabase()
  return () => target.drop()
})

let second = 0
function from(changes: object = {}) {
  second += 1
  const { ownerUrl } = world
  const now = new Date(Date.UTC(2026, 10, 16, 1, 0, second))
  return { ownerUrl, store: fileStoreOf(config), to: config.backupDir, now, ...changes }
}

function into(changes: object = {}) {
  restored += 1
  const filesDir = join(folder.path, `restored-${restored}`)
  const log = () => {}
  const { ownerUrl } = target
  const own = { ...config, filesDir }
  const store = folderStore(filesDir)
  return { from: backup, ownerUrl, config: own, store, queues: jobs, log, ...changes }
}

async function ask<R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return (await client.query<R>(text).finally(() => client.end())).rows
}

// Shows: R18
test('what is restored serves as before: people, sealed values, files, numbers that go on', async () => {
  const options = into()
  await restoreBackup(options)
  const database = openDatabase({ url: target.appUrl })
  const app = await buildApp({
    config: options.config,
    database,
    clock: world.clock,
  })
  const client = makeClient(app)
  expect((await client.signIn('admin', password)).status).toBe(200)
  const before = await admin.get('/customers')
  expect((await client.get('/customers')).body.data).toEqual(before.body.data)
  for (const [place, id] of fileIds.entries()) {
    const opened = await client.post(`/file/${id}/download`)
    expect(opened.bytes.equals(sent[place]?.bytes ?? Buffer.alloc(0)), opened.text).toBe(true)
  }
  const { id } = await makeRow(client, customer)
  expect(id).toBeGreaterThan(before.body.data[0].id)
  await app.close()
  await database.close()
})

// Shows: R18
test('scope, triggers and references of the restored database are those of the first', async () => {
  await restoreBackup(into())
  const shape = `select relname as name, relrowsecurity, relforcerowsecurity,
      (select count(*)::int from pg_trigger t where t.tgrelid = c.oid) as triggers,
      (select array_agg(pg_get_indexdef(i.indexrelid) order by pg_get_indexdef(i.indexrelid)) from pg_index i
        where i.indrelid = c.oid) as indexes,
      (select count(*)::int from pg_constraint k where k.conrelid = c.oid) as constraints,
      (select count(*)::int from pg_trigger t where t.tgrelid = c.oid and t.tgenabled <> 'O') as off
    from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`
  expect(await ask(target.ownerUrl, shape)).toEqual(await ask(world.ownerUrl, shape))
  expect(await ask(target.ownerUrl, 'select * from customers')).toEqual([])
})

test('a backup is of one moment, whatever is written meanwhile', async () => {
  const writer = new pg.Client({ connectionString: world.appUrl })
  await writer.connect()
  let isOver = false
  let pairs = 0
  const writing = (async () => {
    while (!isOver) {
      pairs += 1
      await writer.query(
        `begin; insert into attempts (purpose, subject_hash, created_at) values ('pair', 'x', now());
         insert into security_events (event) values ('pair'); commit`,
      )
    }
  })()
  const { folder: made } = await makeBackup(from()).finally(() => {
    isOver = true
  })
  await writing
  await writer.end()
  expect(pairs).toBeGreaterThan(3)
  await restoreBackup(into({ from: made }))
  const [counts] = await ask<{ a: number; b: number }>(
    target.ownerUrl,
    `select (select count(*)::int from attempts where purpose = 'pair') as a,
       (select count(*)::int from security_events where event = 'pair') as b`,
  )
  expect(counts?.a).toBe(counts?.b)
})

test('a backup that ends early leaves nothing that looks like one', async () => {
  const before = backupsIn(config.backupDir)
  const stopping = new AbortController()
  const making = makeBackup(from({ signal: stopping.signal }))
  setTimeout(() => stopping.abort(), 30)
  await expect(making).rejects.toThrow()
  expect(backupsIn(config.backupDir)).toEqual(before)
  expect(readdirSync(config.backupDir).filter((name) => name.startsWith('unfinished'))).toEqual([])
})

test('nothing but an empty database and an empty folder is restored into', async () => {
  await expect(restoreBackup(into({ ownerUrl: world.ownerUrl }))).rejects.toThrow('not empty')
  const store = fileStoreOf(config)
  await expect(restoreBackup(into({ store }))).rejects.toThrow('files is not empty')
})

test('a backup of another key, or of another version, is refused', async () => {
  const fields = [Buffer.alloc(32, 7)] as const
  const other = { ...config, secrets: { ...config.secrets, fields } }
  await expect(restoreBackup(into({ config: other }))).rejects.toThrow('another FIELD_SECRET')
  const copy = copyOfBackup()
  const manifest = readManifest(copy)
  manifest.migrations.push({ version: 9999, name: '9999_later.sql', sha256: 'x' })
  writeFileSync(join(copy, 'manifest.json'), JSON.stringify(manifest))
  await expect(restoreBackup(into({ from: copy }))).rejects.toThrow('9999_later.sql')
})

function copyOfBackup(): string {
  restored += 1
  const copy = join(folder.path, `copy-${restored}`)
  cpSync(backup, copy, { recursive: true })
  return copy
}

test.each([
  [
    'tables/public.customers.copy.gz',
    /public\.customers\.copy\.gz of the backup is damaged|unexpected end|incorrect/,
  ],
  ['SHA256SUMS', /SHA256SUMS is not the one/],
  ['manifest.json', /manifest\.json is damaged/],
])('a backup whose %s was cut short fills nothing', async (name, said) => {
  const copy = copyOfBackup()
  const path = join(copy, name)
  writeFileSync(path, readFileSync(path).subarray(0, -9))
  await expect(restoreBackup(into({ from: copy }))).rejects.toThrow(said)
  const tables = await ask<{ name: string }>(
    target.ownerUrl,
    "select relname as name from pg_class where relname = 'customers'",
  )
  if (tables.length > 0) expect(await ask(target.ownerUrl, 'select from users')).toEqual([])
})

test('a file that changed in the backup is found before anything counts as restored', async () => {
  const copy = copyOfBackup()
  const path = readdirSync(join(copy, 'files'), { recursive: true, encoding: 'utf8' })
    .map((name) => join(copy, 'files', name))
    .find((name) => /[0-9a-f]{64}$/.test(name))
  writeFileSync(path ?? '', 'other bytes')
  await expect(restoreBackup(into({ from: copy }))).rejects.toThrow('missing or damaged')
  expect(await ask(target.ownerUrl, 'select from users')).toEqual([])
  // Somebody who has nothing better goes on without it, and is told which it is.
  const said: string[] = []
  const log = (line: string) => said.push(line)
  const whole = await emptyDatabase()
  const { ownerUrl } = whole
  await restoreBackup(into({ from: copy, ownerUrl, withoutDamaged: true, log }))
  expect(said).toContain(`Missing or damaged in the backup: ${relative(copy, path ?? '')}`)
  expect((await ask(ownerUrl, 'select from users')).length).toBeGreaterThan(3)
  await whole.drop()
})

test('a file that was damaged in one backup is whole in the next', async () => {
  const to = join(folder.path, 'worn')
  const { folder: worn } = await makeBackup(from({ to }))
  const path = readdirSync(join(worn, 'files'), { recursive: true, encoding: 'utf8' }).find(
    (name) => /[0-9a-f]{64}$/.test(name),
  )
  writeFileSync(join(worn, 'files', path ?? ''), 'other bytes')
  const { folder: next, manifest } = await makeBackup(from({ to }))
  expect(manifest.missing_files).toEqual([])
  expect(await sha256OfFile(join(next, 'files', path ?? ''))).toBe(basename(path ?? ''))
})

test('files cost their space once, and only as many backups stay as are wanted', async () => {
  const to = join(folder.path, 'kept')
  for (let n = 0; n < 3; n++) await makeBackup(from({ to }))
  const [oldest = ''] = backupsIn(to)
  await removeOldBackups(to, 2, oldest)
  expect(backupsIn(to)).toHaveLength(3)
  await removeOldBackups(to, 2)
  expect(backupsIn(to)).toHaveLength(2)
  const [first = '', last = ''] = backupsIn(to)
  expect(readManifest(join(to, first)).files.count).toBe(2)
  expect(readManifest(join(to, last)).files).toEqual({ count: 2, bytes: 0 })
  expect(existsSync(join(to, last, 'files'))).toBe(true)
})

test('bytes stay on the disk while a backup is made', async () => {
  await world.owner.query('select pg_advisory_lock($1)', [STORE_LOCK])
  const { id } = (await upload(admin, anyPdf('later.pdf'))).body.data
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query(
    'select stored_sha256 as s from file_contents where file_id = $1',
    [id],
  )
  expect((await admin.post(`/file/${id}/encrypt`)).status).toBe(261)
  const path = join(
    config.filesDir,
    String(world.organisations[0]),
    rows[0].s.slice(0, 2),
    rows[0].s,
  )
  expect(existsSync(path)).toBe(true)
  await world.owner.query('select pg_advisory_unlock($1)', [STORE_LOCK])
  const ctx = systemContext(jobContext(world), world.organisations[0], 'test')
  expect(await discardUnused(ctx, rows[0].s)).toBe(true)
  expect(existsSync(path)).toBe(false)
})
