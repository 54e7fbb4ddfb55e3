import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entities } from '#domain/entities.ts'
import { sweepBytes } from '#server/files/sweep-bytes-job.ts'
import type { Client } from '#tests/support/client.ts'
import { sha256, unzipped } from '#tests/support/exported.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { manyContracts } from '#tests/support/many-contracts.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

const kills = process.env.HEAVY ? 20 : 2
const program = fileURLToPath(new URL('../support/export-worker.ts', import.meta.url))
const folder = temporaryFolder()
let world: World
let admin: Client

beforeAll(async () => {
  world = await makeWorld({ dataDir: folder.path })
  admin = await world.as('admin')
  await manyContracts(world.owner, world.organisations[0], 200)
})
afterAll(async () => {
  await world.close()
  folder.remove()
})

/** A worker that is killed once it has written so many files; null leaves it alone. */
async function work(id: number, data: object, after: number | null): Promise<void> {
  const env = {
    ...process.env,
    APP_URL: world.appUrl,
    DATA: folder.path,
    PAYLOAD: JSON.stringify(data),
  }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const closed = once(child, 'close')
  if (after !== null) {
    const before = (await attempts(id)).attempt
    await expect
      .poll(async () => await isPast(id, before, after), { timeout: 30_000, interval: 2 })
      .toBe(true)
    child.kill('SIGKILL')
  }
  await closed
}

async function attempts(id: number): Promise<{ attempt: number; files_done: number }> {
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query(
    'select attempt, coalesce(files_done, 0) as files_done from exports where id = $1',
    [id],
  )
  return rows[0]
}

const isPast = async (id: number, before: number, files: number) => {
  const { attempt, files_done } = await attempts(id)
  return attempt > before && files_done >= files
}

// Shows: T22
test('an export that is killed again and again is whole in the end, and leaves nothing behind', async () => {
  const chosen = entities
    .filter(({ scope: of, name }) => of === 'organisation' && name !== 'export')
    .map(({ name }) => name)
  const asked = await admin.put('/export', { entities: chosen, format: 'jsonl' })
  expect(asked.status, asked.text).toBe(202)
  const { id } = asked.body.data
  const { rows } = await world.owner.query<{ data: object }>(
    `delete from pgboss.job where name = 'make-export' returning data`,
  )
  const data = rows[0]?.data ?? {}
  for (let kill = 0; kill < kills; kill += 1) {
    await work(id, data, 1 + ((kill * 17) % 40))
    const row = (await admin.get('/export', { id })).body.data
    expect(row.export_status).toBe('running')
    expect((await admin.put('/export', { entities: ['note'] })).status).toBe(429)
  }
  await work(id, data, null)
  const row = (await admin.get('/export', { id })).body.data
  expect(row).toMatchObject({ export_status: 'done', files_done: chosen.length })
  expect((await attempts(id)).attempt).toBe(kills + 1)

  const fetched = await admin.post('/export/download', { id })
  const files = unzipped(fetched.bytes)
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '')
  expect(files.size).toBe(chosen.length + 1)
  for (const file of manifest.files) {
    const bytes = files.get(file.name) ?? Buffer.alloc(0)
    expect(sha256(bytes), file.name).toBe(file.sha256)
    expect(bytes.toString().split('\n').length - 1, file.name).toBe(file.rows)
  }
  const { rows: counted } = await world.owner.query('select count(*)::int from contracts')
  const contracts = files.get('contracts.jsonl')?.toString().split('\n').filter(Boolean)
  expect(contracts).toHaveLength(counted[0].count)

  // What a killed worker had stored and not yet noted is swept a day later; the rest is in use.
  const later = { now: () => new Date(Date.now() + 25 * 3_600_000) }
  await sweepBytes.run(jobContext(world, { clock: later }), {})
  const kept = await world.owner.query<{ stored_sha256: string }>(
    'select stored_sha256 from export_parts where export_id = $1',
    [id],
  )
  const own = join(folder.path, 'files', String(world.organisations[0]))
  const stored = readdirSync(own, { recursive: true, encoding: 'utf8' })
    .map((name) => join(own, name))
    .filter((path) => statSync(path).isFile())
  expect(stored.map((path) => basename(path)).sort()).toEqual(
    kept.rows.map(({ stored_sha256 }) => stored_sha256).sort(),
  )
}, 120_000)
