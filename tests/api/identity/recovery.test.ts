import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, enrolled, signInWith } from '#tests/support/authenticator.ts'
import { mailsTo } from '#tests/support/mailed-link.ts'
import { makeWorld, type Person, password, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await world.owner.query(
    `insert into user_roles (user_id, role_id)
     select u.id, r.id from users u, roles r where u.username = 'loner' and r.is_admin`,
  )
})
afterAll(() => world.close())

// Shows: V6.5.2
test('switching two-factor sign-in on shows ten recovery codes, once and kept hashed', async () => {
  const { client, recovery_codes } = await enrolled(world, 'user')
  expect(new Set(recovery_codes).size).toBe(10)
  expect(recovery_codes[0]).toMatch(/^\w{4}(-\w{4}){5}$/)
  expect((await client.get('/user/recoverycodes')).body.data).toEqual({ left: 10 })
  const { rows } = await world.owner.query('select * from recovery_codes')
  expect(JSON.stringify(rows)).not.toContain(recovery_codes[0]?.replaceAll('-', ''))
})

// Shows: V6.5.1
test('a recovery code signs in once, and its owner is told', async () => {
  const { recovery_codes } = await enrolled(world, 'manager')
  const [first = '', second = ''] = recovery_codes
  const used = await signInWith(world, 'manager', first.toUpperCase().replaceAll('-', ' '))
  expect(used.reply.status, used.reply.text).toBe(200)
  expect((await used.client.get('/user/recoverycodes')).body.data).toEqual({ left: 9 })
  expect((await signInWith(world, 'manager', first)).reply.status).toBe(401)
  expect((await signInWith(world, 'accounting', second)).reply.status).toBe(200)
  expect((await signInWith(world, 'manager', second)).reply.status).toBe(200)
  const mails = await mailsTo(world, 'manager@example.co.nz')
  expect(mails.map((mail) => mail.subject)).toContain('Switchboard: A recovery code was used')
})

// Shows: V7.5.1
test('new codes void the old ones, and need a fresh proof', async () => {
  const { client, uri, recovery_codes } = await enrolled(world, 'admin')
  world.clock.advance(6 * 60_000)
  expect((await client.post('/user/recoverycodes')).status).toBe(403)
  await client.post('/user/stepup', { totp: codeOf(world, uri) })
  const renewed = await client.post('/user/recoverycodes')
  expect(renewed.status, renewed.text).toBe(200)
  const [old = ''] = recovery_codes
  const [fresh = ''] = renewed.body.data.recovery_codes
  expect((await signInWith(world, 'admin', old)).reply.status).toBe(401)
  expect((await signInWith(world, 'admin', fresh)).reply.status).toBe(200)
})

test('a lost authenticator is switched off with a recovery code, and its codes go with it', async () => {
  const { client, recovery_codes } = await enrolled(world, 'accounting')
  const off = { password, totp: recovery_codes[0] }
  expect((await client.post('/user/totp/disable', off)).status).toBe(200)
  expect((await client.get('/user/recoverycodes')).body.data).toEqual({ left: 0 })
  expect((await client.post('/user/recoverycodes')).status).toBe(476)
  expect((await signInWith(world, 'accounting')).reply.status).toBe(200)
})

const wish = (person: Person) => ({
  user_id: world.userIds[person],
  username_confirm: person,
  reason: 'They lost their phone and their codes',
})

// Shows: V6.4.4
test('a lost second factor is reset by two platform admins, and the person is told', async () => {
  const { client } = await enrolled(world, 'other')
  const first = await world.as('padmin')
  const second = await world.as('loner')
  const asked = await first.put('/factorreset', wish('other'))
  expect(asked.status, asked.text).toBe(201)
  const { id } = asked.body.data
  expect((await signInWith(world, 'other')).reply.status).toBe(401)
  expect((await first.put('/factorreset', wish('other'))).status).toBe(476)
  expect((await first.post('/factorreset/approve', { id })).status).toBe(476)
  // The first mail told them that it is on.
  const [, told] = await mailsTo(world, 'other@example.co.nz')
  expect(told?.subject).toBe('Switchboard: Your two-factor sign-in is to be reset')
  const [decide] = await mailsTo(world, 'loner@example.co.nz')
  expect(decide?.text_plain).toContain('They lost their phone and their codes')
  expect((await second.get('/factorresets')).body.data).toMatchObject([{ id, username: 'other' }])
  const done = await second.post('/factorreset/approve', { id })
  expect(done.status, done.text).toBe(200)
  expect((await client.get('/user')).status).toBe(401)
  expect((await signInWith(world, 'other')).reply.status).toBe(200)
  const mails = await mailsTo(world, 'other@example.co.nz')
  expect(mails.at(-1)?.text_plain).toContain('by padmin Test and loner Test')
  expect((await second.post('/factorreset/approve', { id })).status).toBe(404)
})

test('nobody resets what is off, their own, or without being a platform admin', async () => {
  const admin = await signInWith(world, 'accounting')
  expect((await admin.client.put('/factorreset', wish('user'))).status).toBe(403)
  const padmin = await world.as('padmin')
  expect((await padmin.put('/factorreset', wish('accounting'))).status).toBe(476)
  expect((await padmin.put('/factorreset', { ...wish('user'), reason: 'Lost' })).status).toBe(400)
  const asked = await padmin.put('/factorreset', wish('user'))
  const loner = await world.as('loner')
  const { id } = asked.body.data
  expect((await loner.post('/factorreset/refuse', { id })).status).toBe(200)
  expect((await loner.post('/factorreset/approve', { id })).status).toBe(404)
  expect((await signInWith(world, 'user')).reply.status).toBe(401)
  const again = await padmin.put('/factorreset', wish('user'))
  world.clock.advance(8 * 86_400_000)
  const later = await world.as('loner')
  expect((await later.post('/factorreset/approve', { id: again.body.data.id })).status).toBe(404)
})
