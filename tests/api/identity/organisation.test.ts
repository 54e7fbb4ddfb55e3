import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import type { Client } from '#tests/support/client.ts'
import { joins } from '#tests/support/joining.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'

let world: World
let padmin: Client
let admin: Client
let user: Client
beforeAll(async () => {
  world = await makeWorld()
  padmin = await world.as('padmin')
  admin = await world.as('admin')
  user = await world.as('user')
})
afterAll(() => world.close())

test('everybody reads their own organisation, and only platform admins another', async () => {
  const [first, second] = world.organisations
  expect((await user.get('/organisation')).body.data.id).toBe(first)
  expect((await user.get('/organisation', { id: first })).status).toBe(200)
  expect((await admin.get('/organisation', { id: second })).status).toBe(404)
  expect((await padmin.get('/organisation', { id: second })).status).toBe(200)
  expect((await admin.get('/organisations')).status).toBe(403)
  expect((await padmin.get('/organisations')).body.info.total).toBe(2)
  expect((await padmin.get('/organisations/search', { q: 'second' })).body.data).toHaveLength(1)
  const overview = (await padmin.get('/organisations/overview')).body.data
  expect(overview).toMatchObject([
    { name: 'First Energy', members: 5, customers: 0 },
    { name: 'Second Energy', members: 1, customers: 0 },
  ])
})

test('an admin edits their own organisation, but not whether it works', async () => {
  const [id, other] = world.organisations
  const reply = await admin.post('/organisation', { id, version: 1, city: 'Whangārei' })
  expect(reply.status, reply.text).toBe(261)
  const { version } = reply.body.data
  expect((await admin.post('/organisation', { id, version, is_active: false })).status).toBe(403)
  expect((await admin.post('/organisation', { id: other, version: 1, city: 'X' })).status).toBe(404)
  expect((await user.post('/organisation', { id, version, city: 'X' })).status).toBe(403)
})

test('bank details need a fresh proof and are told to every admin', async () => {
  const client = await world.as('other')
  const id = world.organisations[1]
  const change = { id, version: 1, bank_account_number: makeBankAccount('12', '3113', 12_345) }
  world.clock.advance(6 * 60_000)
  expect((await client.post('/organisation', change)).status).toBe(403)
  const again = await world.as('other')
  const reply = await again.post('/organisation', change)
  expect(reply.status, reply.text).toBe(261)
  await scope(world.owner, id)
  const { rows } = await world.owner.query(
    "select mail_to from letters where subject like 'Bank details were given:%'",
  )
  await scope(world.owner, world.organisations[0])
  expect(rows).toEqual([{ mail_to: 'other@example.co.nz' }])
  admin = await world.as('admin')
  padmin = await world.as('padmin')
})

test('a new organisation can number its first customer', async () => {
  const made = await padmin.put('/organisation', { name: 'Third Energy' })
  expect(made.status, made.text).toBe(201)
  const client = await world.as('padmin')
  const moved = await client.post('/user/role', { organisation_id: made.body.data.id })
  client.authorization = `JWT ${moved.body.token}`
  const customer = await client.put('/customer', { name: 'First customer' })
  expect(customer.status, customer.text).toBe(201)
  expect(customer.body.data.customer_number).toBe('C-10000')
})

test('colleagues are seen by name, addresses by managers', async () => {
  const members = (await user.get('/organisation/members')).body.data
  expect(members).toHaveLength(5)
  expect(members[0]).not.toHaveProperty('email')
  const manager = await world.as('manager')
  expect((await manager.get('/organisation/members')).body.data[0]).toHaveProperty('email')
  const one = { user_id: world.userIds.manager }
  expect((await user.get('/organisation/member', one)).body.data.role_name).toBe('manager')
  const stranger = { user_id: world.userIds.other }
  expect((await user.get('/organisation/member', stranger)).status).toBe(404)
})

test('an admin invites a colleague by username, and lets them go again', async () => {
  const loner = await world.as('loner')
  expect((await loner.get('/customers')).status).toBe(403)
  const body = { username: 'LONER', role_name: 'user' }
  expect((await user.put('/membership', body)).status).toBe(403)
  const email = 'loner@example.co.nz'
  const { id, version } = await joins(world, admin, { username: 'LONER', email })
  expect((await admin.put('/membership', body)).status).toBe(409)
  expect((await admin.put('/membership', { ...body, username: ' ' })).status).toBe(400)
  expect((await admin.put('/membership', { ...body, role_name: 'padmin' })).status).toBe(400)
  const working = await world.as('loner')
  expect((await working.get('/customers')).status).toBe(260)
  const foreign = await world.as('other')
  expect((await foreign.post('/membership', { id, version, role_name: 'admin' })).status).toBe(404)
  expect((await admin.delete('/membership', { id })).status).toBe(262)
  expect((await working.get('/customers')).status).toBe(401)
})

test('an organisation keeps an admin', async () => {
  const other = await world.as('other')
  const [{ id, version }] = (await other.get('/memberships')).body.data
  expect((await other.post('/membership', { id, version, role_name: 'user' })).status).toBe(476)
  expect((await other.delete('/membership', { id })).status).toBe(476)
})

