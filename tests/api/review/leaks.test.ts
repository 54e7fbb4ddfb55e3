import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { joins } from '#tests/support/joining.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let admin: Client
let other: Client

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
  admin = await world.as('admin')
  other = await world.as('other')
})
afterAll(() => world.close())

test('a staff row cannot be linked to a user of another organisation', async () => {
  const reply = await other.put('/staff', { name: 'Spy', user_id: world.userIds.manager })
  expect(reply.status, reply.text).toBe(400)
  expect(reply.body.errors[0].field).toBe('user_id')
  const missing = await other.put('/staff', { name: 'Spy', user_id: 999_999 })
  expect(missing.body.message).toBe(reply.body.message)
  expect(missing.body.errors).toEqual(reply.body.errors)
  const made = await other.put('/staff', { name: 'Honest' })
  const moved = await other.post('/staff', {
    id: made.body.data.id,
    version: 1,
    user_id: world.userIds.manager,
  })
  expect(moved.status, moved.text).toBe(400)
})

test('an admin cannot count up the users of the platform into their organisation', async () => {
  const reply = await other.put('/membership', {
    user_id: world.userIds.manager,
    role_name: 'user',
  })
  expect(reply.status, reply.text).toBe(400)
  const members = await other.get('/organisation/members')
  expect(members.text).not.toContain('manager@example.co.nz')
})

test('by the username they have told, somebody is invited and joins', async () => {
  const { user_id } = await joins(world, admin, { username: 'loner' })
  expect(user_id).toBe(world.userIds.loner)
})

// Shows: V8.2.3
test('the history hides the fields that the row itself hides', async () => {
  const made = await admin.put('/staff', {
    name: 'Hidden flags',
    view_customer_direct_debit: true,
    user_id: world.userIds.accounting,
  })
  const { id } = made.body.data
  await admin.post('/staff', { id, version: 1, can_decrypt: true, job_title: 'Agent' })
  const seen = await user.get('/history', { object_class: 'staff', object_id: id })
  expect(seen.status).toBe(200)
  expect(seen.text).toContain('job_title')
  expect(seen.text).not.toMatch(/view_customer_direct_debit|can_decrypt|user_id/)
  const all = await admin.get('/history', { object_class: 'staff', object_id: id })
  expect(all.text).toContain('can_decrypt')
})

test('ids of the platform tell nothing to those who may not read them', async () => {
  const asked = [1, 999_999].map((object_id) =>
    user.get('/history', { object_class: 'user', object_id }),
  )
  const [there, missing] = await Promise.all(asked)
  expect(there?.status).toBe(missing?.status)
  const removed = [world.userIds.other, 999_999].map((id) =>
    user.delete('/user', { id, username_confirm: 'x' }),
  )
  const [known, unknown] = await Promise.all(removed)
  expect(known?.status).toBe(unknown?.status)
})

test('what one organisation does with its members leaves their work elsewhere alone', async () => {
  const victim = await world.as('accounting')
  const { api_key } = (await victim.put('/apikey')).body.data
  const program = world.guest()
  program.authorization = `Key ${api_key}`
  const { id } = await joins(world, other, { username: 'accounting' })
  const raised = await other.post('/membership', { id, version: 1, role_name: 'manager' })
  expect(raised.status, raised.text).toBe(261)
  expect((await other.delete('/membership', { id })).status).toBe(262)
  expect((await victim.get('/suppliers')).status).toBe(260)
  expect((await program.get('/suppliers')).status).toBe(260)
})
