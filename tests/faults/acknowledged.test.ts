import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAccess } from '#server/embedded/cluster.ts'
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts'
import { ownerUrl } from '#server/embedded/owner.ts'
import { type HttpClient, signInOver } from '#tests/support/http-client.ts'
import { databasePid, launchAndWait, type ServerProcess } from '#tests/support/server-process.ts'
import { type TemporaryFolder, temporaryFolder } from '#tests/support/temporary-folder.ts'
import { fillPeople, password } from '#tests/support/world.ts'

// What the server has acknowledged is there, whatever dies next: the promise that lets people
// close the page after the tick.
const rounds = process.env.HEAVY ? 10 : 2
const writers = 3

let folder: TemporaryFolder

// One start migrates the database; the people are put there beside the server.
beforeAll(async () => {
  folder = temporaryFolder()
  const server = await start()
  const access = readAccess(folder.path)
  if (!access) throw new Error('There is no database.')
  await fillPeople(ownerUrl(access))
  server.signal('SIGTERM')
  await server.exited
})
afterAll(() => folder.remove())

const start = () => launchAndWait({ dataDir: folder.path })

/** Writes as fast as it can until the server goes away, and remembers every acknowledged row. */
async function writeUntilGone(client: HttpClient, name: string, acknowledged: Map<number, string>) {
  for (let count = 0; ; count++) {
    const subject = `${name} ${count}`
    const reply = await client.send('PUT', '/note', { subject }).catch(() => null)
    if (reply === null) return
    if (reply.status === 201) acknowledged.set(reply.body.data.id, subject)
    // While the database is away the answer says so, and nothing was done.
    else expect(reply.status, JSON.stringify(reply.body)).toBe(503)
  }
}

async function lostOf(client: HttpClient, acknowledged: Map<number, string>): Promise<number[]> {
  const lost: number[] = []
  for (const [id, subject] of acknowledged) {
    const reply = await client.get(`/note?id=${id}`)
    if (reply.body?.data?.subject !== subject) lost.push(id)
  }
  return lost
}

function killEverything(server: ServerProcess, isDatabaseFirst: boolean): void {
  const database = databasePid(folder.path)
  const killDatabase = () => database && process.kill(database, 'SIGKILL')
  if (isDatabaseFirst) killDatabase()
  server.signal('SIGKILL')
  if (!isDatabaseFirst) killDatabase()
}

// Shows: R04
test(`${rounds} times server and database are killed in the middle of writing: nothing acknowledged is lost`, async () => {
  let server = await start()
  let total = 0
  for (let round = 1; round <= rounds; round++) {
    const acknowledged = new Map<number, string>()
    const clients = await Promise.all(
      Array.from({ length: writers }, () => signInOver(server.url, 'manager', password)),
    )
    const writing = clients.map((client, place) =>
      writeUntilGone(client, `Round ${round} writer ${place}`, acknowledged),
    )
    await sleep(800 + round * 150)
    killEverything(server, round % 2 === 0)
    await Promise.all([...writing, server.exited])
    expect(acknowledged.size).toBeGreaterThan(20)
    server = await start()
    const reader = await signInOver(server.url, 'manager', password)
    expect(await lostOf(reader, acknowledged)).toEqual([])
    total += acknowledged.size
  }
  console.log(`${total} writes acknowledged, 0 lost`)
  server.signal('SIGTERM')
  await server.exited
}, 300_000)

// Five seconds where the machine is ours alone; beside another file, a start alone takes as long.
const PATIENCE_MS = process.env.HEAVY ? 5000 : 25_000

// Writes until the answer is the one waited for; keeps what was acknowledged.
async function until(
  awaited: number,
  client: HttpClient,
  subject: string,
  acknowledged: Map<number, string>,
): Promise<void> {
  const begun = performance.now()
  let status = 0
  const answers: string[] = []
  while (status !== awaited && performance.now() - begun < PATIENCE_MS) {
    const asked = performance.now()
    const reply = await client
      .send('PUT', '/note', { subject })
      .catch((cause: Error) => ({ status: 0, body: cause }))
    status = reply.status
    if (status === 201) acknowledged.set(reply.body.data.id, subject)
    answers.push(`${status} after ${Math.round(performance.now() - asked)} ms`)
    if (status === 0) answers.push(String(reply.body.cause ?? reply.body))
    if (status !== awaited) await sleep(100)
  }
  expect(status, answers.join(', ')).toBe(awaited)
}

// Shows: R04, V16.5.2
test('the server outlives its database: 503 while it is gone, and soon whole again', async () => {
  // To the server it is somebody else's.
  const settings = { dataDir: folder.path, log: () => undefined }
  let database = await startEmbeddedDatabase(settings)
  const env = { DATABASE_URL: database.ownerUrl }
  const server = await launchAndWait({ dataDir: folder.path, env })
  try {
    const client = await signInOver(server.url, 'manager', password)
    const acknowledged = new Map<number, string>()
    const pid = databasePid(folder.path)
    if (!pid) throw new Error('the database has no process to kill')
    process.kill(pid, 'SIGKILL')
    // A backend outlives its postmaster until it looks up: what it still commits counts.
    await until(503, client, 'While away', acknowledged)
    await database.stop()
    database = await startEmbeddedDatabase(settings)
    await until(201, client, 'Back again', acknowledged)
    expect(await lostOf(client, acknowledged)).toEqual([])
  } finally {
    server.signal('SIGTERM')
    await server.exited
    await database.stop()
  }
}, 180_000)
