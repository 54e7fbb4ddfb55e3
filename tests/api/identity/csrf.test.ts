import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gocardlessCalls } from '#domain/directdebit/directdebit-calls.ts'
import { routes } from '#server/routes.ts'
import type { Client } from '#tests/support/client.ts'
import { storeConnection } from '#tests/support/debit-rows.ts'
import { makeWorld, password, type World } from '#tests/support/world.ts'

let world: World
let admin: Client
let other: Client
beforeAll(async () => {
  world = await makeWorld()
  admin = await world.as('admin')
  other = await world.as('other')
})
afterAll(() => world.close())

// What another system signs comes from no page, and no session counts there.
const unsafe = routes.filter((entry) => entry.method !== 'GET' && !entry.signedBy)

// Shows: T06
describe.each(unsafe.map((entry) => [`${entry.method} ${entry.path}`, entry] as const))(
  '%s',
  (_name, { method, path }) => {
    test.each([
      ['no header', () => ({ 'x-csrf-token': '' })],
      ['a made-up value', () => ({ 'x-csrf-token': 'g-made.up.value' })],
      ['a page of another site', () => ({ 'sec-fetch-site': 'cross-site' })],
      ['a page of a sister site', () => ({ 'sec-fetch-site': 'same-site' })],
      ['a foreign origin', () => ({ origin: 'https://evil.example' })],
    ])('is refused with %s', async (_how, headers) => {
      const send = { PUT: admin.put, POST: admin.post, DELETE: admin.delete }
      const verb = method === 'GET' ? admin.put : send[method]
      const reply = await verb(path, {}, headers() as Record<string, string>)
      expect(reply.status).toBe(403)
      expect(reply.body.message).toBe('Your page is out of date. Refresh and try again.')
    })

    // Shows: V3.3.1
    test("is refused with another session's value, even if the cookie was planted too", async () => {
      const planted = world.guest()
      planted.authorization = admin.authorization
      planted.cookies.set('bind', admin.cookies.get('bind') ?? '')
      planted.cookies.set('csrf_token', other.cookies.get('csrf_token') ?? '')
      const send = { PUT: planted.put, POST: planted.post, DELETE: planted.delete }
      const verb = method === 'GET' ? planted.put : send[method]
      expect((await verb(path, {})).status).toBe(403)
    })
  },
)

// Shows: T06
test.each(routes.filter((entry) => entry.signedBy).map(({ path }) => path))(
  '%s knows nobody by their session',
  async (path) => {
    // One provider asks for a code of its own, from an address that it was given.
    const isGoCardless = path === gocardlessCalls.hear.path
    const address = isGoCardless ? (await storeConnection(world)).path : path
    expect((await admin.post(address, {})).status).toBe(isGoCardless ? 498 : 401)
  },
)

// Shows: T06, V3.5.1
test('a guest without the cookie is refused, gets it, and is let in with it', async () => {
  const guest = world.guest()
  const first = await guest.post('/user/signin', { username: 'user', password })
  expect(first.status).toBe(403)
  expect(guest.cookies.get('csrf_token')).toMatch(/^g-/)
  expect((await guest.post('/user/signin', { username: 'user', password })).status).toBe(200)
  expect(guest.cookies.get('csrf_token')).toMatch(/^s-/)
})

// Shows: V3.5.2
test('our own pages and programs without an origin are let through', async () => {
  const body = { object_path: '/app/customer/edit?id=1' }
  for (const headers of [
    {},
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://localhost:80', host: 'localhost:80' },
  ]) {
    const reply = await admin.put('/datalock', body, headers as Record<string, string>)
    expect(reply.status, JSON.stringify(headers)).toBe(201)
  }
})

test('a readable cookie is offered by any answer where it is missing, to guests too', async () => {
  const guest = world.guest()
  await guest.get('/geoinfo')
  expect(guest.cookies.get('csrf_token')).toMatch(/^g-/)
  const signedIn = await world.as('user')
  signedIn.cookies.delete('csrf_token')
  const reply = await signedIn.get('/user')
  expect(String(reply.headers['set-cookie'])).toMatch(/^csrf_token=s-[^;]+; .*SameSite=Strict/)
  expect(String(reply.headers['set-cookie'])).not.toMatch(/HttpOnly/)
})
