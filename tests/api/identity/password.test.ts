import { afterAll, beforeAll, expect, test } from 'vitest'
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
