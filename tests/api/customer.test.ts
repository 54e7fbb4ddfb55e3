import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let manager: Client
let admin: Client

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
  manager = await world.as('manager')
  admin = await world.as('admin')
  const staff = { name: 'Aroha', user_id: world.userIds.manager, view_customer_direct_debit: true }
  expect((await admin.put('/staff', staff)).status).toBe(201)
})
afterAll(() => world.close())

const account = '1231130003869000'
const make = async (given: object = {}) =>
  (await user.put('/customer', { name: 'Hemi Parata', ...given })).body.data

test('a customer without a number gets the next of the series, and a refused one takes none', async () => {
  const first = await make()
  await user.put('/customer', { name: 'Refused', email: 'nonsense' })
  const second = await make()
  const [a, b] = [first, second].map((row) => Number(row.customer_number.replace('C-', '')))
  expect(b).toBe((a ?? 0) + 1)
})

test('a number given by hand is kept', async () => {
  expect((await make({ customer_number: 'OLD-77' })).customer_number).toBe('OLD-77')
})

// Shows: V14.2.4
test('bank numbers and birth dates are masked in answers and sealed in the database', async () => {
  const row = await make({ bank_account_number: '12-3113-0003869-00', dob_holder: '1958-04-30' })
  expect(row.bank_account_number).toBe('••••869')
  expect(row.dob_holder).toBe('••••')
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query(
    'select bank_account_number, dob_holder from customers where id = $1',
    [row.id],
  )
  expect(JSON.stringify(rows)).not.toMatch(/0003869|1958/)
  const history = await user.get('/history', { object_class: 'customer', object_id: row.id })
  expect(history.text).not.toMatch(/0003869|1958/)
})

// Shows: V14.2.6
test('only staff with the permission see a masked value, and the look leaves a trace', async () => {
  const { id } = await make({ bank_account_number: account })
  const ask = { id, field: 'bank_account_number' }
  expect((await user.post('/customer/unmask', ask)).status).toBe(403)
  // Rank alone opens nothing: the permission belongs to the person.
  expect((await admin.post('/customer/unmask', ask)).status).toBe(403)
  const shown = await manager.post('/customer/unmask', ask)
  expect(shown.body.data).toEqual({ value: account })
  const history = await user.get('/history', { object_class: 'customer', object_id: id })
  expect(history.body.data[0]).toMatchObject({
    action: 'unmask',
    actor_name: 'manager Test',
    changes: { bank_account_number: [null, null] },
  })
})

test('a masked value sent back changes nothing', async () => {
  const { id, version, bank_account_number } = await make({ bank_account_number: account })
  const saved = await user.post('/customer', { id, version, bank_account_number, city: 'Porirua' })
  expect(saved.status).toBe(261)
  const shown = await manager.post('/customer/unmask', { id, field: 'bank_account_number' })
  expect(shown.body.data.value).toBe(account)
})

test('a likely duplicate is a warning that names the other customer, never a refusal', async () => {
  const first = await make({ name: 'Ōtaki Greenhouses', email: 'grow@otaki.example' })
  const second = await user.put('/customer', {
    name: 'OTAKI GREENHOUSES',
    email: 'grow@otaki.example',
  })
  expect(second.status).toBe(201)
  expect(second.body.info.warnings).toEqual([
    expect.objectContaining({ field: 'name', id: first.id, title: 'Ōtaki Greenhouses' }),
    expect.objectContaining({ field: 'email', id: first.id }),
  ])
  const asked = await user.get('/customer/duplicates', { name: 'otaki greenhouses' })
  expect(asked.body.data.map((found: { id: number }) => found.id)).toContain(first.id)
})

test('a status that is in no list of the organisation is refused, one it added is taken', async () => {
  const sent = { name: 'Optional', customer_status: 'sleeping' }
  const refused = await user.put('/customer', sent)
  expect(refused.body.errors[0]).toMatchObject({ field: 'customer_status' })
  const option = { list_name: 'customer_status', value: 'sleeping', label: 'Sleeping' }
  expect((await admin.put('/option', option)).status).toBe(201)
  expect((await user.put('/customer', sent)).status).toBe(201)
  const other = await world.as('other')
  expect((await other.put('/customer', sent)).status).toBe(400)
})

// Shows: T01
test('a partner of another organisation cannot be referred to', async () => {
  const other = await world.as('other')
  const foreign = (await other.put('/partner', { name: 'Foreign' })).body.data
  const reply = await user.put('/customer', { name: 'Somebody', partner_id: foreign.id })
  expect(reply.status).toBe(400)
  expect(reply.body.errors[0].field).toBe('partner_id')
})

test('search finds names without their macrons, numbers and parts of words', async () => {
  const { id, customer_number } = await make({ name: 'Whānau Kōhanga Trust' })
  for (const q of ['whanau', 'KOHANGA tr', customer_number, 'Kōhanga']) {
    const found = await user.get('/customers/search', { q })
    expect(
      found.body.data.map((row: { id: number }) => row.id),
      q,
    ).toContain(id)
    const everywhere = await user.get('/search', { q })
    expect(everywhere.body.data[0]).toMatchObject({ path: `/app/customer/details?id=${id}` })
  }
  for (const q of ['%', '_', '\\'])
    expect([200, 260]).toContain((await user.get('/customers/search', { q })).status)
})

// Shows: V8.2.3
test('staff are names and contacts to a user; flags are a manager’s to see and an admin’s to set', async () => {
  const row = (await admin.put('/staff', { name: 'Mere', can_decrypt: true })).body.data
  const seen = (await user.get('/staff', { id: row.id })).body.data
  expect(seen).toMatchObject({ name: 'Mere' })
  for (const hidden of ['can_decrypt', 'user_id', 'view_customer_direct_debit'])
    expect(seen).not.toHaveProperty(hidden)
  expect((await user.get('/staffs', { can_decrypt: 'true' })).status).toBe(400)
  expect((await user.get('/staffs', { order: 'user_id' })).status).toBe(400)
  expect((await user.get('/staffs', { fields: 'can_decrypt' })).status).toBe(400)
  expect((await manager.get('/staff', { id: row.id })).body.data.can_decrypt).toBe(true)
  const change = { id: row.id, version: 1, can_decrypt: false }
  expect((await manager.post('/staff', change)).status).toBe(403)
  expect((await admin.post('/staff', change)).status).toBe(261)
})

test('a list adds up columns over all that matches, to the cent, and only columns that can be', async () => {
  await scope(world.owner, world.organisations[0])
  await make({ name: 'Sum One', city: 'Sumtown' })
  await make({ name: 'Sum Two', city: 'Sumtown' })
  await world.owner.query(
    `update customers set balance_total = case name when 'Sum One' then 0.10 else 0.20 end
     where city = 'Sumtown'`,
  )
  const list = await user.get('/customers', { city: 'Sumtown', limit: 1, sum: 'balance_total' })
  expect(list.body.info).toMatchObject({ total: 2, sums: { balance_total: '0.30' } })
  const none = await user.get('/customers', { q: 'xyzzyqwv', sum: 'balance_total' })
  expect(none.body.info).toMatchObject({ total: 0, sums: { balance_total: '0' } })
  for (const sum of ['name', 'bank_account_number', 'nonsense', 'constructor'])
    expect((await user.get('/customers', { sum })).status, sum).toBe(400)
})
