import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, password, type World } from '#tests/support/world.ts'

const https = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'office.example.co.nz' }
let world: World
beforeAll(async () => {
  world = await makeWorld({ trustProxy: true })
})
afterAll(() => world.close())

// Shows: V3.3.1, V3.3.2, V3.3.3
test('over HTTPS the session is bound to a __Host- cookie that only HTTPS carries', async () => {
  const client = world.guest()
  const url = (path: string) => `/api/v1${path}`
  await client.send({ method: 'GET', url: url('/options'), headers: https })
  const csrf = client.cookies.get('csrf_token') ?? ''
  const signIn = (origin: string) =>
    client.send({
      method: 'POST',
      url: url('/user/signin'),
      headers: { ...https, origin, cookie: `csrf_token=${csrf}`, 'x-csrf-token': csrf },
      payload: { username: 'user', password },
    })
  expect((await signIn('https://evil.example')).status).toBe(403)
  const reply = await signIn('https://office.example.co.nz')
  expect(reply.status, reply.text).toBe(200)
  expect(String(reply.headers['set-cookie'])).toMatch(
    /__Host-bind=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict/,
  )
  const authorization = `JWT ${reply.body.token}`
  const bind = client.cookies.get('__Host-bind')
  const get = (cookie: string) =>
    client.send({ method: 'GET', url: url('/user'), headers: { ...https, authorization, cookie } })
  expect((await get(`__Host-bind=${bind}`)).status).toBe(200)
  // A cookie that a neighbouring host could have planted does not count.
  expect((await get(`bind=${bind}`)).status).toBe(401)
})

// Shows: V4.1.2, V12.2.1
test('production refuses plain HTTP, but for the probes of its own machine', async () => {
  const production = await makeWorld({ production: true, trustProxy: true })
  const get = (url: string, headers = {}) =>
    production.guest().send({ method: 'GET', url, headers })
  expect((await get('/api/v1/options')).status).toBe(403)
  expect((await get('/')).status).toBe(403)
  expect((await get('/healthz')).status).toBe(200)
  expect((await get('/api/v1/options', https)).status).toBe(200)
  await production.close()
})
