import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorCode, problems } from '#domain/kit/problem.ts'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/kit/database/database.ts'
import { type Client, makeClient, type Reply, withKey } from '#tests/support/client.ts'
import { storeConnection } from '#tests/support/debit-rows.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'

// One request for every row of the catalogue, through the whole server.
let world: World
let user: Client
let manager: Client
let padmin: Client

beforeAll(async () => {
  world = await makeWorld()
  ;[user, manager, padmin] = await Promise.all([
    world.as('user'),
    world.as('manager'),
    world.as('padmin'),
  ])
})
afterAll(() => world.close())

const customer = async (given: object = {}) =>
  (await manager.put('/customer', { name: 'Code Customer', ...given })).body.data

async function deletedCustomer() {
  const row = await customer()
  await manager.delete('/customer', { id: row.id })
  return row
}

async function guest(): Promise<Client> {
  const client = world.guest()
  await client.get('/options')
  return client
}

async function lockedOut(): Promise<Reply> {
  const client = await guest()
  let reply = await client.post('/user/signin', { username: 'nobody-1', password: 'x'.repeat(20) })
  for (let tries = 0; tries < 12 && reply.status === 401; tries++)
    reply = await client.post('/user/signin', { username: 'nobody-1', password: 'x'.repeat(20) })
  return reply
}

async function unconfirmed(): Promise<Reply> {
  await world.owner.query(
    `insert into users (username, email, password_hash)
     select 'fresh', 'fresh@example.co.nz', password_hash from users where username = 'user'`,
  )
  return (await guest()).signIn('fresh', password)
}

async function supplierInUse(): Promise<Reply> {
  const partner = (await manager.put('/partner', { name: 'Needed Partner' })).body.data
  await customer({ partner_id: partner.id })
  return manager.delete('/partner', { id: partner.id })
}

async function heldByAnother(): Promise<Reply> {
  const row = await customer()
  await user.put('/datalock', { object_path: `/app/customer/edit?id=${row.id}` })
  return manager.post('/customer', { id: row.id, version: 1, city: 'Napier' })
}

async function blockedTable(): Promise<Reply> {
  await world.owner.query('begin')
  await world.owner.query('lock table notes in access exclusive mode')
  const reply = await manager.get('/notes')
  await world.owner.query('rollback')
  return reply
}

async function brokenTable(): Promise<Reply> {
  await world.owner.query('alter table partners rename to partners_away')
  const reply = await manager.get('/partners')
  await world.owner.query('alter table partners_away rename to partners')
  return reply
}

const register = (more: object) =>
  padmin.put('/user', { username: 'newcomer', email: 'n@example.co.nz', ...more })

const rows: [number, string, () => Promise<Reply>][] = [
  [200, 'a read', async () => manager.get('/customer', { id: (await customer()).id })],
  [201, 'a creation', () => manager.put('/customer', { name: 'Somebody New' })],
  [
    202,
    'a reset that is on its way',
    async () => (await guest()).post('/password/reset', { email: 'who@example.co.nz' }),
  ],
  [260, 'an empty list', () => manager.get('/customers', { city: 'Atlantis' })],
  [
    261,
    'a change',
    async () => manager.post('/customer', { id: (await customer()).id, version: 1, city: 'Ōtaki' }),
  ],
  [262, 'a deletion', async () => manager.delete('/customer', { id: (await customer()).id })],
  [
    400,
    'a date before 2019',
    () => manager.put('/enquiry', { subject: 'Hello', follow_up_date: '2018-12-31' }),
  ],
  [401, 'nobody', async () => (await guest()).get('/customers')],
  [403, 'a role too low', () => user.put('/supplier', { name: 'Not Mine' })],
  [404, 'another page', () => manager.get('/nonsense')],
  [409, 'a record somebody else works on', heldByAnother],
  [413, 'too much', () => manager.put('/note', { subject: 'x'.repeat(1_100_000) })],
  [415, 'a strange type', () => manager.put('/note', {}, { 'content-type': 'application/xml' })],
  [429, 'guessing', lockedOut],
  [461, 'a short password', () => register({ password: 'short', password_confirm: 'short' })],
  [
    462,
    'two different passwords',
    () =>
      register({
        password: 'a very long password one',
        password_confirm: 'a very long password two',
      }),
  ],
  [463, 'a short username', () => register({ username: 'ab' })],
  [464, 'a taken username', () => register({ username: 'MANAGER' })],
  [465, 'a taken address', () => register({ email: 'manager@example.co.nz' })],
  [466, 'no address', () => manager.put('/customer', { name: 'Somebody', email: 'nonsense' })],
  [467, 'a short name', () => manager.put('/customer', { name: 'X' })],
  [
    468,
    'a taken name',
    async () => {
      await manager.put('/supplier', { name: 'Twice' })
      return manager.put('/supplier', { name: 'TWICE' })
    },
  ],
  [
    469,
    'a token nobody gave',
    async () =>
      (await guest()).post('/password/reset', {
        token: 'nonsense',
        password: 'a very long password',
        password_confirm: 'a very long password',
      }),
  ],
  [471, 'a short number', () => manager.put('/customer', { name: 'Somebody', nzbn: '9429' })],
  [
    472,
    'a taken number',
    async () => {
      const { customer_number } = await customer()
      return manager.put('/customer', { name: 'Again', customer_number })
    },
  ],
  [
    473,
    'an archived record',
    async () =>
      manager.post('/customer', { id: (await deletedCustomer()).id, version: 2, city: 'Napier' }),
  ],
  [
    474,
    'an old version',
    async () => {
      const { id } = await customer()
      await manager.post('/customer', { id, version: 1, city: 'A' })
      return manager.post('/customer', { id, version: 1, city: 'B' })
    },
  ],
  [475, 'an unconfirmed user', unconfirmed],
  [476, 'a partner in use', supplierInUse],
  [
    477,
    'another username',
    () => padmin.delete('/user', { id: world.userIds.loner, username_confirm: 'longer' }),
  ],
  [500, 'a fault of ours', brokenTable],
  [503, 'a database that cannot answer', blockedTable],
]