test('permissions are the flags of the staff row linked to a user', async () => {
  await scope(world.owner, world.organisations[0])
  await world.owner.query(
    `insert into staffs (organisation_id, name, is_active, user_id) values ($1, 'Una', true, $2)`,
    [world.organisations[0], world.userIds.user],
  )
  const mine = async () => (await user.get('/userpermission')).body.data
  expect(await mine()).toMatchObject({ view_customer_direct_debit: false, can_decrypt: false })
  const change = { user_id: world.userIds.user, view_customer_direct_debit: true }
  expect((await user.post('/userpermission', change)).status).toBe(403)
  const set = await admin.post('/userpermission', change)
  expect(set.status, set.text).toBe(261)
  expect(await mine()).toMatchObject({ view_customer_direct_debit: true, can_decrypt: false })
  expect((await user.get('/userpermissions')).body.data).toHaveLength(1)
  expect((await admin.get('/userpermission')).body.data.view_customer_direct_debit).toBe(false)
  const stranger = { ...change, user_id: world.userIds.other }
  expect((await admin.post('/userpermission', stranger)).status).toBe(404)
  const gone = await admin.delete('/userpermission', { user_id: world.userIds.user })
  expect(gone.status).toBe(262)
  expect(await mine()).toMatchObject({ view_customer_direct_debit: false })
  await admin.post('/userpermission', change)
  const { user: una, other: elsewhere } = world.userIds
  expect((await admin.delete('/userpermissions', { ids: [una, elsewhere] })).status).toBe(404)
  expect(await mine()).toMatchObject({ view_customer_direct_debit: true })
  expect((await admin.delete('/userpermissions', { ids: [una] })).status).toBe(262)
  expect(await mine()).toMatchObject({ view_customer_direct_debit: false })
})

test('everybody keeps their own settings, by name', async () => {
  const view = { name: 'views.customers', value: [{ name: 'Overdue', search: 'order=name' }] }
  expect((await user.get('/userconfigs')).status).toBe(260)
  expect((await user.post('/userconfig/save', view)).status).toBe(261)
  const saved = await user.post('/userconfig/save', { ...view, value: null })
  expect(saved.body.data).toMatchObject({ name: view.name, value: null, version: 2 })
  expect((await user.put('/userconfig', view)).status).toBe(468)
  const { id, version } = saved.body.data
  expect((await user.post('/userconfig', { id, version: 1, value: 1 })).status).toBe(474)
  expect((await user.post('/userconfig', { id, version, value: { a: 1 } })).status).toBe(261)
  expect((await user.get('/userconfig', { name: view.name })).body.data.value).toEqual({ a: 1 })
  expect((await admin.get('/userconfigs')).status).toBe(260)
  expect((await admin.get('/userconfig', { id })).status).toBe(404)
  expect((await admin.delete('/userconfig', { id })).status).toBe(404)
  expect((await user.delete('/userconfigs', { ids: [id] })).body.data.deleted).toEqual([id])
})

test('guests get the default options, users their organisation’s own on top', async () => {
  const guest = world.guest()
  const defaults = (await guest.get('/options')).body.data
  const types = defaults.filter((row: { list_name: string }) => row.list_name === 'customer_type')
  expect(types.map((row: { value: string }) => row.value)).toEqual(['residential', 'commercial'])
  await admin.put('/option', { list_name: 'customer_type', value: 'residential', label: 'Homes' })
  const added = { list_name: 'customer_type', value: 'marae', label: 'Marae' }
  expect((await admin.put('/option', added)).status).toBe(201)
  const mine = (await user.get('/options', { list_name: 'customer_type' })).body.data
  expect(mine).toMatchObject([
    { value: 'commercial', label: 'Commercial', id: null },
    { value: 'residential', label: 'Homes', id: expect.any(Number) },
    { value: 'marae', label: 'Marae' },
  ])
  const other = await world.as('other')
  expect((await other.get('/options')).body.data).toEqual(defaults)
})

test('the geography holds every region and a city in each', async () => {
  const { regions, cities, countries, centre, zoom } = (await world.guest().get('/geoinfo')).body
    .data
  expect(regions).toHaveLength(16)
  for (const { code } of regions)
    expect(cities.some((city: { region_code: string }) => city.region_code === code)).toBe(true)
  expect(countries[0]).toEqual({ code: 'NZ', name: 'New Zealand' })
  expect(centre.latitude).toBeLessThan(-34)
  expect(zoom).toBe(5)
})

test('that nobody needs a second factor any more takes a fresh proof and is told to every admin', async () => {
  // Who works in it would have to enrol before anything else.
  const [, id] = world.organisations
  padmin = await world.as('padmin')
  const change = async (totp_required: boolean) => {
    const { version } = (await padmin.get('/organisation', { id })).body.data
    return padmin.post('/organisation', { id, version, totp_required })
  }
  expect((await change(true)).status).toBe(261)
  world.clock.advance(6 * 60_000)
  const refused = await change(false)
  expect(refused.status, refused.text).toBe(403)
  expect(refused.body.info.step_up).toBe(true)
  expect((await padmin.post('/user/stepup', { password })).status).toBe(200)
  expect((await change(false)).status).toBe(261)
  const { rows } = await world.owner.query(
    "select mail_to from mails where unique_key like 'factor dropped %' order by 1",
  )
  expect(rows).toEqual([{ mail_to: 'other@example.co.nz' }])
})

test('whoever works there reads who asked everybody for a second factor, and who stopped', async () => {
  const name = 'totp_required'
  const changes = async (client: Client) =>
    (await client.get('/organisationconfig/changes', { name })).body.data
  expect(await changes(await world.as('other'))).toMatchObject([
    { from: true, to: null, by: 'padmin Test' },
    { from: null, to: true, by: 'padmin Test' },
  ])
  expect(await changes(await world.as('user'))).toEqual([])
})
