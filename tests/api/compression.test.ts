import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entities } from '#domain/entities.ts'
import { keyOf } from '#domain/kit/call.ts'
import { routes } from '#server/routes.ts'
import type { Client } from '#tests/support/client.ts'
import { fetched, headersOf } from '#tests/support/wire.ts'
import { makeWorld, password, type World } from '#tests/support/world.ts'

let world: World
let manager: Client
let origin: string

beforeAll(async () => {
  world = await makeWorld()
  manager = await world.as('manager')
  for (let n = 0; n < 30; n++) await manager.put('/customer', { name: `Whānau ${n} Limited` })
  origin = await world.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => world.close())

const asked = (path: string, coding: string, method = 'GET') =>
  fetched(`${origin}/api/v1${path}`, { ...headersOf(manager), 'accept-encoding': coding }, method)
const plainly = (path: string) => fetched(`${origin}/api/v1${path}`, headersOf(manager))

test('a list comes as brotli or gzip to whoever takes it, and as it is to others', async () => {
  const plain = await plainly('/customers')
  expect(plain.headers).not.toHaveProperty('content-encoding')
  const gzip = await asked('/customers', 'gzip, deflate')
  const brotli = await asked('/customers', 'gzip, deflate, br')
  expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(brotli.bytes.length),
  })
  expect(JSON.parse(String(gunzipSync(gzip.bytes)))).toEqual(JSON.parse(String(plain.bytes)))
  expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes)
  expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 5)
  for (const refused of ['br;q=0, gzip;q=0', 'identity', 'zstd', '*;q=0'])
    expect((await asked('/customers', refused)).headers).not.toHaveProperty('content-encoding')
})

test('a small answer is left alone, and a refusal too', async () => {
  const small = await asked('/partners', 'br')
  expect(small.status).toBe(260)
  expect(small.headers).toMatchObject({ vary: 'accept-encoding' })
  expect(small.headers).not.toHaveProperty('content-encoding')
  const refused = await asked('/customers?nonsense=1', 'br')
  expect(refused.status).toBe(400)
  expect(JSON.parse(String(refused.bytes)).success).toBe(false)
})

test('a CSV is compressed while it streams, and says nothing wrong of itself to HEAD', async () => {
  const plain = await plainly('/customers/csv')
  const brotli = await asked('/customers/csv', 'br')
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/csv; charset=utf-8',
  })
  expect(brotliDecompressSync(brotli.bytes).toString()).toBe(plain.bytes.toString())
  const head = await asked('/customers/csv', 'br', 'HEAD')
  expect([head.status, head.bytes.length]).toEqual([200, 0])
  await expect.poll(async () => (await asked('/customers/csv', 'gzip')).status).toBe(200)
  const list = await asked('/customers', 'br')
  const listHead = await asked('/customers', 'br', 'HEAD')
  expect(listHead.headers['content-length']).toBe(list.headers['content-length'])
})

test('the description of the API arrives whole', async () => {
  const { bytes, headers } = await asked('/openapi.json', 'br')
  expect(headers['content-encoding']).toBe('br')
  const text = String(brotliDecompressSync(bytes))
  expect(JSON.parse(text)).toMatchObject({ openapi: '3.1.0' })
})

// Beside the reads of rows. Whoever adds one has looked at what its answer holds: no token, key,
// link or opened value.
const looked = `/openapi.json /options /geoinfo /history /search /customer/timeline /customer/use
  /meter/use /billingrun/items /billingrun/coverage /invoice/explain /charges /charges/alone
  /allocations /reports /report /report/csv /gstreturn/documents /gstreturn/csv /activityuserbills /activityuserbills/recent
  /activitycustomerinvoices /activitycustomerinvoices/recent
  /dashboard /openitems/csv /invoicemargins/csv /connectionmoves/csv /map/points /customers/map/csv
  /customers/prospects/notinvoiced/csv /customers/active/notinvoiced/csv
  /customers/active/neverinvoiced/csv /customers/active/contract/expiring/csv /meters/due/csv
  /export/choices /accountantfile/documents /departure /departures
  /fieldchange/rows`

test('nothing is compressed but reads that hold no secret', () => {
  const compressed = routes.filter((entry) => entry.compressed)
  expect(compressed.filter((entry) => entry.method !== 'GET').map(keyOf)).toEqual([])
  const rows = entities
    .filter(({ holdsSecrets }) => !holdsSecrets)
    .flatMap(({ name, plural }) => [name, plural, `${plural}/search`, `${plural}/csv`])
  const known = new Set([...looked.split(/\s+/), ...rows.map((path) => `/${path}`)])
  const others = compressed.filter(({ path, answers }) => !known.has(path) && !answers.rows)
  expect(others.map(keyOf)).toEqual([])
  const closed = entities.filter(({ holdsSecrets }) => holdsSecrets).map(({ name }) => name)
  expect(closed.sort()).toEqual(['carestop', 'message', 'organisationconfig', 'thread'])
  const theirs = compressed.filter(({ answers }) =>
    closed.includes(answers.rows?.entity.name ?? ''),
  )
  expect(theirs.map(keyOf)).toEqual([])
})

test('a token leaves as it is, whatever the caller takes', async () => {
  const guest = world.guest()
  await guest.get('/options')
  const reply = await guest.post(
    '/user/signin',
    { username: 'manager', password },
    { 'accept-encoding': 'br, gzip' },
  )
  expect(reply.body.token).toEqual(expect.any(String))
  expect(reply.headers).not.toHaveProperty('content-encoding')
})

test('an answer given again under its key is the same to the byte', async () => {
  const headers = { 'idempotency-key': 'compressed-or-not', 'accept-encoding': 'br, gzip' }
  const body = { name: 'Once Only' }
  const [first, second] = [
    await manager.put('/customer', body, headers),
    await manager.put('/customer', body, headers),
  ]
  expect(first.status, first.text).toBe(201)
  expect(second.headers['idempotent-replayed']).toBe('true')
  expect(second.text).toBe(first.text)
  expect(first.bytes.length).toBeGreaterThan(1500)
  expect(second.headers).not.toHaveProperty('content-encoding')
})
