import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkTo } from '#tests/support/mailed-link.ts'
import { makeWorld, password, type World } from '#tests/support/world.ts'

const next = 'seven pūkeko crossing slowly'
let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

// Shows: R31, V6.2.2, V7.4.3
test('a changed password ends every other session, and the person goes on', async () => {
  const [here, elsewhere] = [await world.as('user'), await world.as('user')]
  const wrong = await here.post('/password/change', {
    password_old: 'not my password',
    password: next,
    password_confirm: next,
  })
  expect(wrong.status).toBe(401)
  expect(wrong.body.errors).toMatchObject([{ field: 'password_old', code: 'wrong_password' }])
  expect((await here.get('/user')).status).toBe(200)
  const before = { token: here.authorization, bind: here.cookies.get('bind') }
  const reply = await here.post('/password/change', {
    password_old: password,
    password: next,
    password_confirm: next,
  })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body.message).toBe('Thanks. You have successfully changed your password.')
  expect((await elsewhere.get('/user')).status).toBe(401)
  const old = world.guest()
  old.authorization = before.token
  old.cookies.set('bind', before.bind ?? '')
  expect((await old.get('/user')).status).toBe(401)
  here.authorization = `JWT ${reply.body.token}`
  expect((await here.get('/user')).status).toBe(200)
  expect((await world.guest().signIn('user', password)).status).toBe(401)
  expect((await world.guest().signIn('user', next)).status).toBe(200)
})

// Shows: V6.2.12
test('short, common and mismatched passwords are refused with their own codes', async () => {
  const client = await world.as('manager')
  const change = (typed: string, again = typed) =>
    client.post('/password/change', {
      password_old: password,
      password: typed,
      password_confirm: again,
    })
  expect((await change('fifteen letters')).status).toBe(461)
  const common = await change('Password-1234-5678')
  expect(common.status).toBe(461)
  expect(common.body.errors).toMatchObject([{ field: 'password', code: 'password_common' }])
  expect((await change(next, `${next}!`)).status).toBe(462)
  expect((await change('x'.repeat(257))).status).toBe(400)
})

// Shows: V6.1.2, V6.2.4, V6.2.12
test('the 3,000 most common long passwords are refused wherever one is chosen, however written', async () => {
  const file = new URL('../../../src/server/identity/leaked-passwords.txt', import.meta.url)
  const list = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(new Set(list).size).toBe(3000)
  expect(list).toEqual(expect.arrayContaining(['stairwaytoheaven', 'q1w2e3r4t5y6u7i8']))
  const [manager, padmin, guest] = [
    await world.as('manager'),
    await world.as('padmin'),
    world.guest(),
  ]
  await guest.get('/options')
  const twice = (typed: string) => ({ password: typed, password_confirm: typed })
  const person = { username: 'hinemoa', firstname: 'Hinemoa', lastname: 'Rangi' }
  const email = 'hinemoa@example.co.nz'
  await guest.put('/user', { email, terms_agreed: true })
  const register = { token: await linkTo(world, email), ...person }
  await guest.post('/password/reset', { email: 'user@example.co.nz' })
  const reset = { token: await linkTo(world, 'user@example.co.nz') }
  const of = { id: world.userIds.user, version: 1, username_confirm: 'user' }
  const ways = [
    manager.post('/password/change', { password_old: password, ...twice('Stairway to Heaven') }),
    guest.post('/user/confirm', { ...register, ...twice('ManchesterUnited') }),
    guest.post('/password/reset', { ...reset, ...twice('q1w2e3r4t5y6u7i8') }),
    padmin.put('/user', { ...person, email: 'new@example.co.nz', ...twice('YOUNGANDRESTLESS') }),
    padmin.post('/user', { ...of, ...twice('cristiano-ronaldo') }),
  ]
  for (const reply of await Promise.all(ways)) {
    expect(reply.status, reply.text).toBe(461)
    expect(reply.body.errors).toMatchObject([{ field: 'password', code: 'password_common' }])
  }
  // The links still work, and what is not among them is taken.
  const fine = twice('stairway to the heaven of kākāpō')
  expect((await guest.post('/user/confirm', { ...register, ...fine })).status).toBe(200)
  expect((await guest.post('/password/reset', { ...reset, ...fine })).status).toBe(200)
})

