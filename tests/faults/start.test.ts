import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readAccess } from '#server/embedded/cluster.ts'
import { ownerUrl } from '#server/embedded/owner.ts'
import {
  databasePid,
  launch,
  launchAndWait,
  type ServerProcess,
} from '#tests/support/server-process.ts'
import { type TemporaryFolder, temporaryFolder } from '#tests/support/temporary-folder.ts'

let prepared: TemporaryFolder
let folder: TemporaryFolder
let dataDir: string
let servers: ServerProcess[]

// Making a database takes longer than most of what is tried on it: one is made and copied.
beforeAll(async () => {
  prepared = temporaryFolder()
  const server = await launchAndWait({ dataDir: prepared.path })
  server.signal('SIGTERM')
  await server.exited
})
afterAll(() => prepared.remove())

beforeEach(() => {
  folder = temporaryFolder()
  dataDir = join(folder.path, 'data')
  servers = []
})
afterEach(async () => {
  for (const server of servers) server.signal('SIGTERM')
  await Promise.all(servers.map((server) => server.exited))
  folder.remove()
})

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  if (!existsSync(dataDir)) cpSync(prepared.path, dataDir, { recursive: true })
  const server = await launchAndWait({ dataDir, env })
  servers.push(server)
  return server
}

async function refused(env: Record<string, string> = {}) {
  const server = launch({ dataDir, env })
  const { code, afterMs } = await server.exited
  return { code, afterMs, said: server.said() }
}

async function inDatabase<R extends pg.QueryResultRow>(sql: string): Promise<R[]> {
  const access = readAccess(dataDir)
  if (!access) throw new Error('There is no database yet.')
  const client = new pg.Client({ connectionString: ownerUrl(access) })
  await client.connect()
  const result = await client.query<R>(sql).finally(() => client.end())
  return result.rows
}

const status = (url: string) =>
  fetch(`${url}/readyz`)
    .then((answer) => answer.status)
    .catch(() => 0)

describe('starting', () => {
  test('a second server on the same data folder is refused and names the first', async () => {
    const first = await start()
    const second = await refused()
    expect(second.code).toBe(1)
    expect(second.said).toContain(`already running on ${dataDir} (process ${first.pid})`)
    expect(second.said).not.toContain('    at ')
    expect(await status(first.url)).toBe(200)
  })

  test('a port in use is said before anything is started', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' ? address?.port : 0
    const result = await refused({ PORT: String(port) })
    other.close()
    expect(result.code).toBe(1)
    expect(result.said).toContain(`Port ${port} on 127.0.0.1 is in use`)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  })

  test('production refuses to make up secrets', async () => {
    const result = await refused({
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://office.example.co.nz',
    })
    expect(result.code).toBe(1)
    expect(result.said).toContain('SESSION_SECRET, CSRF_SECRET, FIELD_SECRET, APP_ROLE_PASSWORD')
    expect(existsSync(dataDir)).toBe(false)
  })

  test('secrets that are not those of the database are refused, and nothing is changed', async () => {
    const first = await start()
    first.signal('SIGTERM')
    await first.exited
    const other = await refused({ FIELD_SECRET: 'another key than that of the first start' })
    expect(other.code).toBe(1)
    expect(other.said).toContain('FIELD_SECRET is not the key of this database')
    // As after a lost file: new ones would be made up beside a filled database.
    renameSync(join(dataDir, 'secrets.json'), join(folder.path, 'secrets.json'))
    const lost = await refused()
    expect(lost.said).toContain('FIELD_SECRET is not the key of this database')
    expect(lost.said).not.toContain('    at ')
    renameSync(join(folder.path, 'secrets.json'), join(dataDir, 'secrets.json'))
    expect(await status((await start()).url)).toBe(200)
  })

  // Shows: T30, V13.3.2
  test('secrets and passwords are readable by their owner alone', async () => {
    await start()
    const mode = (name: string) => (statSync(join(dataDir, name)).mode & 0o777).toString(8)
    expect(['secrets.json', 'postgres.json', 'postgres.log'].map(mode)).toEqual([
      '600',
      '600',
      '600',
    ])
    expect(mode('postgres')).toBe('700')
  })

  test.runIf(process.getuid?.() === 0)('an ordinary user can start it too', async () => {
    const nobody = 65_534
    mkdirSync(dataDir)
    chownSync(dataDir, nobody, nobody)
    const server = await launchAndWait({ dataDir, uid: nobody, gid: nobody })
    servers.push(server)
    expect(await status(server.url)).toBe(200)
  })
})