test.each(rows)('%i: %s', async (code, _what, ask) => {
  const reply = await ask()
  expect(reply.status, reply.text).toBe(code)
  expect(reply.headers['x-request-id'] ?? reply.body.reference).toMatch(/^REF-/)
  if (code < 300) expect(reply.body.success).toBe(true)
  else
    expect(reply.body).toMatchObject({
      success: false,
      code,
      reference: expect.stringMatching(/^REF-/),
    })
})

// Shows: R04
test('503: a server whose role was given another password, until it has the right one', async () => {
  const role = `role_of_another_server_${process.pid}`
  const address = new URL(world.appUrl)
  await world.owner.query(`create role ${role} login password 'before' in role ${address.username}`)
  await world.owner.query(`grant ${role} to current_user`)
  address.username = role
  address.password = 'before'
  const database = openDatabase({ url: address.href })
  const app = await buildApp({ config: world.config, database, clock: world.clock })
  const changed = async (password: string) => {
    await world.owner.query(`alter role ${role} password '${password}'`)
    await world.owner.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1',
      [role],
    )
  }
  try {
    const there = makeClient(app)
    await there.signIn('manager', password)
    await changed('after')
    const [read, written] = [
      await there.get('/notes'),
      await there.put('/note', { subject: 'Kept out' }),
    ]
    expect([read.status, written.status], read.text).toEqual([503, 503])
    await changed('before')
    expect((await there.put('/note', { subject: 'Let in' })).status).toBe(201)
  } finally {
    await app.close()
    await database.close()
    await world.owner.query(`drop role ${role}`)
  }
})

test('470: a token past its time', async () => {
  const client = await world.as('accounting')
  world.clock.advance(71 * 60_000)
  const reply = await client.post('/user/signin', {})
  world.clock.advance(-71 * 60_000)
  expect(reply.status).toBe(470)
})

test('several field failures are all listed, and the first in form order names the code', async () => {
  const reply = await manager.put('/customer', { name: 'X', email: 'nonsense', nzbn: '12' })
  expect(reply.status).toBe(467)
  const fields = reply.body.errors.map((error: { field: string }) => error.field)
  expect(fields).toEqual(['name', 'nzbn', 'email'])
})

test('204 and 498: what a provider tells us is taken in where it is signed, and only there', async () => {
  const { path, signed } = await storeConnection(world)
  const body = { events: [] }
  const heard = await world.guest().post(path, body, signed(body))
  expect([heard.status, heard.text]).toEqual([204, ''])
  for (const headers of [{}, signed({ events: [{}] })]) {
    const refused = await world.guest().post(path, body, headers)
    expect(refused.status, refused.text).toBe(498)
    expect(refused.body).toMatchObject({ success: false, code: 498 })
  }
})

// Shows: V2.2.2
test('the order of checks holds: 401 before CSRF, CSRF before replay, 404 before 403 before 400', async () => {
  const stranger = world.guest()
  expect((await stranger.put('/customer', {})).status).toBe(401)
  const noCsrf = await user.put('/customer', { name: 'Somebody' }, { 'x-csrf-token': '' })
  expect(noCsrf.status).toBe(403)
  const key = withKey()
  await user.put('/customer', { name: 'Somebody' }, key)
  expect((await user.put('/customer', { nonsense: 1 }, key)).status).toBe(409)
  await scope(world.owner, world.organisations[1])
  const foreign = await (await world.as('other')).put('/supplier', { name: 'Theirs' })
  const { id } = foreign.body.data
  expect((await user.post('/supplier', { id, nonsense: 1 })).status).toBe(404)
  const own = (await manager.put('/supplier', { name: 'Ours' })).body.data
  expect((await user.post('/supplier', { id: own.id, nonsense: 1 })).status).toBe(403)
  expect((await manager.post('/supplier', { id: own.id, nonsense: 1 })).status).toBe(400)
})

// Shows: T23, V16.5.1
test('no answer ever holds a stack, SQL or a path', async () => {
  const reply = await brokenTable()
  expect(reply.text).not.toMatch(/partners|select|\.ts|node_modules/i)
  expect(reply.body.message).toContain(reply.body.reference)
})

test('the catalogue’s words', () => {
  const texts = Object.entries(problems).map(
    ([name, [code, text]]) => `${code} ${errorCode(name as keyof typeof problems)}: ${text}`,
  )
  expect(texts.join('\n')).toMatchSnapshot()
  for (const [, text] of Object.values(problems))
    expect(text).not.toMatch(/oops|invalid|illegal|organization|please contact support/i)
})
