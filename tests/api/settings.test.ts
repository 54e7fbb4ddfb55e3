import { afterAll, beforeAll, expect, test } from 'vitest'
import { organisationSettings } from '#domain/identity/organisation-settings.ts'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let admin: Client

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.as('admin')
})
afterAll(() => world.close())

test.each([
  ['late_fee_amount', '-1.00'],
  ['late_fee_amount', 10],
  ['reminder_steps', [3, -1]],
  ['reminder_steps', '3, 10'],
  ['split_collection', 'nobody'],
  ['Send_Receipts', 'yes'],
  ['rate_notice_days', 4000],
  ['digest_email', 'accountant'],
])('%s is not set to %j, and the answer says what is meant', async (name, value) => {
  const reply = await admin.put('/organisationconfig', { name, value })
  expect(reply.status, reply.text).toBe(400)
  const asks = Object.entries(organisationSettings).find(([one]) => one === name.toLowerCase())
  expect(reply.body.errors).toMatchObject([{ field: 'value', message: asks?.[1].asks }])
})

test('a setting that was right is not made wrong later', async () => {
  const right = { name: 'not_invoiced_days', value: 40 }
  const { id, version } = (await admin.put('/organisationconfig', right)).body.data
  const wrong = await admin.post('/organisationconfig', { id, version, value: 'soon' })
  expect(wrong.status, wrong.text).toBe(400)
  expect((await admin.get('/organisationconfig', { id })).body.data.value).toBe(40)
})

test('names of others are kept as they come', async () => {
  const reply = await admin.put('/organisationconfig', { name: 'our.own', value: { any: 'thing' } })
  expect(reply.status, reply.text).toBe(201)
})