test('a platform admin sets a password by typing the username', async () => {
  const [padmin, target] = [await world.as('padmin'), await world.as('accounting')]
  const id = world.userIds.accounting
  const body = { id, version: 1, password: next, password_confirm: next }
  const wrong = await padmin.post('/user', { ...body, username_confirm: 'accountin' })
  expect(wrong.status, wrong.text).toBe(477)
  expect((await target.get('/user')).status).toBe(200)
  const set = await padmin.post('/user', { ...body, username_confirm: 'accounting' })
  expect(set.status, set.text).toBe(261)
  expect((await target.get('/user')).status).toBe(401)
  expect((await world.guest().signIn('accounting', next)).status).toBe(200)
  const ownWay = await world.as('manager')
  const own = { id: world.userIds.manager, version: 1, password: next, password_confirm: next }
  expect((await ownWay.post('/user', { ...own, username_confirm: 'manager' })).status).toBe(403)
})

// Shows: V7.5.1
test('setting passwords and roles needs a fresh proof', async () => {
  const padmin = await world.as('padmin')
  world.clock.advance(6 * 60_000)
  const id = world.userIds.manager
  const body = {
    id,
    version: 1,
    password: next,
    password_confirm: next,
    username_confirm: 'manager',
  }
  const refused = await padmin.post('/user', body)
  expect(refused.status).toBe(403)
  expect(refused.body.message).toBe('Please enter your password again to carry on.')
  expect((await padmin.post('/user/stepup', { password: 'wrong password' })).status).toBe(401)
  expect((await padmin.post('/user/stepup', { password })).status).toBe(200)
  expect((await padmin.post('/user', body)).status).toBe(261)
})

// Shows: V7.5.1
test('so does locking somebody out, letting them in again, deleting and restoring', async () => {
  const padmin = await world.as('padmin')
  const id = world.userIds.loner
  const version = async () => (await padmin.get('/user', { id })).body.data.version
  const disabled = async (is_disabled: boolean) => ({ id, version: await version(), is_disabled })
  const stale = () => world.clock.advance(6 * 60_000)
  const proved = () => padmin.post('/user/stepup', { password })
  stale()
  expect((await padmin.post('/user', await disabled(true))).status).toBe(403)
  // A form sends back what it read.
  const same = { ...(await disabled(false)), lastname: 'Alone' }
  expect((await padmin.post('/user', same)).status).toBe(261)
  await proved()
  expect((await padmin.post('/user', await disabled(true))).status).toBe(261)
  stale()
  expect((await padmin.post('/user', await disabled(false))).status).toBe(403)
  const removed = { id, username_confirm: 'loner' }
  expect((await padmin.delete('/user', removed)).status).toBe(403)
  await proved()
  expect((await padmin.delete('/user', removed)).status).toBe(262)
  stale()
  expect((await padmin.post('/user/restore', { id })).status).toBe(403)
  await proved()
  expect((await padmin.post('/user/restore', { id })).status).toBe(200)
})

test('GET /password tells guests the rules', async () => {
  const reply = await world.guest().get('/password')
  expect(reply.body.data.rules).toMatchObject({ min: 16, max: 256 })
})

// Shows: T04, V6.3.5
test('a sign-in from a new browser and address is told by mail, the first one is not', async () => {
  const mails = async () => {
    const { rows } = await world.owner.query(
      "select text_plain from mails where mail_to = 'other@example.co.nz' order by id",
    )
    return rows
  }
  const signInWith = async (userAgent: string) => {
    const client = world.guest()
    await client.get('/options')
    const headers = { 'user-agent': userAgent }
    return client.post('/user/signin', { username: 'other', password }, headers)
  }
  expect((await signInWith('Kiwi Browser 1')).status).toBe(200)
  expect((await signInWith('Kiwi Browser 1')).status).toBe(200)
  expect(await mails()).toHaveLength(0)
  expect((await signInWith('Weka Browser 9')).status).toBe(200)
  expect(await mails()).toMatchObject([{ text_plain: expect.stringContaining('Weka Browser 9') }])
})

// Shows: V6.3.5
test('nor is it forgotten that somebody was here, however long ago', async () => {
  const user_id = world.userIds.admin
  const mails = async () => {
    const { rows } = await world.owner.query(
      "select from mails where mail_to = 'admin@example.co.nz' and unique_key like 'new-%'",
    )
    return rows.length
  }
  await world.as('admin')
  expect(await mails()).toBe(0)
  // As after the sessions had their time.
  await world.owner.query('delete from sessions where user_id = $1', [user_id])
  const client = world.guest()
  await client.get('/options')
  const headers = { 'user-agent': 'Kea Browser 3' }
  const entered = await client.post('/user/signin', { username: 'admin', password }, headers)
  expect(entered.status, entered.text).toBe(200)
  expect(await mails()).toBe(1)
})
