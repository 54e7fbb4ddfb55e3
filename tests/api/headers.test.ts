import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyOf } from '#domain/kit/call.ts'
import { routes } from '#server/routes.ts'
import type { Client, Reply } from '#tests/support/client.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let guest: Client
let admin: Client
beforeAll(async () => {
  world = await makeWorld({ trustProxy: true })
  guest = world.guest()
  admin = await world.as('admin')
})
afterAll(() => world.close())

const https = { 'x-forwarded-proto': 'https' }
const guarded = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'content-security-policy': expect.stringMatching(
    /^default-src 'none'.*base-uri 'none'.*frame-ancestors 'none'$/,
  ),
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}

function expectGuarded(reply: Reply, what: string) {
  expect(reply.headers, what).toMatchObject(guarded)
  expect(reply.headers, what).not.toHaveProperty('access-control-allow-origin')
  expect(reply.headers, what).not.toHaveProperty('x-powered-by')
  if (reply.text)
    expect(reply.headers['content-type'], what).toMatch(/charset=utf-8|^application\//)
}

/** How often rows of each table have changed. */
const changes = async () => (await world.owner.query('select * from row_versions')).rows

describe('every answer', () => {
  // Shows: T29, V3.4.1, V3.4.2, V3.4.3, V3.4.4, V3.4.5, V3.4.6, V3.4.8, V3.5.8, V4.1.1, V14.3.2
  test('of every call says how a browser is to treat it, and is kept by none', async () => {
    for (const { method, path, ...rest } of routes) {
      const url = `/api/v1${path.replace(/:\w+/g, '1')}`
      const reply = await guest.send({ method, url, headers: https })
      expectGuarded(reply, keyOf({ method, path, ...rest }))
      expect(reply.headers['cache-control'], path).toBe('no-store')
    }
  })

  // Shows: T06, V3.2.1, V3.5.3, V14.2.2
  test('to a question of somebody signed in is no page, is kept by nobody and changed no row', async () => {
    const before = await changes()
    const reads = routes.filter(({ method, path }) => method === 'GET' && !path.includes(':'))
    expect(reads.length).toBeGreaterThan(50)
    for (const { path } of reads) {
      const reply = await admin.get(path)
      expect(reply.headers['cache-control'], path).toBe('no-store')
      expect(reply.headers['content-type'], path).not.toMatch(/html/)
    }
    expect(await changes()).toEqual(before)
  })

  // Shows: T29, V13.4.1, V13.4.3, V13.4.7
  test.each([
    '/',
    '/404',
    '/app/signin',
    '/assets/',
    '/assets/none.js',
    '/.git/config',
    '/package.json',
    '/src/server/main.ts',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/api/v1/none',
    '/healthz',
  ])('at %s is guarded, and is never a file of ours', async (url) => {
    const reply = await guest.send({ method: 'GET', url, headers: https })
    expectGuarded(reply, url)
    expect(reply.text).not.toMatch(/\[core\]|"dependencies"|import \{|root:x:|Index of/)
  })

  // Shows: V4.1.4, V13.4.4
  test.each(['TRACE', 'CONNECT', 'PATCH', 'OPTIONS', 'PROPFIND'] as const)(
    'to %s is a refusal that repeats nothing',
    async (method) => {
      const headers = { ...https, cookie: 'bind=planted' }
      // Methods outside the list of the client's types are sent by whoever probes.
      const reply = await guest.send({
        method: method as 'PATCH',
        url: '/api/v1/customers',
        headers,
      })
      expect(reply.status).toBeGreaterThanOrEqual(400)
      expect(reply.text).not.toContain('planted')
      expect(reply.headers).not.toHaveProperty('access-control-allow-methods')
    },
  )
})
