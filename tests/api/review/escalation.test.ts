import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let admin: Client

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.as('admin')
})
afterAll(() => world.close())

// Shows: V6.3.4
test('a session traded for an API key has proved nothing', async () => {
  const made = await admin.put('/apikey')
  const { api_key } = made.body.data
  const thief = world.guest()
  await thief.get('/options')
  const traded = await thief.post('/token', { api_key })
  expect(traded.status, traded.text).toBe(200)
  thief.authorization = `JWT ${traded.body.token}`
  expect((await thief.get('/customers')).status).toBe(260)
  expect((await thief.put('/apikey')).status).toBe(403)
  const own = (await thief.get('/user')).body.data
  const changed = { version: own.version, email: 'thief@example.co.nz' }
  expect((await thief.post('/user', changed)).status).toBe(403)
})

test('permissions given on the staff form need the same proof as anywhere else', async () => {
  const client = await world.as('admin')
  const made = await client.put('/staff', { name: 'Permitted' })
  const { id } = made.body.data
  world.clock.advance(6 * 60_000)
  const change = { id, version: 1, view_customer_direct_debit: true }
  const reply = await client.post('/staff', change)
  expect(reply.status, reply.text).toBe(403)
  const linked = { name: 'Linked', user_id: world.userIds.user }
  expect((await client.put('/staff', linked)).status).toBe(403)
  expect(
    (await client.post('/staff', { ...change, view_customer_direct_debit: false })).status,
  ).toBe(261)
  expect((await client.put('/staff', { name: 'Plain' })).status).toBe(201)
})

// Shows: T19
test('who comes back is given their permissions back by an admin who proves it', async () => {
  const [fresh, manager] = [await world.as('admin'), await world.as('manager')]
  const permitted = { name: 'Back again', view_customer_direct_debit: true }
  const { id } = (await fresh.put('/staff', permitted)).body.data
  const versionOf = async () => (await fresh.get('/staff', { id })).body.data.version
  const active = async (is_active: boolean) => ({ id, version: await versionOf(), is_active })
  expect((await manager.post('/staff', await active(false))).status).toBe(261)
  expect((await manager.post('/staff', await active(true))).status).toBe(403)
  expect((await manager.delete('/staff', { id })).status).toBe(262)
  const refused = await manager.post('/staff/restore', { id })
  expect(refused.status, refused.text).toBe(403)
  expect(refused.body.message).toContain('ask an admin')
  world.clock.advance(6 * 60_000)
  expect((await fresh.post('/staff/restore', { id })).status).toBe(403)
  const proved = await world.as('admin')
  expect((await proved.post('/staff/restore', { id })).status).toBe(200)
  expect((await proved.post('/staff', await active(true))).status).toBe(261)
  const { id: plain } = (await manager.put('/staff', { name: 'Back as before' })).body.data
  await manager.delete('/staff', { id: plain })
  expect((await manager.post('/staff/restore', { id: plain })).status).toBe(200)
})

test('an API key and somebody working as another give no permissions', async () => {
  const fresh = await world.as('admin')
  const { api_key } = (await fresh.put('/apikey')).body.data
  const program = world.guest()
  program.authorization = `Key ${api_key}`
  const given = { name: 'By program', view_customer_direct_debit: true }
  expect((await program.put('/staff', given)).status).toBe(403)
  const padmin = await world.as('padmin')
  const began = await padmin.post('/user/impersonate', {
    id: world.userIds.admin,
    username_confirm: 'admin',
    reason: 'Looking into a problem',
  })
  padmin.authorization = `JWT ${began.body.token}`
  expect((await padmin.put('/staff', given)).status).toBe(403)
})

test('two admins who remove each other at once leave one of them', async () => {
  const padmin = await world.as('padmin')
  const rows = (await padmin.get('/memberships', { role_name: 'admin' })).body.data as {
    id: number
    user_id: number
  }[]
  expect(rows).toHaveLength(2)
  const replies = await Promise.all(rows.map(({ id }) => padmin.delete('/membership', { id })))
  expect(replies.map((reply) => reply.status).sort()).toEqual([262, 476])
})