describe('being killed', () => {
  test('what was stored before a kill -9 is there after the next start', async () => {
    const first = await start()
    await inDatabase("insert into mails (mail_to, subject, unique_key) values ('a@b.nz', 'x', 'k')")
    first.signal('SIGKILL')
    await first.exited
    expect(databasePid(dataDir)).toBeDefined()
    const second = await start()
    expect(await status(second.url)).toBe(200)
    expect(await inDatabase("select from mails where unique_key = 'k'")).toHaveLength(1)
  })

  test('server and database killed together come back together', async () => {
    const first = await start()
    const pid = databasePid(dataDir) ?? 0
    first.signal('SIGKILL')
    process.kill(pid, 'SIGKILL')
    await first.exited
    const second = await start()
    expect(await status(second.url)).toBe(200)
  })

  test('a process number that now belongs to another program is not mistaken for ours', async () => {
    const first = await start()
    const pid = databasePid(dataDir) ?? 0
    first.signal('SIGKILL')
    process.kill(pid, 'SIGKILL')
    await first.exited
    await sleep(500)
    claimFor(process.pid, dataDir)
    const second = await start()
    expect(await status(second.url)).toBe(200)
  })

  test('a database that dies under the server answers 503 and is back within seconds', async () => {
    const server = await start()
    const pid = databasePid(dataDir) ?? 0
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => status(server.url), { interval: 10 }).toBe(503)
    await expect.poll(() => status(server.url), { timeout: 10_000 }).toBe(200)
    expect(databasePid(dataDir)).not.toBe(pid)
    await expect.poll(() => inDatabase('select from mails')).toHaveLength(0)
  })
})

describe('stopping', () => {
  test('Ctrl+C answers the request under way and takes the database down', async () => {
    const server = await start()
    const request = await beginRequest(server.url)
    const began = performance.now()
    server.signal('SIGINT')
    await sleep(300)
    expect(await request.finish()).toMatch(/^HTTP\/1\.1 \d{3}/)
    const { code } = await server.exited
    expect(code).toBe(0)
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(databasePid(dataDir)).toBeUndefined()
    expect(readdirSync(dataDir)).not.toContain('switchboard.lock')
  })

  // Shows: R21
  test('a request that never ends does not keep the server from stopping', async () => {
    const server = await start()
    const request = await beginRequest(server.url)
    const began = performance.now()
    server.signal('SIGTERM')
    const { code } = await server.exited
    request.abandon()
    expect(code).toBe(0)
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(databasePid(dataDir)).toBeUndefined()
  })

  // Shows: R21
  test('a second Ctrl+C forces the end', async () => {
    const server = await start()
    const request = await beginRequest(server.url)
    server.signal('SIGINT')
    await sleep(1000)
    const began = performance.now()
    server.signal('SIGINT')
    const { code } = await server.exited
    request.abandon()
    expect(code).toBe(1)
    // The first one alone would wait for the request.
    expect(performance.now() - began).toBeLessThan(4000)
    await expect.poll(() => databasePid(dataDir), { timeout: 20_000 }).toBeUndefined()
  })

  test('whoever ends npm and its shell ends the server and its database', async () => {
    cpSync(prepared.path, dataDir, { recursive: true })
    const server = await launchAndWait({ dataDir, inShell: true })
    server.signal('SIGKILL')
    await server.exited
    expect(server.said()).toContain('Stopping.')
    expect(databasePid(dataDir)).toBeUndefined()
  })

  test('Ctrl+C during the first start leaves no database running', async () => {
    const server = launch({ dataDir })
    await expect.poll(() => databasePid(dataDir), { interval: 10, timeout: 20_000 }).toBeDefined()
    server.signal('SIGINT')
    await server.exited
    expect(databasePid(dataDir)).toBeUndefined()
    servers.push(await launchAndWait({ dataDir }))
  })
})

/** A request whose head has arrived and whose body has not: the server is at work on it. */
async function beginRequest(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString('utf8')
  })
  socket.on('error', () => undefined)
  const body = JSON.stringify({ username: 'nobody', password: 'nothing' })
  socket.write(
    `POST /api/v1/user/signin HTTP/1.1\r\nHost: ${hostname}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  await sleep(200)
  const finish = async () => {
    socket.write(body)
    await expect.poll(() => answer, { timeout: 5000 }).not.toBe('')
    return answer
  }
  return { finish, abandon: () => socket.destroy() }
}

/** Writes a living process into both process files, as after a restart of a whole container. */
function claimFor(pid: number, folderOfData: string): void {
  const file = join(folderOfData, 'postgres', 'postmaster.pid')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(pid)))
  const lock = join(folderOfData, 'switchboard.lock')
  writeFileSync(lock, JSON.stringify({ pid, identity: 'of an earlier life' }))
}
