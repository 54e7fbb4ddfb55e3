import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashing } from '#server/identity/password-hash.ts'
import { makeWorld, password, type World } from '#tests/support/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.close())

async function attempt(username: string, typed: string, remoteAddress = '203.0.113.7') {
  const client = world.guest()
  await client.get('/options')
  const csrf = client.cookies.get('csrf_token') ?? ''
  return client.send({
    method: 'POST',
    url: '/api/v1/user/signin',
    headers: { cookie: `csrf_token=${csrf}`, 'x-csrf-token': csrf },
    payload: { username, password: typed },
    remoteAddress,
  })
}

/** A browser at one address, which signs in and goes on from there. */
async function browserAt(remoteAddress: string, username = 'user', typed = password) {
  const client = world.guest()
  await client.get('/options')
  const send = client.send
  client.send = (options) => send({ ...options, remoteAddress })
  const reply = await client.signIn(username, typed)
  return { client, reply }
}

const strangers = (count: number) => Array.from({ length: count }, (_, n) => `198.51.100.${n}`)

// The first ten cost as much as a right one; a thousand are tried with the heavy tests.
const places = process.env.HEAVY ? 50 : 5

// Shows: T04, R31, V6.3.1
test(`${places * 20} wrong tries from everywhere get ten answers, then one every half minute`, async () => {
  world.clock.stopAt(new Date())
  const codes: number[] = []
  for (const address of strangers(places)) {
    const batch = Array.from({ length: 20 }, () => attempt('user', 'a wrong password', address))
    codes.push(...(await Promise.all(batch)).map((reply) => reply.status))
  }
  expect(codes).toHaveLength(places * 20)
  expect(codes.filter((code) => code === 401)).toHaveLength(10)
  expect(codes.filter((code) => code === 429)).toHaveLength(places * 20 - 10)
  const slowed = await attempt('user', 'a wrong password', '192.0.2.200')
  expect(slowed.status).toBe(429)
  expect(Number(slowed.headers['retry-after'])).toBe(30)
  world.clock.advance(30_000)
  expect((await attempt('user', 'a wrong password', '192.0.2.200')).status).toBe(401)
  expect((await attempt('user', 'a wrong password', '192.0.2.200')).status).toBe(429)
}, 60_000)

// Shows: T04, V6.3.1
test('ten wrong tries from one address close it for a quarter of an hour', async () => {
  for (let n = 0; n < 10; n++) await attempt('user', 'a wrong password')
  const locked = await attempt('user', password)
  expect(locked.status).toBe(429)
  expect(Number(locked.headers['retry-after'])).toBeGreaterThan(800)
  expect(locked.body.message).toMatch(/^That's a few too many tries\. Please wait 1[45] minutes/)
  world.clock.advance(15 * 60_000 + 1000)
  expect((await attempt('user', password)).status).toBe(200)
})

test('strangers cannot keep somebody out of an address they have signed in from', async () => {
  expect((await attempt('user', password, '192.0.2.1')).status).toBe(200)
  for (const address of strangers(30)) await attempt('user', 'a wrong password', address)
  expect((await attempt('user', 'a wrong password', '192.0.2.2')).status).toBe(429)
  expect((await attempt('user', password, '192.0.2.1')).status).toBe(200)
})

test('strangers’ wrong sign-ins leave the running session and its proofs alone', async () => {
  const { client } = await browserAt('192.0.2.1')
  for (const address of strangers(30)) await attempt('user', 'a wrong password', address)
  for (let n = 0; n < 12; n++) await attempt('user', 'a wrong password', '192.0.2.1')
  expect((await client.get('/user')).status).toBe(200)
  expect((await client.post('/user/stepup', { password })).status).toBe(200)
})

test('a session that guesses its owner’s password gets ten tries', async () => {
  const { client } = await browserAt('192.0.2.1')
  const elsewhere = await browserAt('192.0.2.1')
  const wrong = { password: 'a wrong password' }
  for (let n = 0; n < 10; n++) expect((await client.post('/user/stepup', wrong)).status).toBe(401)
  expect((await client.post('/user/stepup', { password })).status).toBe(429)
  expect((await elsewhere.client.post('/user/stepup', { password })).status).toBe(200)
})

test('whoever has a subnet of IPv6 has one address', async () => {
  const own = (n: number) => `2001:db8:1:2::${n.toString(16)}`
  for (let n = 1; n <= 10; n++) await attempt('user', 'a wrong password', own(n))
  expect((await attempt('user', password, own(99))).status).toBe(429)
  for (let n = 11; n <= 50; n++) await attempt(`nobody-${n}`, 'a wrong password', own(n))
  expect((await attempt('manager', password, own(99))).status).toBe(429)
  expect((await attempt('manager', password, '2001:db8:1:3::1')).status).toBe(200)
}, 60_000)

test('which username and which address belong together is told by no limit', async () => {
  for (let n = 0; n < 10; n++) await attempt('user', 'a wrong password')
  expect((await attempt('user', 'a wrong password')).status).toBe(429)
  expect((await attempt('user@example.co.nz', 'a wrong password')).status).toBe(401)
})

test('an address gets fifty wrong tries over all accounts', async () => {
  for (let n = 0; n < 50; n++) {
    expect((await attempt(`nobody-${n}`, 'a wrong password')).status).toBe(401)
  }
  expect((await attempt('user', password)).status).toBe(429)
  expect((await attempt('user', password, '203.0.113.8')).status).toBe(200)
}, 60_000)

test('a right password wipes the wrong tries before it', async () => {
  for (let n = 0; n < 9; n++) await attempt('user', 'a wrong password')
  expect((await attempt('user', password)).status).toBe(200)
  for (let n = 0; n < 9; n++) {
    expect((await attempt('user', 'a wrong password')).status).toBe(401)
  }
})

// Shows: T04, R31, V6.3.8
test('an unknown name, a wrong password and a disabled user answer and cost alike', async () => {
  await world.owner.query('update users set is_disabled = true where id = $1', [
    world.userIds.other,
  ])
  const told: string[] = []
  for (const [username, typed] of [
    ['user', 'a wrong password'],
    ['nobody-at-all', 'a wrong password'],
    ['other', password],
    ['other', 'a wrong password'],
  ] as const) {
    const before = hashing.done
    const reply = await attempt(username, typed)
    expect(hashing.done - before, username).toBe(1)
    const { reference: _, ...rest } = reply.body
    told.push(`${reply.status} ${JSON.stringify(rest)}`)
  }
  expect(new Set(told).size).toBe(1)
  for (let n = 0; n < 10; n++) await attempt('never-heard-of', 'a wrong password', '203.0.113.99')
  expect((await attempt('never-heard-of', 'x', '203.0.113.100')).status).toBe(429)
})

// Shows: T22
test('a password longer than we hash is refused before it is hashed', async () => {
  const before = hashing.done
  expect((await attempt('user', 'x'.repeat(300))).status).toBe(400)
  expect(hashing.done).toBe(before)
})
