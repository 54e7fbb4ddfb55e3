import { afterAll, beforeAll, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import type { Client } from '#tests/support/client.ts'
import { make } from '#tests/support/make.ts'
import { anyPdf, upload } from '#tests/support/upload.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let user: Client
beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
})
afterAll(() => world.close())

const visitsOf = async (client: Client) => (await client.get('/organisation/visits')).body.data

async function deedsOf(object_class: string, object_id: number): Promise<string[]> {
  const { body } = await user.get('/history', { object_class, object_id })
  return body.data.map(
    (row: { action: string; actor_name: string }) => `${row.action} ${row.actor_name}`,
  )
}

test('the admins of an organisation see when the platform’s people came in', async () => {
  const other = await world.as('other')
  expect(await visitsOf(other)).toEqual([])
  const padmin = await world.as('padmin')
  const [own, foreign] = world.organisations
  const entered = await padmin.post('/user/role', { organisation_id: foreign })
  expect(entered.status).toBe(200)
  padmin.authorization = `JWT ${entered.body.token}`
  expect(await visitsOf(other)).toMatchObject([{ by_name: 'padmin', as_name: null }])
  await padmin.post('/user/role', { organisation_id: own })
  const admin = await world.as('admin')
  expect(await visitsOf(admin)).toEqual([])
  expect((await user.get('/organisation/visits')).status).toBe(403)
})

test('they see who worked in the name of one of their people, and why', async () => {
  const padmin = await world.as('padmin')
  const reason = 'They asked for help on the phone.'
  const whom = { id: world.userIds.user, username_confirm: 'user', reason }
  expect((await padmin.post('/user/impersonate', whom)).status).toBe(200)
  const admin = await world.as('admin')
  expect(await visitsOf(admin)).toMatchObject([{ by_name: 'padmin', as_name: 'user', reason }])
})

test('a file that is downloaded or looked at tells who did', async () => {
  const made = await upload(user, anyPdf(), {})
  const { id } = made.body.data
  expect((await user.post(`/file/${id}/download`)).status).toBe(200)
  expect((await user.post(`/file/${id}/view`)).status).toBe(200)
  expect(await deedsOf('file', id)).toEqual([
    'view user Test',
    'download user Test',
    'create user Test',
  ])
})

test('opening the record of somebody who needs power for their health is told, once an hour', async () => {
  const plain = (await user.put('/customer', make(customer))).body.data.id
  const medical = make(customer, { required_for_medical: true })
  const { id } = (await user.put('/customer', medical)).body.data
  for (const one of [plain, id, id])
    expect((await user.get('/customer', { id: one })).status).toBe(200)
  expect(await deedsOf('customer', plain)).toEqual(['create user Test'])
  expect(await deedsOf('customer', id)).toEqual(['opened_medical user Test', 'create user Test'])
})

test('a list of nobody else, and a file of a whole list, are told like the record itself', async () => {
  const medical = make(customer, { required_for_medical: true })
  const { id } = (await user.put('/customer', medical)).body.data
  expect((await user.get('/customers', { 'id.eq': id })).body.data).toHaveLength(1)
  expect(await deedsOf('customer', id)).toEqual(['opened_medical user Test', 'create user Test'])
  const admin = await world.as('admin')
  const file = await admin.get('/customers/csv', {})
  expect(file.status, file.text).toBe(200)
  const [organisation] = world.organisations
  await scope(world.owner, organisation)
  const { rows } = await world.owner.query(
    `select actor_name, reason from history where object_class = 'organisation'
       and object_id = $1 and action = 'download'`,
    [organisation],
  )
  expect(rows).toMatchObject([
    { actor_name: 'admin Test', reason: expect.stringMatching(/^customers-.*\.csv$/) },
  ])
})

test('a look in their name is told as well, however lately they looked themselves', async () => {
  const medical = make(customer, { required_for_medical: true })
  const { id } = (await user.put('/customer', medical)).body.data
  await user.get('/customer', { id })
  const padmin = await world.as('padmin')
  const whom = { id: world.userIds.user, username_confirm: 'user', reason: 'They asked for help.' }
  const began = await padmin.post('/user/impersonate', whom)
  expect(began.status, began.text).toBe(200)
  padmin.authorization = `JWT ${began.body.token}`
  for (const client of [padmin, padmin, user])
    expect((await client.get('/customer', { id })).status).toBe(200)
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query(
    `select impersonator_id from history where object_class = 'customer' and object_id = $1
       and action = 'opened_medical' order by id`,
    [id],
  )
  expect(rows.map(({ impersonator_id }) => Number(impersonator_id) || null)).toEqual([
    null,
    world.userIds.padmin,
  ])
})
