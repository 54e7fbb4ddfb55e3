import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let manager: Client
let origin: string

beforeAll(async () => {
  world = await makeWorld()
  manager = await world.as('manager')
  for (let n = 0; n < 20; n++) await manager.put('/customer', { name: `Export ${n}` })
  origin = await world.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => world.close())

const headersOf = (client: Client) => ({
  authorization: client.authorization ?? '',
  cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  'x-csrf-token': client.cookies.get('csrf_token') ?? '',
})

// Shows: T22
test('a body nested a hundred thousand deep is refused, not fallen over', async () => {
  const payload = `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  const headers = { ...headersOf(manager), 'content-type': 'application/json' }
  const reply = await manager.send({ method: 'PUT', url: '/api/v1/customer', headers, payload })
  expect(reply.status, reply.text.slice(0, 300)).toBe(400)
})

// Shows: T06, V3.5.2
test('JSON that calls itself plain text is not taken', async () => {
  const headers = { ...headersOf(manager), 'content-type': 'text/plain' }
  const payload = JSON.stringify({ name: 'Plain' })
  const reply = await manager.send({ method: 'PUT', url: '/api/v1/customer', headers, payload })
  expect(reply.status, reply.text).toBe(415)
})

// Shows: V14.2.2
test.each(['/api/v1/nothing-here', '/api/v1/reference', '/api/v1/openapi.json'])(
  '%s is kept by no cache',
  async (url) => {
    const reply = await world.guest().send({ method: 'GET', url })
    expect(reply.headers['cache-control']).toBe('no-store')
  },
)

test('whoever leaves before or during an export can ask for another one', async () => {
  const address = new URL(origin)
  const lines = Object.entries(headersOf(manager)).map(([name, value]) => `${name}: ${value}`)
  for (const delayMs of [0, 2, 5, 10, 20]) {
    const socket = connect(Number(address.port), address.hostname)
    await once(socket, 'connect')
    socket.write(
      ['GET /api/v1/customers/csv HTTP/1.1', `host: ${address.host}`, ...lines, '', ''].join(
        '\r\n',
      ),
    )
    await pause(delayMs)
    socket.destroy()
    await pause(300)
    const again = await manager.get('/customers/csv')
    expect(again.status, `${delayMs} ms: ${again.text.slice(0, 200)}`).toBe(200)
  }
})

// Shows: V2.4.1
test('asking for the head of an export holds no place in the queue', async () => {
  const head = await manager.send({
    method: 'HEAD',
    url: '/api/v1/customers/csv',
    headers: headersOf(manager),
  })
  expect(head.status).toBe(200)
  await pause(200)
  expect((await manager.get('/customers/csv')).status).toBe(200)
  const guest = await world.guest().send({ method: 'HEAD', url: '/api/v1/customers/csv' })
  expect(guest.status).toBe(401)
})

// Shows: V4.1.3, V15.3.4
test('behind a proxy nobody passes for the machine itself by saying so', async () => {
  const proxied = await makeWorld({ trustProxy: true })
  try {
    const reply = await proxied.guest().send({
      method: 'GET',
      url: '/metrics',
      headers: { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' },
    })
    expect(reply.text).not.toContain('http_requests_total')
  } finally {
    await proxied.close()
  }
})
