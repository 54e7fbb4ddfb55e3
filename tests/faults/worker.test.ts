import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '#server/kit/database/database.ts'
import { migrate } from '#server/kit/database/migrate.ts'
import { enqueue } from '#server/kit/jobs/job.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import type { TestDatabase } from '#tests/support/filled-database.ts'
import { waitingJob } from '#tests/support/waiting-worker.ts'

const nobody = { organisation_id: null, user_id: null }
const program = fileURLToPath(new URL('../support/waiting-worker.ts', import.meta.url))
let copy: TestDatabase
let database: Database
let workers: ChildProcess[] = []

beforeAll(async () => {
  copy = await cloneDatabase()
  await migrate({
    ...inject('cluster'),
    ownerUrl: copy.ownerUrl,
    queues: [waitingJob],
    log: () => undefined,
  })
  database = openDatabase({ url: copy.appUrl })
})
afterEach(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  workers = []
  await database.write(nobody, (conn) => conn.query('delete from pgboss.job'))
})
afterAll(async () => {
  await database.close()
  await copy.drop()
})

async function startProcess() {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, APP_URL: copy.appUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  workers.push(child)
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8')
  })
  await expect.poll(() => said, { timeout: 10_000 }).toContain('ready')
  return { child, said: () => said }
}

function wait(ms: number, key?: string) {
  return database.write(nobody, (conn) => enqueue(conn, waitingJob, { ms }, { key }))
}

async function states(): Promise<string[]> {
  const rows = await database.read(nobody, (conn) =>
    conn.query<{ state: string }>('select state::text from pgboss.job order by created_on'),
  )
  return rows.map((row) => row.state)
}

test('a job begins the moment its transaction commits', async () => {
  const worker = await startProcess()
  const times: number[] = []
  for (let count = 1; count <= 5; count++) {
    const began = performance.now()
    await wait(0)
    await expect.poll(() => worker.said().split('done').length - 1, { interval: 10 }).toBe(count)
    times.push(performance.now() - began)
  }
  // A busy machine delays one of them; who only looks every second or two is late for most.
  expect(times.sort((a, b) => a - b)[1]).toBeLessThan(500)
})

test('a key is taken once, also after the job is done', async () => {
  const worker = await startProcess()
  expect(await wait(0, 'once')).toBe(true)
  expect(await wait(0, 'once')).toBe(false)
  await expect.poll(worker.said).toContain('done')
  expect(await wait(0, 'once')).toBe(false)
  expect(await states()).toHaveLength(1)
})

// Shows: R03
test('the job of a killed worker is handed on to another', async () => {
  const first = await startProcess()
  await wait(60_000)
  await expect.poll(first.said).toContain('begun')
  first.child.kill('SIGKILL')
  const second = await startProcess()
  await expect.poll(second.said, { timeout: 40_000 }).toContain('begun')
})

test('a worker that is told to stop hands its job back at once', async () => {
  const first = await startProcess()
  await wait(60_000)
  await expect.poll(first.said).toContain('begun')
  const began = performance.now()
  first.child.kill('SIGTERM')
  const [code] = await once(first.child, 'close')
  expect(code).toBe(0)
  expect(performance.now() - began).toBeLessThan(5000)
  expect(await states()).toEqual(['retry'])
})
