import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { behindLink, linkTo as linkMailed, mailsTo as mailed } from '#tests/support/mailed-link.ts'
import { password as known, makeWorld, type World } from '#tests/support/world.ts'

const password = 'four quiet tūī on a wire'
const minute = 60_000
let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

async function guest(): Promise<Client> {
  const client = world.guest()
  await client.get('/options')
  return client
}

const mailsTo = (address: string) => mailed(world, address)
const linkTo = (address: string) => linkMailed(world, address)

const form = (n: string) => ({
  email: `${n}@example.co.nz`,
  username: n,
  firstname: 'Aroha',
  lastname: 'Ngata',
  terms_agreed: true,
})
const chosen = { password, password_confirm: password }

test('registering sends a link, the password is chosen behind it, and the person signs in', async () => {
  const client = await guest()
  const reply = await client.put('/user', form('aroha'))
  expect(reply.status, reply.text).toBe(202)
  const [mail] = await mailsTo('aroha@example.co.nz')
  expect(mail?.subject).toBe('Switchboard: Confirm your email address')
  expect(mail?.text_plain).toMatch(/\/app\/register\/token#[\w-]{43}\n/)
  const early = await client.post('/user/signin', { username: 'aroha', password })
  expect(early.status).toBe(401)
  const token = await linkTo('aroha@example.co.nz')
  const looked = await behindLink(client, '/user/confirm', token)
  expect(looked.body.data).toEqual({
    email: 'aroha@example.co.nz',
    username: 'aroha',
    firstname: 'Aroha',
    lastname: 'Ngata',
    is_new: true,
  })
  expect((await client.post('/user/confirm', { token })).status).toBe(461)
  expect((await client.post('/user/confirm', { token, ...chosen })).status).toBe(200)
  expect((await client.post('/user/confirm', { token, ...chosen })).status).toBe(469)
  expect((await behindLink(client, '/user/confirm', token)).status).toBe(469)
  const signedIn = await client.post('/user/signin', { username: 'aroha', password })
  expect(signedIn.status).toBe(200)
  expect(signedIn.body.user).toMatchObject({ firstname: 'Aroha', organisation_id: null })
  const { rows } = await world.owner.query(
    "select action, reason from history where object_class = 'user' and object_id = $1",
    [signedIn.body.user.id],
  )
  expect(rows).toEqual([{ action: 'create', reason: 'Registered.' }])
})

test('no password is taken before the link: whoever types an address need not own it', async () => {
  const client = await guest()
  const reply = await client.put('/user', { ...form('victim'), ...chosen })
  expect(reply.status, reply.text).toBe(400)
  expect(reply.text).toContain('password')
  expect(await mailsTo('victim@example.co.nz')).toHaveLength(0)
})

test('opening the link changes nothing until its button is pressed', async () => {
  const client = await guest()
  await client.put('/user', form('opened'))
  const token = await linkTo('opened@example.co.nz')
  for (let n = 0; n < 3; n++)
    expect((await behindLink(client, '/user/confirm', token)).status).toBe(200)
  const { rows } = await world.owner.query("select from users where username = 'opened'")
  expect(rows).toHaveLength(0)
  expect((await client.post('/user/confirm', { token, ...chosen })).status).toBe(200)
})

test('an address and the terms are enough; name and password are chosen at the link', async () => {
  const client = await guest()
  const email = 'later@example.co.nz'
  expect((await client.put('/user', { email, terms_agreed: true })).status).toBe(202)
  const token = await linkTo(email)
  expect((await client.post('/user/confirm', { token })).status).toBe(463)
  const later = { token, username: 'later', ...chosen }
  expect((await client.post('/user/confirm', { ...later, password: 'short' })).status).toBe(461)
  const mixed = await client.post('/user/confirm', { ...later, password_confirm: 'another one' })
  expect(mixed.status).toBe(462)
  const taken = await client.post('/user/confirm', { ...later, username: 'MANAGER' })
  expect(taken.status).toBe(464)
  expect(taken.body.errors).toMatchObject([{ field: 'username', code: 'username_conflict' }])
  expect((await client.post('/user/confirm', later)).status).toBe(200)
})

test('every failure of the form is listed and the first names the code', async () => {
  const client = await guest()
  await client.put('/user', form('form0'))
  const token = await linkTo('form0@example.co.nz')
  const bad = { token, username: 'ab', password: 'short', password_confirm: 'other' }
  const reply = await client.post('/user/confirm', bad)
  expect(reply.status).toBe(463)
  expect(reply.body.errors.map((error: { code: string }) => error.code)).toEqual([
    'username_too_short',
    'password_too_short',
    'passwords_do_not_match',
  ])
  expect((await client.put('/user', { ...form('form2'), email: 'nonsense' })).status).toBe(466)
  expect((await client.put('/user', { ...form('form3'), terms_agreed: false })).status).toBe(400)
  expect((await client.put('/user', { ...form('form4'), roles: [1] })).status).toBe(400)
  expect((await client.put('/user', { ...form('form5'), username: 'a@b.co' })).status).toBe(400)
})

test('a known address is answered like any other, and only its mailbox learns', async () => {
  const client = await guest()
  const known202 = await client.put('/user', { ...form('fresh'), email: 'user@example.co.nz' })
  const new202 = await client.put('/user', form('brand-new'))
  expect(known202.status).toBe(202)
  expect(known202.body).toEqual(new202.body)
  const [mail] = await mailsTo('user@example.co.nz')
  expect(mail?.subject).toBe('Switchboard: You already have an account')
})

test('a new registration takes the place of the link before it', async () => {
  const client = await guest()
  await client.put('/user', form('mere'))
  const first = await linkTo('mere@example.co.nz')
  await client.put('/user', { ...form('mere'), firstname: 'Mere' })
  const second = await linkTo('mere@example.co.nz')
  expect(second).not.toBe(first)
  expect((await client.post('/user/confirm', { token: first, ...chosen })).status).toBe(469)
  expect((await client.post('/user/confirm', { token: second, ...chosen })).status).toBe(200)
  expect((await client.post('/user/signin', { username: 'mere', password })).status).toBe(200)
})

// Shows: V6.4.1
test('links end after 24 hours, and unknown ones never worked', async () => {
  const client = await guest()
  await client.put('/user', form('late'))
  const token = await linkTo('late@example.co.nz')
  world.clock.advance(24 * 60 * minute + 1000)
  expect((await client.post('/user/confirm', { token })).status).toBe(470)
  expect((await client.post('/user/confirm', { token: 'x'.repeat(43) })).status).toBe(469)
})

// Shows: V6.4.2
test('a forgotten password is reset through the mailbox, and every session ends', async () => {
  const signedIn = await world.as('manager')
  const client = await guest()
  const asked = await client.post('/password/reset', { email: 'Manager@example.co.nz' })
  const unknown = await client.post('/password/reset', { email: 'nobody@example.co.nz' })
  expect([asked.status, unknown.status]).toEqual([202, 202])
  expect(asked.body).toEqual(unknown.body)
  expect(await mailsTo('nobody@example.co.nz')).toHaveLength(0)
  const token = await linkTo('manager@example.co.nz')
  const state = await behindLink(client, '/password', token)
  expect(state.body.data).toMatchObject({ token_valid: true, rules: { min: 16, max: 256 } })
  const short = { token, password: 'short', password_confirm: 'short' }
  expect((await client.post('/password/reset', short)).status).toBe(461)
  const next = { token, password, password_confirm: password }
  expect((await client.post('/password/reset', next)).status).toBe(200)
  expect((await client.post('/password/reset', next)).status).toBe(469)
  expect((await behindLink(client, '/password', token)).body.data.token_valid).toBe(false)
  expect((await signedIn.get('/user')).status).toBe(401)
  expect((await client.post('/user/signin', { username: 'manager', password: known })).status).toBe(
    401,
  )
  expect((await client.post('/user/signin', { username: 'manager', password })).status).toBe(200)
  const mails = await mailsTo('manager@example.co.nz')
  expect(mails.map((mail) => mail.subject)).toContain('Switchboard: Your password was changed')
})

test('a registration token resets nothing and a reset token confirms nothing', async () => {
  const client = await guest()
  await client.put('/user', form('cross'))
  const token = await linkTo('cross@example.co.nz')
  const body = { token, password, password_confirm: password }
  expect((await client.post('/password/reset', body)).status).toBe(469)
  await client.post('/password/reset', { email: 'other@example.co.nz' })
  const reset = await linkTo('other@example.co.nz')
  expect((await client.post('/user/confirm', { token: reset })).status).toBe(469)
})

// Shows: T20
test('one mailbox is sent three mails in a quarter of an hour, and the answer never tells', async () => {
  const client = await guest()
  for (let n = 0; n < 5; n++) {
    const reply = await client.post('/password/reset', { email: 'admin@example.co.nz' })
    expect(reply.status).toBe(202)
  }
  expect(await mailsTo('admin@example.co.nz')).toHaveLength(3)
})

test('no link is kept as it is', async () => {
  const client = await guest()
  await client.put('/user', form('hashed'))
  const token = await linkTo('hashed@example.co.nz')
  const { rows } = await world.owner.query('select * from one_time_tokens')
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(JSON.stringify(rows)).not.toContain(password)
})
