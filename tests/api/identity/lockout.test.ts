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

test('a thousand wrong tries get ten answers, then only a wait', async () => {
  const codes: number[] = []
  for (let round = 0; round < 50; round++) {
    const address = `198.51.100.${round}`
    const batch = Array.from({ length: 20 }, () => attempt('user', 'a wrong password', address))
    codes.push(...(await Promise.all(batch)).map((reply) => reply.status))
  }
  expect(codes).toHaveLength(1000)
  expect(codes.filter((code) => code === 401)).toHaveLength(10)
  expect(codes.filter((code) => code === 429)).toHaveLength(990)
  const locked = await attempt('user', password, '192.0.2.200')
  expect(locked.status).toBe(429)
  expect(Number(locked.headers['retry-after'])).toBeGreaterThan(800)
  expect(locked.body.message).toMatch(/^That's a few too many tries\. Please wait 1[45] minutes/)
  world.clock.advance(15 * 60_000 + 1000)
  expect((await attempt('user', password, '192.0.2.200')).status).toBe(200)
}, 60_000)

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

test('a password longer than we hash is refused before it is hashed', async () => {
  const before = hashing.done
  expect((await attempt('user', 'x'.repeat(300))).status).toBe(400)
  expect(hashing.done).toBe(before)
})
