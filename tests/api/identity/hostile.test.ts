import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let client: Client
beforeAll(async () => {
  world = await makeWorld()
  client = await world.as('padmin')
})
afterAll(() => world.close())

// Shows: V1.3.3
test.each([
  ['POST', '/user/signin', { username: 'a\u0000b', password: 'x' }],
  ['POST', '/user/signin', { username: '\ud800', password: '\u0000\ud800' }],
  ['POST', '/token', { username: 'a\u0000b', password: 'x' }],
  ['PUT', '/membership', { username: 'a\u0000b', role_name: 'user' }],
  ['POST', '/userconfig/save', { name: 'a', value: 'a\u0000b' }],
  ['POST', '/userconfig/save', { name: 'a', value: { 'k\u0000': ['\ud800'] } }],
  ['PUT', '/userconfig', { name: 'b', value: '\udfff' }],
  ['POST', '/user/impersonate', { id: 1, username_confirm: 'x', reason: 'because \u0000 of this' }],
  ['PUT', '/user', { username: 'abc\u0000', email: 'a@example.co.nz', terms_agreed: true }],
] as const)('%s %s answers %j with a refusal, not with an error', async (method, path, body) => {
  const reply = await (method === 'PUT' ? client.put(path, body) : client.post(path, body))
  expect(reply.status).toBeLessThan(500)
  expect(reply.status).toBeGreaterThanOrEqual(400)
})
