import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// Whoever could turn the guard off in passing would need no second person.
let world: World
let admin: Client

beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(async () => {
  admin = await world.as('admin')
})
afterAll(() => world.close())

const second = { name: 'payee_second_person', value: true }
const mails = async () => {
  const { rows } = await world.owner.query<{ mail_to: string; text: string }>(
    `select mail_to, text_plain as text from letters where unique_key like 'setting %' order by id`,
  )
  return rows
}

test('a setting that guards accounts is made, changed and removed with a fresh password', async () => {
  world.clock.advance(6 * 60_000)
  expect((await admin.put('/organisationconfig', second)).status).toBe(403)
  const plain = { name: 'rate_notice_days', value: 20 }
  expect((await admin.put('/organisationconfig', plain)).status).toBe(201)
  admin = await world.as('admin')
  const made = await admin.put('/organisationconfig', second)
  expect(made.status, made.text).toBe(201)
  const { id, version } = made.body.data
  world.clock.advance(6 * 60_000)
  const off = { id, version, value: false }
  const renamed = { id, version, name: 'something_else' }
  for (const change of [off, renamed])
    expect((await admin.post('/organisationconfig', change)).status).toBe(403)
  expect((await admin.delete('/organisationconfig', { id })).status).toBe(403)
  expect((await admin.delete('/organisationconfigs', { ids: [id] })).status).toBe(403)
  admin = await world.as('admin')
  expect((await admin.post('/organisationconfig', off)).status).toBe(261)
  expect((await admin.delete('/organisationconfig', { id })).status).toBe(262)
})

// Shows: T13
test.each([
  ['refund_limit', '999999.00'],
  ['refund_daily_limit', '999999.00'],
  ['four_eyes_limit', '999999.00'],
  ['bulk_second_person_above', 1_000_000],
  ['write_off_limit', '99999.00'],
  ['dd_max_amount', '99999.00'],
  ['look_footer', 'We have a new account: 12-3456-0000001-00.'],
  ['complaint_words', 'Call us at once about refunds.'],
  ['template_second_person', true],
])('%s guards money as well, or says on every paper where it goes', async (name, value) => {
  world.clock.advance(6 * 60_000)
  expect((await admin.put('/organisationconfig', { name, value })).status).toBe(403)
  admin = await world.as('admin')
  const made = await admin.put('/organisationconfig', { name, value })
  expect(made.status, made.text).toBe(201)
  expect((await mails()).at(-1)?.text).toContain(`admin Test changed ${name}`)
})

test('every admin is told of it, by name', async () => {
  const before = (await mails()).length
  const hold = { name: 'PAYEE_HOLD_DAYS', value: 0 }
  expect((await admin.put('/organisationconfig', hold)).status).toBe(201)
  const told = (await mails()).slice(before)
  expect(told.map(({ mail_to }) => mail_to).sort()).toEqual([
    'admin@example.co.nz',
    'padmin@example.co.nz',
  ])
  expect(told[0]?.text).toContain('admin Test changed payee_hold_days')
})

test('a program does not turn the guard off', async () => {
  const program = world.guest()
  program.authorization = `Key ${(await admin.put('/apikey')).body.data.api_key}`
  const reply = await program.put('/organisationconfig', second)
  expect(reply.status, reply.text).toBe(403)
})
