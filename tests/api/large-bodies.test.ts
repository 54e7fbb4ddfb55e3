import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { sendForm, textFile } from '#tests/support/upload.ts'
import { fetched, headersOf } from '#tests/support/wire.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

const MEGABYTE = 2 ** 20
const ARRIVAL_MS = 800
// To read it all first took twenty seconds; a busy machine takes one for nothing.
const AT_ONCE_MS = 5000

let world: World
let user: Client
let origin: string

beforeAll(async () => {
  world = await makeWorld({ arrivalMs: ARRIVAL_MS })
  user = await world.as('user')
  origin = await world.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => world.close())

interface Outcome {
  status: number
  body: { code: number; message: string }
  ms: number
  sentBytes: number
}

/** Sends a body of this size piece by piece, as fast as it is taken, from one small buffer. */
function pour(
  call: string,
  bytes: number,
  headers: Record<string, string>,
  isChunked = false,
): Promise<Outcome> {
  const [method = '', path = ''] = call.split(' ')
  const started = performance.now()
  const piece = Buffer.alloc(65_536, 'a')
  const length = isChunked ? {} : { 'content-length': String(bytes) }
  return new Promise((resolve, reject) => {
    let sentBytes = 0
    const call = httpRequest(`${origin}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...length, ...headers },
    })
    call.once('response', async (answer) => {
      const text = Buffer.concat(await answer.toArray()).toString()
      const ms = performance.now() - started
      resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text), ms, sentBytes })
    })
    // Once the answer is there it does not matter how the rest of the body ends.
    call.once('error', reject)
    const write = (): void => {
      while (sentBytes < bytes && !call.destroyed) {
        sentBytes += piece.length
        if (!call.write(piece)) {
          call.once('drain', write)
          return
        }
      }
      call.end()
    }
    write()
  })
}

test.each([
  ['with its length said', false],
  ['without a length', true],
])(
  'a guest’s 37 MB %s are refused unread, and others are answered meanwhile',
  async (_how, isChunked) => {
    const before = process.memoryUsage().rss
    const pouring = pour('PUT /readingimport', 37 * MEGABYTE, {}, isChunked)
    const health = performance.now()
    expect((await fetched(`${origin}/healthz`)).status).toBe(200)
    expect(performance.now() - health).toBeLessThan(AT_ONCE_MS)
    const { status, ms } = await pouring
    // What says that it is too long is too long for anybody.
    expect(status).toBe(isChunked ? 401 : 413)
    expect(ms).toBeLessThan(AT_ONCE_MS)
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MEGABYTE)
  },
)

test('a guest’s file is refused before it is read, a small one too', async () => {
  const type = { 'content-type': 'multipart/form-data; boundary=x' }
  const large = await pour('PUT /readingimport', 20 * MEGABYTE, type)
  expect([large.status, large.ms < AT_ONCE_MS]).toEqual([401, true])
  const guest = world.guest()
  await guest.get('/options')
  const call = 'PUT /readingimport'
  expect((await sendForm(guest, call, { content: textFile('a,b') })).status).toBe(401)
})

test('somebody whose role is too low is told so before the file is read', async () => {
  const type = { 'content-type': 'multipart/form-data; boundary=x' }
  const { status } = await pour('POST /rateupdates/import', 4 * MEGABYTE, {
    ...headersOf(user),
    ...type,
  })
  expect(status).toBe(403)
})

// Shows: T22
test('guests have 64 kB, people who are known a megabyte', async () => {
  const guest = world.guest()
  await guest.get('/options')
  const long = { username: 'x'.repeat(70_000), password: 'y' }
  const refused = await guest.post('/user/signin', long)
  expect([refused.status, refused.body.message]).toEqual([
    413,
    'That file is too big. The limit is 64 kB.',
  ])
  const note = { subject: 'Long', note: 'z'.repeat(200_000) }
  expect((await user.put('/note', note)).status).not.toBe(413)
  const tooLong = await user.put('/note', { ...note, note: 'z'.repeat(1_100_000) })
  expect([tooLong.status, tooLong.body.message]).toEqual([
    413,
    'That file is too big. The limit is 1 MB.',
  ])
  const stranger = await world.guest().put('/note', note)
  expect(stranger.status).toBe(401)
  expect((await pour('POST /nothing/here', MEGABYTE, {})).status).toBeGreaterThanOrEqual(404)
})

test('a body without a length that grows too long is cut off with an answer', async () => {
  const { status, sentBytes } = await pour('PUT /note', 30 * MEGABYTE, headersOf(user), true)
  expect(status).toBe(413)
  expect(sentBytes).toBeLessThanOrEqual(31 * MEGABYTE)
})

test('the answer to a refused body arrives whole, and then the connection ends', async () => {
  const socket = await connected()
  socket.write(`PUT /api/v1/customer HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`)
  socket.write(`content-length: 500000\r\n\r\n${' '.repeat(1000)}`)
  const started = performance.now()
  const said = await heard(socket)
  expect(said).toMatch(/^HTTP\/1.1 401 /)
  expect(said).toContain('"code":401')
  expect(performance.now() - started).toBeLessThan(AT_ONCE_MS)
})

test.each([
  ['headers', 'PUT /api/v1/customer HTTP/1.1\r\nhost: x\r\n'],
  [
    'body',
    'POST /api/v1/user/signin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  ],
])('%s that never end are ended with 408', async (_what, begun) => {
  const socket = await connected()
  socket.write(begun)
  const started = performance.now()
  const said = await heard(socket)
  expect(said).toMatch(/^HTTP\/1.1 408 /)
  expect(said).toContain('That took too long to reach us.')
  expect(performance.now() - started).toBeLessThan(ARRIVAL_MS * 4)
})

// Shows: T22
test('a body that drips is ended all the same, also a file of somebody we know', async () => {
  const socket = await connected()
  const headers = Object.entries(headersOf(user)).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`PUT /api/v1/file HTTP/1.1\r\nhost: x\r\n${headers.join('')}`)
  socket.write('content-type: multipart/form-data; boundary=x\r\ncontent-length: 900000\r\n\r\n')
  socket.write('--x\r\nContent-Disposition: form-data; name="content"; filename="a.txt"\r\n\r\n')
  const dripping = setInterval(() => socket.writable && socket.write('a'), 50)
  const said = await heard(socket)
  clearInterval(dripping)
  expect(said).toMatch(/^HTTP\/1.1 408 /)
  expect((await fetched(`${origin}/healthz`)).status).toBe(200)
})

test('headers longer than 16 kB are refused in the catalogue’s words', async () => {
  const socket = await connected()
  socket.write(`GET /healthz HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`)
  expect(await heard(socket)).toContain('The headers of this call are too long.')
})

test('a thousand wrong rows answer fifty errors and how many more there are', async () => {
  const changes = Array.from({ length: 1000 }, () => ({ contract_id: 0 }))
  const reply = await user.post('/rateupdates/shadowrun', { changes })
  expect(reply.status).toBe(400)
  expect(reply.body.errors).toHaveLength(50)
  expect(reply.body.info.more_errors).toBeGreaterThanOrEqual(950)
  expect(reply.body.message).toMatch(/These are the first 50; there are \d+ more\.$/)
})

async function connected(): Promise<Socket> {
  const { port, hostname } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Everything that is said until the other side hangs up. */
async function heard(socket: Socket): Promise<string> {
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk.toString()
  })
  // Who goes on writing after the answer is cut off, and has been answered all the same.
  const over = new Promise((resolve) => socket.once('end', resolve).once('close', resolve))
  await Promise.race([over, pause(10_000)])
  socket.destroy()
  return said
}
