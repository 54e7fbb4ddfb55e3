import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import type { Client } from '#tests/support/client.ts'
import { make } from '#tests/support/make.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let manager: Client
let accounting: Client
const path = { object_path: '/app/customer/edit?id=1' }

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
  manager = await world.as('manager')
  accounting = await world.as('accounting')
})
afterAll(() => world.close())
beforeEach(async () => {
  await scope(world.owner, world.organisations[0])
  await world.owner.query('delete from datalocks')
})

/** The holder's tab has been silent for so long. */
async function silence(seconds: number): Promise<void> {
  await scope(world.owner, world.organisations[0])
  await world.owner.query('update datalocks set renewed_at = now() - make_interval(secs => $1)', [
    seconds,
  ])
}

// Shows: R09
test('a lock is taken, renewed, seen by others, and given up', async () => {
  expect((await user.put('/datalock', path)).status).toBe(201)
  expect((await user.put('/datalock', path)).status).toBe(201)
  expect((await user.post('/datalock', path)).status).toBe(261)
  const refused = await accounting.put('/datalock', path)
  expect(refused.status).toBe(409)
  expect(refused.body.message).toMatch(/^user Test is working on this right now\./)
  expect(refused.body.data).toMatchObject({ holder: 'user Test', since: expect.any(String) })
  const seen = await accounting.get('/datalock', path)
  expect(seen.body.data).toMatchObject({ holder: 'user Test', is_mine: false })
  expect((await user.delete('/datalock', path)).status).toBe(262)
  expect((await accounting.get('/datalock', path)).status).toBe(260)
  expect((await accounting.put('/datalock', path)).status).toBe(201)
})

// Shows: R09
test('a hidden tab that renews once a minute keeps its lock; a crashed one loses it', async () => {
  await user.put('/datalock', path)
  await silence(60)
  expect((await accounting.put('/datalock', path)).status).toBe(409)
  await silence(149)
  expect((await accounting.put('/datalock', path)).status).toBe(409)
  await silence(151)
  expect((await accounting.get('/datalock', path)).status).toBe(260)
  expect((await accounting.put('/datalock', path)).status).toBe(201)
  const late = await user.post('/datalock', path)
  expect(late.status).toBe(409)
  expect(late.body.info.holder).toBe('accounting Test')
})

// Shows: R09
test('a manager takes over and the previous holder is told by whom', async () => {
  await user.put('/datalock', path)
  expect((await accounting.put('/datalock', { ...path, take_over: true })).status).toBe(403)
  expect((await manager.put('/datalock', { ...path, take_over: true })).status).toBe(201)
  const told = await user.post('/datalock', path)
  expect(told.status).toBe(409)
  expect(told.body.data.holder).toBe('manager Test')
  // A page that closes late does not free what somebody else has taken.
  await user.delete('/datalock', path)
  expect((await accounting.put('/datalock', path)).status).toBe(409)
})

test('tabs and filters of the same page are the same lock, other records are not', async () => {
  await user.put('/datalock', path)
  const sameRecord = { object_path: '/app/customer/edit?tab=notes&id=1#history' }
  expect((await accounting.put('/datalock', sameRecord)).status).toBe(409)
  const another = { object_path: '/app/customer/edit?id=2' }
  expect((await accounting.put('/datalock', another)).status).toBe(201)
  for (const object_path of ['', 'https://evil.example', '/app/../etc', '/app/x?id=-1', 'x']) {
    expect((await user.put('/datalock', { object_path })).status, object_path).toBe(400)
  }
})

test("another organisation neither sees nor meets our locks, and a program's key has none", async () => {
  await user.put('/datalock', path)
  const other = await world.as('other')
  expect((await other.get('/datalock', path)).status).toBe(260)
  expect((await other.put('/datalock', path)).status).toBe(201)
  expect((await user.post('/datalock', path)).status).toBe(261)
})

test('a write by somebody else is refused while the lock is held, and 474 guards it after', async () => {
  const { id } = (await manager.put('/customer', make(customer))).body.data
  const held = { object_path: `/app/customer/edit?id=${id}` }
  await user.put('/datalock', held)
  const change = { id, version: 1, city: 'Nelson' }
  const refused = await accounting.post('/customer', change)
  expect(refused.status).toBe(409)
  expect(refused.body.message).toMatch(/^user Test is working on this/)
  await manager.put('/datalock', { ...held, take_over: true })
  expect((await manager.post('/customer', change)).status).toBe(261)
  await manager.delete('/datalock', held)
  expect((await user.post('/customer', { ...change, city: 'Picton' })).status).toBe(474)
})

test('an admin sees who holds what and frees it for a reason, which the log keeps', async () => {
  const admin = await world.as('admin')
  const other = await world.as('other')
  const ours = { object_path: '/app/customer/edit?id=88' }
  expect((await admin.get('/datalocks')).body.data).toEqual([])
  await user.put('/datalock', ours)
  const [held] = (await admin.get('/datalocks')).body.data
  expect(held).toMatchObject({ ...ours, holder: 'user Test', since: expect.any(String) })
  expect((await other.get('/datalocks')).text).not.toContain('id=88')
  expect((await manager.get('/datalocks')).status).toBe(403)
  const unfounded = await admin.post('/datalock/release', { ...ours, reason: ' ' })
  expect(unfounded.status).toBe(400)
  expect(unfounded.body.errors).toMatchObject([{ field: 'reason' }])
  const reason = 'gone home'
  expect((await other.post('/datalock/release', { ...ours, reason })).status).toBe(404)
  expect((await admin.post('/datalock/release', { ...ours, reason })).status).toBe(261)
  expect((await admin.post('/datalock/release', { ...ours, reason })).status).toBe(404)
  expect((await user.post('/datalock', ours)).status).toBe(409)
  expect((await accounting.put('/datalock', ours)).status).toBe(201)
  const [noted] = (await admin.get('/securityevents', { event: 'lock_released' })).body.data
  expect(noted.detail).toBe('gone home · /app/customer/edit?id=88 · from user Test')
})

// Shows: T19
test('locks end with the session that took them', async () => {
  const leaving = await world.as('user')
  await leaving.put('/datalock', path)
  await leaving.post('/user/signout')
  expect((await accounting.put('/datalock', path)).status).toBe(201)
})

test('twenty people who reach for a free lock at once get one holder', async () => {
  const clients = [user, accounting, manager]
  const tries = Array.from({ length: 21 }, (_, n) => clients[n % 3]?.put('/datalock', path))
  const replies = await Promise.all(tries)
  const holders = new Set(
    replies.filter((reply) => reply?.status === 201).map((reply) => reply?.body.data.holder),
  )
  expect(holders.size).toBe(1)
})
