import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetched } from '#tests/support/wire.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

const folder = join(import.meta.dirname, '../../dist/web/assets')
const shell = (ending: string) =>
  readdirSync(folder).find((name) => name.startsWith('shell-') && name.endsWith(ending)) ?? ''

let world: World
let origin: string
beforeAll(async () => {
  world = await makeWorld()
  origin = await world.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => world.close())

const asked = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetched(`${origin}${path}`, headers, method)

test.each([
  ['.js', /javascript/],
  ['.css', /css/],
])('a browser is given the compressed %s of the build, for ever', async (ending, type) => {
  const name = shell(ending)
  const whole = readFileSync(join(folder, name))
  const path = `/assets/${name}`
  const brotli = await asked(path, { 'accept-encoding': 'gzip, deflate, br, zstd' })
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringMatching(type),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: expect.stringMatching(/accept-encoding/i),
  })
  expect(brotliDecompressSync(brotli.bytes)).toEqual(whole)
  expect(brotli.bytes.length).toBeLessThan(whole.length / 3)
  const gzip = await asked(path, { 'accept-encoding': 'gzip' })
  expect(gunzipSync(gzip.bytes)).toEqual(whole)
  const plain = await asked(path)
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(plain.headers.vary).toMatch(/accept-encoding/i)
  expect(plain.bytes).toEqual(whole)
})

test('what has not changed is not sent again, each encoding for itself', async () => {
  const path = `/assets/${shell('.css')}`
  const br = { 'accept-encoding': 'br' }
  const first = await asked(path, br)
  const tag = String(first.headers.etag)
  const again = await asked(path, { ...br, 'if-none-match': tag })
  expect([again.status, again.bytes.length]).toEqual([304, 0])
  const plain = await asked(path, { 'if-none-match': tag })
  expect(plain.status).toBe(200)
  const head = await asked(path, br, 'HEAD')
  expect(head.headers['content-length']).toBe(String(first.bytes.length))
  const part = await asked(path, { range: 'bytes=0-9' })
  expect([part.status, part.bytes.length]).toEqual([206, 10])
})

test('the compressed files have no address of their own, and the page is asked for every time', async () => {
  expect((await asked(`/assets/${shell('.css')}.br`)).status).toBe(404)
  const page = await asked('/app/signin', { 'accept-encoding': 'br' })
  expect(page.headers).toMatchObject({ 'cache-control': 'no-cache' })
  // Its nonce is a secret of its own.
  expect(page.headers).not.toHaveProperty('content-encoding')
})
