import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, type Person, password, type World } from '#tests/support/world.ts'

const minute = 60_000
let world: World
let padmin: Client
beforeAll(async () => {
  world = await makeWorld()
  padmin = await world.as('padmin')
})
afterAll(() => world.close())

async function versionOf(person: Person): Promise<number> {
  const { rows } = await world.owner.query('select version from users where id = $1', [
    world.userIds[person],
  ])
  return rows[0].version
}

async function eventsOf(event: string): Promise<number> {
  const { rows } = await world.owner.query(
    'select count(*)::int as count from security_events where event = $1',
    [event],
  )
  return rows[0].count
}

/** Another tab of the same browser: same cookies, its own idea of the token. */
function tabOf(client: Client, place = world): Client {
  const tab = place.guest()
  for (const [name, value] of client.cookies) tab.cookies.set(name, value)
  tab.authorization = client.authorization
  return tab
}

function renewed(client: Client, reply: { body: { token?: string } }): void {
  client.authorization = `JWT ${reply.body.token}`
}

// Shows: V3.3.4
test('credentials open a session with the user, the organisation and a token', async () => {
  const client = world.guest()
  const reply = await client.signIn('manager', password)
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({
    success: true,
    message: 'Signed in.',
    user: {
      username: 'manager',
      organisation_id: world.organisations[0],
      organisation_name: 'First Energy',
      membership_role: 'manager',
      user_type: 'user',
      memberships: [{ organisation_id: world.organisations[0], role_name: 'manager' }],
      roles: [],
      impersonator: null,
    },
  })
  expect(JSON.stringify(reply.body)).not.toMatch(/argon2|totp_secret|session_version/)
  const bind = String(reply.headers['set-cookie'])
  expect(bind).toMatch(/bind=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict/)
  expect((await client.get('/user/token')).status).toBe(200)
})

test('the address signs in as well as the username, in any case', async () => {
  expect((await world.guest().signIn('USER@example.co.nz', password)).status).toBe(200)
  expect((await world.guest().signIn('  User ', password)).status).toBe(200)
})

// Shows: T05, R31, V16.3.3
test('a token without its cookie opens nothing and is noted', async () => {
  const client = await world.as('user')
  const before = await eventsOf('token_without_cookie')
  const thief = world.guest()
  thief.authorization = client.authorization
  expect((await thief.get('/user')).status).toBe(401)
  expect(await eventsOf('token_without_cookie')).toBe(before + 1)
  expect((await client.get('/user')).status).toBe(200)
})

test("a token with another session's cookie opens nothing", async () => {
  const [mine, theirs] = [await world.as('user'), await world.as('manager')]
  const mixed = tabOf(mine)
  mixed.authorization = theirs.authorization
  expect((await mixed.get('/user')).status).toBe(401)
})

// Shows: T29, R31, V7.4.1
test('after sign-out the token is dead, the cookies are cleared and the browser is told', async () => {
  const client = await world.as('user')
  const tab = tabOf(client)
  const reply = await client.post('/user/signout')
  expect(reply.status).toBe(200)
  expect(reply.headers['clear-site-data']).toBe('"cache", "storage"')
  expect(client.cookies.has('bind')).toBe(false)
  expect((await tab.get('/user')).status).toBe(401)
  await tab.get('/options')
  expect((await tab.post('/user/signin', {})).status).toBe(401)
})

// Shows: T19, R31, V7.4.2, V7.4.5
test('disabling a user ends their session with the next request', async () => {
  const client = await world.as('accounting')
  const id = world.userIds.accounting
  const change = { id, version: await versionOf('accounting'), is_disabled: true }
  expect((await padmin.post('/user', change)).status).toBe(261)
  expect((await client.get('/user')).status).toBe(401)
  expect((await world.guest().signIn('accounting', password)).status).toBe(401)
  const back = { id, version: await versionOf('accounting'), is_disabled: false }
  expect((await padmin.post('/user', back)).status).toBe(261)
  expect((await world.guest().signIn('accounting', password)).status).toBe(200)
})

// Shows: T19, R31, V7.4.5
test('a changed role ends the session with the next request', async () => {
  const client = await world.as('accounting')
  const admin = await world.as('admin')
  const list = await admin.get('/memberships', { user_id: world.userIds.accounting })
  const { id, version } = list.body.data[0]
  const reply = await admin.post('/membership', { id, version, role_name: 'manager' })
  expect(reply.status, reply.text).toBe(261)
  expect((await client.get('/user')).status).toBe(401)
  const again = await world.as('accounting')
  expect((await again.get('/user')).body.data.membership_role).toBe('manager')
})

