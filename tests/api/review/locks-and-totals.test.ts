import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { joins } from '#tests/support/joining.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let admin: Client
let padmin: Client

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.as('admin')
  padmin = await world.as('padmin')
})
afterAll(() => world.close())

test('a lock holds whichever page of a record it was taken on', async () => {
  const made = await admin.put('/messagetemplate', { name: 'Locked', type: 'email' })
  const { id } = made.body.data
  for (const page of ['/app/admin/messagetemplate/edit', '/app/messagetemplate/edit']) {
    const taken = await padmin.put('/datalock', { object_path: `${page}?id=${id}` })
    expect(taken.status, taken.text).toBe(201)
    const reply = await admin.post('/messagetemplate', { id, version: 1, subject: 'Late' })
    expect(reply.status, page).toBe(409)
  }
  for (const page of ['/app/admin/messagetemplate/edit', '/app/messagetemplate/edit'])
    await padmin.delete('/datalock', { object_path: `${page}?id=${id}` })
  expect((await admin.post('/messagetemplate', { id, version: 1, subject: 'Free' })).status).toBe(
    261,
  )
})

test('a new user and a new member are counted at once, in whichever organisation one works', async () => {
  const total = async (client: Client, path: string) => (await client.get(path)).body.info.total
  const elsewhere = await world.as('padmin')
  const switched = await elsewhere.post('/user/role', { organisation_id: world.organisations[1] })
  elsewhere.authorization = `JWT ${switched.body.token}`
  const before = [await total(padmin, '/users'), await total(elsewhere, '/users')]
  expect(
    (await padmin.put('/user', { username: 'newcomer', email: 'n@example.co.nz' })).status,
  ).toBe(201)
  expect(await total(padmin, '/users')).toBe(before[0] + 1)
  expect(await total(elsewhere, '/users')).toBe(before[1] + 1)
  const members = await total(admin, '/memberships')
  await joins(world, admin, { username: 'newcomer', email: 'n@example.co.nz' })
  expect(await total(admin, '/memberships')).toBe(members + 1)
})

// Shows: T22
test('more values or sort keys than are taken are refused, not left out', async () => {
  const ids = Array.from({ length: 501 }, (_, place) => place + 1).join(',')
  expect((await admin.get('/customers', { 'id.in': ids })).status).toBe(400)
  const order = 'name,city,email,phone,suburb,street'
  expect((await admin.get('/customers', { order })).status).toBe(400)
})

// Shows: V15.3.5
test('an id is a number or its digits, nothing that could be turned into one', async () => {
  const { id } = (await admin.put('/customer', { name: 'Numbered' })).body.data
  for (const wrong of [true, [id], ` ${id}`, `${id}.0`, `0x${id}`, `${id}e0`]) {
    const reply = await admin.post('/customer', { id: wrong, version: 1, city: 'Taupō' })
    expect(reply.status, JSON.stringify(wrong)).toBe(400)
  }
  const right = await admin.post('/customer', { id: `${id}`, version: 1, city: 'Taupō' })
  expect(right.status).toBe(261)
})
