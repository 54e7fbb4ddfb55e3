import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, enrolled } from '#tests/support/authenticator.ts'
import { linkTo } from '#tests/support/mailed-link.ts'
import { makeWorld, password, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const long = ` Kererū UNDER the ngaio – ${'and 36 more … '.repeat(12)}`
const year = 365 * 86_400_000

// Shows: V6.2.5, V6.2.8, V6.2.9, V6.2.10, V11.4.2
test('a long password of any letters is checked as it was typed, and years later still', async () => {
  const client = await world.as('manager')
  const change = { password_old: password, password: long, password_confirm: long }
  const changed = await client.post('/password/change', change)
  expect(changed.status, changed.text).toBe(200)
  const { rows } = await world.owner.query('select password_hash from users where id = $1', [
    world.userIds.manager,
  ])
  expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  for (const other of [long.trim(), long.toLowerCase(), long.slice(0, 72)])
    expect((await world.guest().signIn('manager', other)).status).toBe(401)
  world.clock.advance(3 * year)
  expect((await world.guest().signIn('manager', long)).status).toBe(200)
})

// Shows: V6.4.3
test('a password that is reset by mail leaves the second factor as it was', async () => {
  const { uri } = await enrolled(world, 'user')
  const guest = world.guest()
  await guest.get('/options')
  await guest.post('/password/reset', { email: 'user@example.co.nz' })
  const token = await linkTo(world, 'user@example.co.nz')
  const next = { token, password: long, password_confirm: long }
  expect((await guest.post('/password/reset', next)).status).toBe(200)
  const signIn = async (totp?: string) => {
    const person = world.guest()
    await person.get('/options')
    return person.post('/user/signin', { username: 'user', password: long, ...(totp && { totp }) })
  }
  expect((await signIn()).status).not.toBe(200)
  expect((await signIn(codeOf(world, uri))).status).toBe(200)
})

// Shows: V13.4.5
test('figures of the server are for its own machine, or for whoever has the token', async () => {
  const ask = (place: World, remoteAddress: string, authorization = '') =>
    place
      .guest()
      .send({ method: 'GET', url: '/metrics', remoteAddress, headers: { authorization } })
  expect((await ask(world, '127.0.0.1')).text).toContain('nodejs_eventloop_delay_seconds')
  expect((await ask(world, '203.0.113.9')).text).not.toContain('process_')
  const guarded = await makeWorld({ metricsToken: 'a token of the watcher' })
  expect((await ask(guarded, '127.0.0.1')).text).not.toContain('process_')
  const shown = await ask(guarded, '203.0.113.9', 'Bearer a token of the watcher')
  expect(shown.text).toContain('process_')
  await guarded.close()
})
