import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { joins } from '#tests/support/joining.ts'
import { behindLink, linkTo, mailsTo } from '#tests/support/mailed-link.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

const password = 'four quiet tūī on a wire'
let world: World
let padmin: Client
let admin: Client
let user: Client
beforeAll(async () => {
  world = await makeWorld()
  padmin = await world.as('padmin')
  admin = await world.as('admin')
  user = await world.as('user')
})
afterAll(() => world.close())

async function historyOf(object_class: string, object_id: number) {
  const { rows } = await world.owner.query(
    `select action, actor_id::int, changes from history
     where object_class = $1 and object_id = $2 order by id`,
    [object_class, object_id],
  )
  return rows
}

test('platform admins list and search users; nobody else does', async () => {
  const list = await padmin.get('/users', { limit: 3 })
  expect(list.status).toBe(200)
  expect(list.body.info.total).toBe(7)
  expect(list.text).not.toMatch(/password_hash|totp_secret|session_version/)
  const found = await padmin.get('/users/search', { q: 'manager@' })
  expect(found.body.data.map((row: { username: string }) => row.username)).toEqual(['manager'])
  for (const client of [user, admin]) expect((await client.get('/users')).status).toBe(403)
})

test('others are invisible by id to everybody but platform admins', async () => {
  const id = world.userIds.other
  expect((await user.get('/user', { id })).status).toBe(404)
  expect((await admin.get('/user', { id })).status).toBe(404)
  expect((await padmin.get('/user', { id })).body.data).toMatchObject({
    username: 'other',
    memberships: [{ organisation_id: world.organisations[1], role_name: 'admin' }],
  })
  expect((await admin.post('/user', { id, version: 1, firstname: 'X' })).status).toBe(404)
})

// Shows: T03
test('people change their own profile, and nothing that gives them power', async () => {
  const { version } = (await user.get('/user')).body.data
  const reply = await user.post('/user', {
    version,
    firstname: 'Hēmi',
    phone_mobile: '021 123 4567',
  })
  expect(reply.status, reply.text).toBe(261)
  expect(reply.body.data).toMatchObject({ firstname: 'Hēmi', phone_mobile: '+64211234567' })
  expect(await historyOf('user', world.userIds.user)).toMatchObject([
    { action: 'update', actor_id: world.userIds.user, changes: { firstname: ['user', 'Hēmi'] } },
  ])
  expect((await user.post('/user', { version, firstname: 'Late' })).status).toBe(474)
  const now = reply.body.data.version
  for (const field of [
    { username: 'boss' },
    { is_disabled: false },
    { demo: true },
    { role_ids: [1] },
    { terms_agreed: false },
  ]) {
    const refused = await user.post('/user', { version: now, ...field })
    expect(refused.status, JSON.stringify(field)).toBe(403)
  }
  for (const field of [{ confirmed_at: null }, { roles: [{ is_admin: true }] }, { id: 1, x: 1 }]) {
    const refused = await user.post('/user', { id: world.userIds.user, version: now, ...field })
    expect([400, 404], JSON.stringify(field)).toContain(refused.status)
  }
})

// Shows: V6.3.7
test('a new address of one’s own counts once it is confirmed there, and the old one is told', async () => {
  const client = await world.as('accounting')
  const emailOf = async () => (await client.get('/user')).body.data.email
  const guest = world.guest()
  await guest.get('/options')
  await guest.post('/password/reset', { email: 'accounting@example.co.nz' })
  const reset = await linkTo(world, 'accounting@example.co.nz')
  const { version } = (await client.get('/user')).body.data
  const wish = { version, email: 'new@example.co.nz', lastname: 'Changed' }
  const reply = await client.post('/user', wish)
  expect(reply.status, reply.text).toBe(261)
  expect(reply.body.data).toMatchObject({ lastname: 'Changed', email: 'accounting@example.co.nz' })
  expect(reply.body.message).toContain('mailed')
  const token = await linkTo(world, 'new@example.co.nz')
  const old = await mailsTo(world, 'accounting@example.co.nz')
  expect(old.at(-1)?.subject).toBe('Switchboard: Your email address is to be changed')
  expect((await behindLink(guest, '/user/confirm', token)).body.data).toMatchObject({
    email: 'new@example.co.nz',
    is_new: false,
  })
  expect(await emailOf()).toBe('accounting@example.co.nz')
  expect((await guest.post('/user/confirm', { token })).status).toBe(200)
  expect(await emailOf()).toBe('new@example.co.nz')
  const told = await mailsTo(world, 'accounting@example.co.nz')
  expect(told.at(-1)?.subject).toBe('Switchboard: Your email address was changed')
  const late = { token: reset, password, password_confirm: password }
  expect((await guest.post('/password/reset', late)).status).toBe(469)
})

test('an address that somebody else has is told to that mailbox alone', async () => {
  const client = await world.as('accounting')
  const { version } = (await client.get('/user')).body.data
  const taken = await client.post('/user', { version, email: 'User@example.co.nz' })
  const free = await client.post('/user', { version, email: 'free@example.co.nz' })
  expect(taken.status).toBe(261)
  expect(taken.body.message).toBe(free.body.message)
  const [mail] = await mailsTo(world, 'user@example.co.nz')
  expect(mail?.subject).toBe('Switchboard: You already have an account')
})

