import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { staff } from '#domain/identity/staff.ts'
import { sealChainsJob } from '#server/books/chain/seal-chains-job.ts'
import { fileStoreOf } from '#server/files/file-store.ts'
import { jobs } from '#server/jobs.ts'
import type { JobContext } from '#server/kit/jobs/job.ts'
import { backUpByHand } from '#server/upkeep/backup-by-hand.ts'
import { backupsIn } from '#server/upkeep/backup-format.ts'
import { runDrill } from '#server/upkeep/drill.ts'
import { makeDrillJob } from '#server/upkeep/drill-job.ts'
import { keepCheckWord } from '#server/upkeep/field-key.ts'
import { runJob } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { anyPdf, upload } from '#tests/support/upload.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

// Each makes or fills a whole database: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 90_000 })

const folder = temporaryFolder()
let world: World
let job: JobContext
let admin: Client
let padmin: Client

beforeAll(async () => {
  world = await makeWorld({ dataDir: folder.path })
  job = jobContext(world, { config: { ...world.config, databaseAppUrl: world.appUrl } })
  await keepCheckWord(world.owner, world.config.secrets.fields)
  admin = await world.as('admin')
  padmin = await world.as('padmin')
  await makeRow(admin, staff, { user_id: world.userIds.admin, encrypt: true, can_decrypt: true })
  await upload(admin, anyPdf())
  const { id: customer_id } = await makeRow(admin, customer, { email: 'c@example.co.nz' })
  const lines = [{ name: 'Energy', quantity: '1', rate: '100.00', unit: 'each' }]
  const { id } = (await admin.put('/invoice', { customer_id, lines })).body.data
  expect((await admin.post('/invoice/approve', { id, acknowledge: [] })).status).toBe(200)
  expect((await admin.post('/invoice/send', { id })).status).toBe(200)
})
afterAll(async () => {
  await world.close()
  folder.remove()
})

let seconds = 0
/** Each at a second of its own, as nights are. */
function drill(changes: Partial<JobContext> = {}) {
  seconds += 1
  const now = new Date(Date.UTC(2026, 10, 16, 1, 0, seconds))
  const { ownerUrl } = world
  return runDrill({
    job: { ...job, clock: { now: () => now }, ...changes },
    ownerUrl,
    queues: jobs,
  })
}

const lastBackup = async () => {
  const { cards } = (await padmin.get('/dashboard', { set: 'system' })).body.data
  return cards.find(({ name }: { name: string }) => name === 'backup')
}

const scratch = () =>
  world.owner.query("select datname from pg_database where datname like '%_drill'")

// Shows: R18
test('a trial restore brings everything back, and leaves no database behind', async () => {
  expect(await lastBackup()).toMatchObject({ value: null, tone: 'red' })
  const detail = await drill()
  expect(detail).toMatchObject({ findings: [], files: 1 })
  expect(detail.rows).toBeGreaterThan(20)
  expect((await scratch()).rows).toEqual([])
  const [latest] = (await padmin.get('/upkeepreports')).body.data
  expect(latest).toMatchObject({ kind: 'drill', outcome: 'passed', asked_by: null })
  const words = { label: 'Last backup', hint: 'its trial restore passed' }
  expect(await lastBackup()).toMatchObject({ value: latest.started_at, ...words })
})

test('a backup by hand is told with those of the night, as one that nobody has tried', async () => {
  const { backupDir: to } = world.config
  const now = new Date(Date.UTC(2026, 10, 16, 2))
  const store = fileStoreOf(world.config)
  const { folder: backup } = await backUpByHand({ ownerUrl: world.ownerUrl, store, to, now })
  const [latest] = (await padmin.get('/upkeepreports')).body.data
  expect(latest).toMatchObject({ kind: 'backup', outcome: 'passed', detail: { backup, files: 1 } })
  const hint = 'by hand, not restored on trial; before it: its trial restore passed'
  expect(await lastBackup()).toMatchObject({ value: latest.started_at, tone: 'petrol', hint })
  rmSync(backup, { recursive: true })
  const twice = backUpByHand({ ownerUrl: world.ownerUrl, store, to: join(to, 'x\0'), now })
  await expect(twice).rejects.toThrow()
  const [failed] = (await padmin.get('/upkeepreports')).body.data
  expect(failed).toMatchObject({ kind: 'backup', outcome: 'failed' })
  expect(failed.detail.findings).toHaveLength(1)
})