// Shows: T05, R31, V7.3.1, V7.3.2
test('a session ends after 12 hours and a token nobody renews after 70 minutes', async () => {
  const world2 = await makeWorld()
  try {
    const client = await world2.as('user')
    world2.clock.advance(69 * minute)
    expect((await client.get('/user')).status).toBe(200)
    world2.clock.advance(2 * minute)
    expect((await client.get('/user')).status).toBe(401)
    const stored = await client.post('/user/signin', {})
    expect(stored.status).toBe(470)
    expect(stored.body.message).toBe("It's been a while – please sign in again.")
    const hourly = await world2.as('user')
    for (let hour = 1; hour <= 11; hour++) {
      world2.clock.advance(60 * minute)
      const reply = await hourly.post('/user/signin', {})
      expect(reply.status, `hour ${hour}`).toBe(200)
      renewed(hourly, reply)
    }
    world2.clock.advance(61 * minute)
    expect((await hourly.get('/user')).status).toBe(401)
  } finally {
    await world2.close()
  }
})

test('a stored token that is none of ours answers 469', async () => {
  const client = await world.as('user')
  const [head, body] = String(client.authorization).split('.')
  client.authorization = `${head}.${body}.${'A'.repeat(43)}`
  expect((await client.post('/user/signin', {})).status).toBe(469)
  client.authorization = undefined
  expect((await client.post('/user/signin', {})).status).toBe(401)
})

// Shows: R31, V7.2.4
test('five tabs that renew together rotate once and all stay signed in', async () => {
  const world2 = await makeWorld()
  try {
    const first = await world2.as('user')
    world2.clock.advance(60 * minute)
    // The pair from before is honoured for a minute, and then no longer.
    const late = tabOf(first, world2)
    const tabs = [first, ...Array.from({ length: 4 }, () => tabOf(first, world2))]
    const replies = await Promise.all(tabs.map((tab) => tab.post('/user/signin', {})))
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200])
    const { rows } = await world2.owner.query(
      'select generation from sessions where user_id = $1 order by created_at desc limit 1',
      [world2.userIds.user],
    )
    expect(rows[0].generation).toBe(2)
    expect(new Set(tabs.map((tab) => tab.cookies.get('bind'))).size).toBe(1)
    for (const [place, tab] of tabs.entries()) renewed(tab, replies[place] ?? { body: {} })
    for (const tab of tabs) expect((await tab.get('/user')).status).toBe(200)
    world2.clock.advance(30_000)
    expect((await late.get('/user')).status).toBe(200)
    world2.clock.advance(31_000)
    expect((await late.get('/user')).status).toBe(401)
    for (const tab of tabs) expect((await tab.get('/user')).status).toBe(200)
  } finally {
    await world2.close()
  }
})

test('GET /user/token and POST /token answer a working token', async () => {
  const client = await world.as('user')
  renewed(client, await client.get('/user/token'))
  expect((await client.get('/user')).status).toBe(200)
  const program = world.guest()
  await program.get('/options')
  const reply = await program.post('/token', { username: 'user', password })
  expect(reply.status).toBe(200)
  renewed(program, reply)
  expect((await program.get('/user')).body.data.username).toBe('user')
})

test('a platform admin works in any organisation, others only where they are members', async () => {
  const [first, second] = world.organisations
  const admin = await world.as('padmin')
  const reply = await admin.post('/user/role', { organisation_id: second })
  expect(reply.status).toBe(200)
  expect(reply.body.user.organisation_id).toBe(second)
  renewed(admin, reply)
  expect((await admin.get('/organisation')).body.data.name).toBe('Second Energy')
  const user = await world.as('user')
  expect((await user.post('/user/role', { organisation_id: second })).status).toBe(404)
  expect((await user.post('/user/role', { organisation_id: first })).status).toBe(200)
  const names = (await admin.get('/user/organisations')).body.data
  expect(names.map((row: { organisation_id: number }) => row.organisation_id)).toEqual([
    first,
    second,
  ])
  expect((await user.get('/user/organisations')).body.data).toHaveLength(1)
})

test('somebody without a membership looks after their own account and nothing else', async () => {
  const loner = await world.as('loner')
  expect((await loner.get('/user')).body.data).toMatchObject({
    organisation_id: null,
    membership_role: 'guest',
    user_type: 'user',
    memberships: [],
  })
  expect((await loner.get('/customers')).status).toBe(403)
  expect((await loner.get('/user/organisations')).status).toBe(260)
})

test('being seen is noted at most once a minute, beside the request', async () => {
  const client = await world.as('user')
  const seen = async () => {
    const { rows } = await world.owner.query(
      `select last_seen_at > created_at as later from sessions where user_id = $1
       order by created_at desc limit 1`,
      [world.userIds.user],
    )
    return rows[0].later
  }
  await client.get('/user')
  expect(await seen()).toBe(false)
  world.clock.advance(2 * minute)
  await client.get('/user')
  await expect.poll(seen).toBe(true)
})
