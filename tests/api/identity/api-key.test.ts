import { afterAll, beforeAll, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import type { Client } from '#tests/support/client.ts'
import { make } from '#tests/support/make.ts'
import { makeWorld, type Person, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

async function programOf(
  person: Person,
): Promise<{ client: Client; program: Client; key: string }> {
  const client = await world.as(person)
  const made = await client.put('/apikey')
  expect(made.status, made.text).toBe(201)
  const key = made.body.data.api_key
  const program = world.guest()
  program.authorization = `Key ${key}`
  return { client, program, key }
}

test('a key is shown once, kept hashed, and works without cookies', async () => {
  const { client, program, key } = await programOf('user')
  expect(key).toMatch(/^sb_[\w-]{43}$/)
  const { rows } = await world.owner.query('select * from api_keys')
  expect(JSON.stringify(rows)).not.toContain(key)
  const shown = await client.get('/apikeys')
  expect(shown.body.data[0]).toMatchObject({
    hint: key.slice(0, 8),
    can_write: true,
    modules: null,
  })
  expect(shown.text).not.toContain(key)
  const made = await program.put('/customer', make(customer))
  expect(made.status, made.text).toBe(201)
  expect(made.headers['set-cookie']).toBeUndefined()
  const history = await client.get('/history', {
    object_class: 'customer',
    object_id: made.body.data.id,
  })
  expect(history.body.data[0]).toMatchObject({ source: 'api', actor_id: world.userIds.user })
})

test('a person has several keys, and removes one by one', async () => {
  const { client, program } = await programOf('manager')
  const second = await programOf('manager')
  expect((await program.get('/suppliers')).status).toBe(260)
  expect((await second.program.get('/suppliers')).status).toBe(260)
  const several = await client.delete('/apikey', {})
  expect(several.status).toBe(400)
  expect(several.body.errors[0].field).toBe('id')
  const [, first] = (await client.get('/apikeys')).body.data
  expect((await (await world.as('user')).delete('/apikey', { id: first.id })).status).toBe(404)
  expect((await client.delete('/apikey', { id: first.id })).status).toBe(262)
  expect((await program.get('/suppliers')).status).toBe(401)
  expect((await second.program.get('/suppliers')).status).toBe(260)
  expect((await client.delete('/apikey', {})).status).toBe(262)
  expect((await second.program.get('/suppliers')).status).toBe(401)
  expect((await client.delete('/apikey', {})).status).toBe(404)
})

test('a key never acts as platform admin, nor on sessions, passwords and keys', async () => {
  const { program, key } = await programOf('padmin')
  expect((await program.get('/users')).status).toBe(403)
  expect((await program.get('/organisations')).status).toBe(403)
  expect((await program.get('/customers')).status).not.toBe(403)
  for (const [method, path] of [
    ['get', '/user'],
    ['get', '/apikeys'],
    ['put', '/apikey'],
    ['delete', '/apikey'],
    ['post', '/password/change'],
    ['post', '/user/totp/enrol'],
    ['post', '/user/impersonate'],
    ['put', '/datalock'],
  ] as const) {
    expect((await program[method](path)).status, `${method} ${path}`).toBe(403)
  }
  const guest = world.guest()
  await guest.get('/options')
  expect((await guest.post('/token', { api_key: key })).status).toBe(403)
})

// Shows: V7.2.2
test('a key is traded for a session of its own user', async () => {
  const { key } = await programOf('accounting')
  const guest = world.guest()
  await guest.get('/options')
  const reply = await guest.post('/token', { api_key: key })
  expect(reply.status, reply.text).toBe(200)
  guest.authorization = `JWT ${reply.body.token}`
  expect((await guest.get('/user')).body.data.username).toBe('accounting')
  expect((await guest.post('/token', { api_key: 'sb_made-up' })).status).toBe(401)
})

// Shows: T19
test('a key needs a fresh proof and ends with a change of access', async () => {
  const client = await world.as('other')
  world.clock.advance(6 * 60_000)
  expect((await client.put('/apikey')).status).toBe(403)
  const { program } = await programOf('other')
  expect((await program.get('/customers')).status).toBe(260)
  const padmin = await world.as('padmin')
  const change = { id: world.userIds.other, version: 1, is_disabled: true }
  expect((await padmin.post('/user', change)).status).toBe(261)
  expect((await program.get('/customers')).status).toBe(401)
})