test('what a platform admin changes of others counts at once, and the old address is told', async () => {
  const { id, version } = (await padmin.get('/user', { id: world.userIds.loner })).body.data
  const change = { id, version, email: 'elsewhere@example.co.nz' }
  expect((await padmin.post('/user', { ...change, email: 'user@example.co.nz' })).status).toBe(465)
  const reply = await padmin.post('/user', change)
  expect(reply.body.data.email).toBe('elsewhere@example.co.nz')
  const told = await mailsTo(world, 'loner@example.co.nz')
  expect(told.at(-1)?.text_plain).toContain('elsewhere@example.co.nz')
})

// Shows: V6.4.1
test('a platform admin makes a user who is invited to choose a password', async () => {
  const email = 'invited@example.co.nz'
  const made = await padmin.put('/user', { username: 'invited', email, firstname: 'Ira' })
  expect(made.status, made.text).toBe(201)
  expect(made.body.data).toMatchObject({ username: 'invited', confirmed_at: null })
  expect((await padmin.put('/user', { username: 'INVITED', email: 'x@y.co.nz' })).status).toBe(464)
  expect((await padmin.put('/user', { username: 'invited2', email })).status).toBe(465)
  expect((await user.put('/user', { username: 'invited3', email: 'z@y.co.nz' })).status).toBe(403)
  const token = await linkTo(world, email)
  const guest = world.guest()
  await guest.get('/options')
  const chosen = { token, password, password_confirm: password }
  expect((await guest.post('/password/reset', chosen)).status).toBe(200)
  expect((await guest.signIn('invited', password)).status).toBe(200)
})

test('a user made with a password confirms the address first', async () => {
  const email = 'ready@example.co.nz'
  const body = { username: 'ready', email, password, password_confirm: password }
  expect((await padmin.put('/user', body)).status).toBe(201)
  const guest = world.guest()
  expect((await guest.signIn('ready', password)).status).toBe(475)
  const token = await linkTo(world, email)
  expect((await guest.post('/user/confirm', { token })).status).toBe(200)
  expect((await guest.signIn('ready', password)).status).toBe(200)
})

test('Edit Roles makes a platform admin and ends the sessions of the old one', async () => {
  const [adminRole] = (await padmin.get('/roles')).body.data
  const target = await world.as('manager')
  const change = { id: world.userIds.manager, version: 1, role_ids: [adminRole.id] }
  expect((await admin.post('/user', change)).status).toBe(404)
  expect((await padmin.post('/user', change)).status).toBe(261)
  expect((await target.get('/user')).status).toBe(401)
  const again = await world.as('manager')
  expect((await again.get('/user')).body.data.user_type).toBe('padmin')
  expect((await again.get('/users')).status).toBe(200)
  expect((await padmin.post('/user', { ...change, role_ids: [] })).status).toBe(261)
  expect((await again.get('/users')).status).toBe(401)
  expect((await padmin.post('/user', { ...change, role_ids: [99_999] })).status).toBe(400)
  const own = { id: world.userIds.padmin, version: 1 }
  expect((await padmin.post('/user', { ...own, role_ids: [] })).status).toBe(476)
  expect((await padmin.post('/user', { ...own, is_disabled: true })).status).toBe(476)
})

test('the role of platform admins cannot be emptied or removed', async () => {
  const [role] = (await padmin.get('/roles')).body.data
  const change = { id: role.id, version: role.version, is_admin: false }
  expect((await padmin.post('/role', change)).status).toBe(476)
  expect((await padmin.delete('/role', { id: role.id })).status).toBe(476)
})

// Shows: V7.4.5
test('a user is deleted by typing their name, and every way in is closed', async () => {
  const email = 'leaver@example.co.nz'
  const body = { username: 'leaver', email, password, password_confirm: password }
  const { id } = (await padmin.put('/user', body)).body.data
  await world.owner.query('update users set confirmed_at = now() where id = $1', [id])
  await joins(world, admin, { username: 'leaver' })
  const client = world.guest()
  await client.signIn('leaver', password)
  expect((await client.get('/customers')).status).toBe(260)
  expect((await padmin.delete('/user', { id, username_confirm: 'leavr' })).status).toBe(477)
  const gone = await padmin.delete('/user', { id, username_confirm: 'leaver' })
  expect(gone.status, gone.text).toBe(262)
  expect((await client.get('/user')).status).toBe(401)
  expect((await world.guest().signIn('leaver', password)).status).toBe(401)
  expect((await padmin.post('/user/restore', { id })).status).toBe(200)
  const self = { id: world.userIds.padmin, username_confirm: 'padmin' }
  expect((await padmin.delete('/user', self)).status).toBe(476)
  const many = await padmin.delete('/users', { ids: [id, world.userIds.padmin, 999_999] })
  expect(many.body.data).toMatchObject({ deleted: [id] })
  expect(many.body.data.refused).toHaveLength(2)
})