test('books that do not add up in the restored database are found', async () => {
  await scope(world.owner, world.organisations[0])
  await world.owner.query(`alter table accounttransactions disable trigger user;
    update accounttransactions set amount = amount + 1
      where id = (select min(id) from accounttransactions);
    alter table accounttransactions enable trigger user`)
  const detail = await drill()
  expect(detail.findings.join()).toMatch(/Organisation \d+, \w+: /)
  const [latest] = (await padmin.get('/upkeepreports')).body.data
  expect(latest).toMatchObject({ outcome: 'failed', detail: { findings: detail.findings } })
  const words = { tone: 'red', hint: 'its trial restore failed' }
  expect(await lastBackup()).toMatchObject({ value: latest.started_at, ...words })
  await world.owner.query(`alter table accounttransactions disable trigger user;
    update accounttransactions set amount = amount - 1
      where id = (select min(id) from accounttransactions);
    alter table accounttransactions enable trigger user`)
})

// Shows: T24
test('an entry of the history that was changed behind the program is found', async () => {
  await runJob(world, sealChainsJob)
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query<{ id: string }>(
    `update history set actor_name = actor_name || '!' where id = (select min(id) from history
       where organisation_id = scope_organisation()) returning id`,
  )
  const { findings } = await drill()
  expect(findings).toEqual([
    `Organisation ${world.organisations[0]}, History: Entry ${rows[0]?.id} is not what it was when it was made`,
  ])
  await world.owner.query(`update history set actor_name = rtrim(actor_name, '!') where id = $1`, [
    rows[0]?.id,
  ])
})

test('a file that the store has lost is named', async () => {
  const files = readdirSync(world.config.filesDir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(world.config.filesDir, name))
    .filter((path) => statSync(path).isFile())
  for (const path of files) rmSync(path)
  // Backups from before still have it, and pass it on; a first one must do without.
  rmSync(world.config.backupDir, { recursive: true })
  const detail = await drill()
  expect(detail.findings.join()).toMatch(/Not in the store: files\/\d+\/[0-9a-f]{2}\/[0-9a-f]{64}/)
})

test('old backups go once a trial has passed; until then the last good one stays', async () => {
  const { backupDir } = world.config
  const few = { config: { ...job.config, backupKeep: 1 } }
  // The file is still lost: each of these fails.
  const failed = await drill(few)
  expect(failed.findings.join()).toContain('more than the 1 wanted, until a trial passes')
  await drill(few)
  expect(backupsIn(backupDir)).toHaveLength(2)
  await scope(world.owner, world.organisations[0])
  await world.owner.query('delete from file_contents')
  expect((await drill(few)).findings).toEqual([])
  expect(backupsIn(backupDir)).toHaveLength(1)
})

test('one that is interrupted says so, and the next goes on as if it had not been', async () => {
  const stopping = new AbortController()
  setTimeout(() => stopping.abort(), 100)
  await drill({ signal: stopping.signal })
  const [latest] = (await padmin.get('/upkeepreports')).body.data
  expect(latest.outcome).toBe('interrupted')
  const hints = ['its trial restore was interrupted', 'the next one was not made']
  expect(hints).toContain((await lastBackup()).hint)
  expect((await scratch()).rows).toEqual([])
})

test('platform admins ask for one, and for no second while it waits; nobody else does', async () => {
  expect((await admin.post('/upkeepreport/drill')).status).toBe(403)
  expect((await admin.get('/upkeepreports')).status).toBe(403)
  const asked = await padmin.post('/upkeepreport/drill')
  expect(asked.status, asked.text).toBe(202)
  const again = await padmin.post('/upkeepreport/drill')
  expect(again.status).toBe(476)
  expect(again.body.message).toContain('one is under way already')
  const ownJob = makeDrillJob({ ownerUrl: () => world.ownerUrl, queues: () => jobs })
  await ownJob.run(job, { report_id: asked.body.data.id })
  const [latest] = (await padmin.get('/upkeepreports')).body.data
  expect(latest).toMatchObject({ id: asked.body.data.id, asked_by: 'padmin Test' })
  expect(['passed', 'failed']).toContain(latest.outcome)
})
