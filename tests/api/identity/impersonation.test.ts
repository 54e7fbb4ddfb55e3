import { afterAll, beforeAll, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { file } from '#domain/files/file.ts'
import { isHarmless, keyOf } from '#domain/kit/call.ts'
import { problems } from '#domain/kit/problem.ts'
import { routes } from '#server/routes.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { make } from '#tests/support/make.ts'
import { makeWorld, type Person, password, type World } from '#tests/support/world.ts'

const minute = 60_000
let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const wishFor = (person: Person) => ({
  id: world.userIds[person],
  username_confirm: person,
  reason: 'They asked for help on the phone.',
})

async function workingAs(person: Person): Promise<Client> {
  const client = await world.as('padmin')
  const reply = await client.post('/user/impersonate', wishFor(person))
  expect(reply.status, reply.text).toBe(200)
  client.authorization = `JWT ${reply.body.token}`
  return client
}

// Shows: T18
test('a platform admin works as somebody else, with a reason, and the person is told', async () => {
  const client = await workingAs('user')
  const me = (await client.get('/user')).body.data
  expect(me).toMatchObject({ username: 'user', impersonator: 'padmin Test' })
  expect((await client.get('/users')).status).toBe(403)
  const { rows } = await world.owner.query(
    "select subject, text_plain from mails where mail_to = 'user@example.co.nz'",
  )
  expect(rows).toMatchObject([{ text_plain: expect.stringContaining('They asked for help') }])
})

test('the username must be typed, the reason given, and the proof fresh', async () => {
  const client = await world.as('padmin')
  const wish = wishFor('user')
  const wrong = await client.post('/user/impersonate', { ...wish, username_confirm: 'usr' })
  expect(wrong.status).toBe(477)
  const short = await client.post('/user/impersonate', { ...wish, reason: 'help' })
  expect(short.status).toBe(400)
  expect((await client.post('/user/impersonate', { ...wish, id: 999_999 })).status).toBe(404)
  world.clock.advance(6 * minute)
  expect((await client.post('/user/impersonate', wish)).status).toBe(403)
  expect((await client.post('/user/stepup', { password })).status).toBe(200)
  expect((await client.post('/user/impersonate', wish)).status).toBe(200)
})

// Shows: T18, R30
test('only platform admins may, never of each other, and never nested', async () => {
  for (const person of ['user', 'manager', 'admin'] as const) {
    const client = await world.as(person)
    const reply = await client.post('/user/impersonate', wishFor('loner'))
    expect(reply.status, person).toBe(403)
  }
  const padmin = await world.as('padmin')
  expect((await padmin.post('/user/impersonate', wishFor('padmin'))).status).toBe(403)
  const nested = await workingAs('admin')
  expect((await nested.post('/user/impersonate', wishFor('user'))).status).toBe(403)
})

// Calls open to guests ask for nobody's name.
const blocked = routes.filter((entry) => entry.policy.from !== 'guest' && !isHarmless(entry))

test('nothing can be changed in another name but what is marked as harmless', () => {
  const changing = routes.filter(
    (entry) => entry.method !== 'GET' && entry.policy.from !== 'guest' && isHarmless(entry),
  )
  expect(changing.map(keyOf).sort()).toEqual([
    'POST /billingrun/new',
    'POST /billpayments/file/preview',
    'POST /bulkmessage/preview',
    'POST /commissionstatement/new',
    'POST /commissionstatement/verify',
    'POST /commissionstatements/file/preview',
    'POST /departure/look',
    'POST /departure/preview',
    'POST /file/:file_id/download',
    'POST /file/:file_id/view',
    'POST /invoice/new',
    'POST /invoices/postrun',
    'POST /messagetemplate/preview',
    'POST /proposal/price',
    'POST /rateupdates/shadowrun',
    'POST /supplierrateupdates/shadowrun',
    'POST /userconfig/save',
  ])
})

test('the calls that must not be made in another name are marked', () => {
  expect(blocked.map((entry) => `${entry.method} ${entry.path}`)).toEqual(
    expect.arrayContaining([
      'POST /password/change',
      'POST /user/totp/enrol',
      'POST /user/totp/confirm',
      'POST /user/totp/disable',
      'PUT /apikey',
      'DELETE /apikey',
      'POST /user/impersonate',
      'POST /user/stepup',
      'PUT /membership',
      'POST /membership',
      'DELETE /membership',
      'POST /userpermission',
      'POST /customer/unmask',
      'GET /customers/csv',
    ]),
  )
})

// Shows: T18, R30
test('every call that is not harmless is refused while working as somebody else', async () => {
  // Some are refused earlier for another reason: of platform admins, whom nobody works as.
  const kept = await makeRow(await world.as('admin'), file)
  const client = await workingAs('admin')
  const send = { GET: client.get, PUT: client.put, POST: client.post, DELETE: client.delete }
  const passed: string[] = []
  for (const { method, path, policy } of blocked) {
    const reply = await send[method](path.replace(/:\w+/, `${kept.id}`))
    const refused = policy.from === 'padmin' ? 'forbidden' : 'impersonating'
    if (reply.status !== 403 || reply.body.message !== problems[refused][1])
      passed.push(`${method} ${path} ${reply.text}`)
  }
  expect(passed).toEqual([])
}, 120_000)

test('no action is offered in another name', async () => {
  const own = await world.as('manager')
  const { id } = (await own.put('/customer', make(customer))).body.data
  const client = await workingAs('manager')
  const { available_actions } = (await client.get('/customer', { id })).body.info
  expect(available_actions.length).toBeGreaterThan(0)
  for (const line of available_actions)
    expect(line).toMatchObject({ allowed: false, reason: 'Not while working as somebody else.' })
})

// Shows: T18, R30
test('what was tried in another name stays known, with both names', async () => {
  const client = await workingAs('admin')
  await client.post('/password/change')
  const { rows } = await world.owner.query(
    `select user_id::int, impersonator_id::int, detail from security_events
     where event = 'refused_while_impersonating' order by id desc limit 1`,
  )
  expect(rows).toEqual([
    {
      user_id: world.userIds.admin,
      impersonator_id: world.userIds.padmin,
      detail: { call: 'POST /password/change' },
    },
  ])
})

test('an address, a password and bank details stay as they are in another name', async () => {
  const client = await workingAs('admin')
  const own = { id: world.userIds.admin, version: 1, email: 'taken-over@example.co.nz' }
  expect((await client.post('/user', own)).status).toBe(403)
  const [id] = world.organisations
  const bank = { id, version: 1, bank_account_name: 'Somebody else' }
  expect((await client.post('/organisation', bank)).status).toBe(403)
})

test('signing out returns to the own name', async () => {
  const client = await workingAs('user')
  const borrowed = client.authorization
  const reply = await client.post('/user/signout')
  expect(reply.status).toBe(200)
  expect(reply.body.user).toMatchObject({ username: 'padmin', impersonator: null })
  client.authorization = `JWT ${reply.body.token}`
  expect((await client.get('/users')).status).toBe(200)
  const old = world.guest()
  old.authorization = borrowed
  old.cookies.set('bind', client.cookies.get('bind') ?? '')
  expect((await old.get('/user')).status).toBe(401)
})

// Shows: T18, R30
test('it ends after 30 minutes, however busy it is', async () => {
  const client = await workingAs('user')
  world.clock.advance(29 * minute)
  const renewed = await client.post('/user/signin', {})
  expect(renewed.status).toBe(200)
  client.authorization = `JWT ${renewed.body.token}`
  expect((await client.get('/user')).status).toBe(200)
  world.clock.advance(2 * minute)
  expect((await client.get('/user')).status).toBe(401)
})

test('it ends with the session it was begun from', async () => {
  const padmin = await world.as('padmin')
  const own = { token: padmin.authorization, bind: padmin.cookies.get('bind') ?? '' }
  const reply = await padmin.post('/user/impersonate', wishFor('user'))
  const { rows } = await world.owner.query(
    'select parent_id from sessions where impersonator_id is not null order by created_at desc limit 1',
  )
  expect(rows[0].parent_id).toMatch(/^[0-9a-f-]{36}$/)
  const parent = world.guest()
  parent.authorization = own.token
  parent.cookies.set('bind', own.bind)
  await parent.get('/options')
  expect((await parent.post('/user/signout')).status).toBe(200)
  padmin.authorization = `JWT ${reply.body.token}`
  expect((await padmin.get('/user')).status).toBe(401)
})
