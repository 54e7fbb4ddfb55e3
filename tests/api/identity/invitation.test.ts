import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { invitationOf } from '#tests/support/joining.ts'
import { linkTo, mailsTo } from '#tests/support/mailed-link.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

const day = 86_400_000
const password = 'four quiet tūī on a wire'
let world: World
let other: Client
let guest: Client

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  // Changes of who may do what want a fresh proof, and mails have their limits.
  world.clock.advance(16 * 60_000)
  other = await world.as('other')
  guest = world.guest()
  await guest.get('/options')
})

const invite = (username: string, role_name = 'user') =>
  other.put('/membership', { username, role_name })
const list = async () => (await other.get('/invitations')).body.data
const membersOf = async (client: Client) => (await client.get('/organisation/members')).text

test('a person of another organisation joins only when they accept', async () => {
  const asked = await invite('manager', 'accounting')
  expect(asked.status, asked.text).toBe(202)
  expect(await membersOf(other)).not.toContain('manager')
  const [mail] = await mailsTo(world, 'manager@example.co.nz')
  expect(mail?.subject).toBe('Switchboard: Invitation to Second Energy')
  expect(mail?.text_plain).toMatch(/\/app\/invitation#[\w-]{43}\n/)
  const link = await invitationOf(world, 'manager@example.co.nz')
  const shown = await guest.send({ method: 'GET', url: '/api/v1/public/invitation', headers: link })
  expect(shown.body.data).toMatchObject({
    organisation_name: 'Second Energy',
    role_name: 'accounting',
    invited_by_name: 'other Test',
    needs_account: false,
  })
  expect(await membersOf(other)).not.toContain('manager')
  const joined = await guest.post('/public/invitation/accept', {}, link)
  expect(joined.status, joined.text).toBe(200)
  expect(await membersOf(other)).toContain('manager')
  expect((await list())[0]).toMatchObject({ invited: 'manager', invitation_status: 'accepted' })
  const again = await guest.post('/public/invitation/accept', {}, link)
  expect(again.status).toBe(469)
  const manager = await world.as('manager')
  const places = (await manager.get('/user/organisations')).body.data
  expect(places).toMatchObject([
    { organisation_name: 'First Energy', role_name: 'manager' },
    { organisation_name: 'Second Energy', role_name: 'accounting' },
  ])
})

test('a name cannot be tried: known and unknown ones are answered and listed alike', async () => {
  const withoutNames = (text: string) =>
    text.replace(/accounting|nobody-at-all/g, 'somebody').replace(/"id":\d+|"\w+_at":"[^"]+"/g, '')
  const known = await invite('accounting')
  const unknown = await invite('nobody-at-all')
  expect(known.status).toBe(202)
  expect(withoutNames(unknown.text)).toBe(withoutNames(known.text))
  await mailsTo(world, 'accounting@example.co.nz')
  const [second, first] = await list()
  expect(withoutNames(JSON.stringify(second))).toBe(withoutNames(JSON.stringify(first)))
  expect(JSON.stringify(first)).not.toMatch(/user_id|@example|Test".*accounting Test/)
  expect((await invite('accounting')).status).toBe((await invite('nobody-at-all')).status)
})

test('an address without an account is invited to make one, and joins with it', async () => {
  expect((await invite('Fresh@example.co.nz')).status).toBe(202)
  const link = await invitationOf(world, 'fresh@example.co.nz')
  const early = await guest.post('/public/invitation/accept', {}, link)
  expect(early.status, early.text).toBe(476)
  const email = 'fresh@example.co.nz'
  await guest.put('/user', { email, username: 'fresh', terms_agreed: true })
  const token = await linkTo(world, email)
  const chosen = { token, password, password_confirm: password }
  expect((await guest.post('/user/confirm', chosen)).status).toBe(200)
  expect((await guest.post('/public/invitation/accept', {}, link)).status).toBe(200)
  const fresh = world.guest()
  expect((await fresh.signIn('fresh', password)).body.user.organisation_name).toBe('Second Energy')
})

test('who declines stays unknown to the organisation', async () => {
  await invite('loner')
  const link = await invitationOf(world, 'loner@example.co.nz')
  expect((await guest.post('/public/invitation/decline', {}, link)).status).toBe(200)
  expect((await list())[0]).toMatchObject({ invited: 'loner', invitation_status: 'declined' })
  expect(await membersOf(other)).not.toContain('loner')
  expect((await guest.post('/public/invitation/accept', {}, link)).status).toBe(469)
  await scope(world.owner, world.organisations[1])
  const { rows } = await world.owner.query(
    `select actor_id, actor_name from history where object_class = 'invitation'
       and action = 'declined'`,
  )
  expect(rows).toEqual([{ actor_id: null, actor_name: 'Invited person' }])
})

test('an invitation is withdrawn, and its link is closed', async () => {
  const { id } = (await invite('user')).body.data
  const link = await invitationOf(world, 'user@example.co.nz')
  const admin = await world.as('admin')
  expect((await admin.delete('/invitation', { id })).status).toBe(404)
  expect((await other.delete('/invitation', { id })).status).toBe(262)
  expect((await guest.post('/public/invitation/accept', {}, link)).status).toBe(469)
  expect((await other.delete('/invitation', { id })).status).toBe(404)
  expect((await other.post('/invitation/resend', { id })).status).toBe(404)
})

test('an invitation runs out after a week, and can be sent again', async () => {
  const { id } = (await invite('admin')).body.data
  const first = await invitationOf(world, 'admin@example.co.nz')
  world.clock.advance(7 * day + 1000)
  expect((await guest.post('/public/invitation/accept', {}, first)).status).toBe(470)
  other = await world.as('other')
  expect((await list())[0]).toMatchObject({ id, invitation_status: 'expired' })
  expect((await other.post('/invitation/resend', { id })).status).toBe(202)
  const second = await invitationOf(world, 'admin@example.co.nz')
  expect((await guest.post('/public/invitation/accept', {}, first)).status).toBe(469)
  expect((await guest.post('/public/invitation/accept', {}, second)).status).toBe(200)
})

test('a platform admin invites by id like everybody else, and adds nobody', async () => {
  const padmin = await world.as('padmin')
  const body = { user_id: world.userIds.loner, role_name: 'user' }
  const asked = await padmin.put('/membership', body)
  expect(asked.status, asked.text).toBe(202)
  expect(await membersOf(padmin)).not.toContain('loner')
  expect((await padmin.put('/membership', { ...body, user_id: 999_999 })).status).toBe(400)
  const link = await invitationOf(world, 'loner@example.co.nz')
  expect((await guest.post('/public/invitation/accept', {}, link)).status).toBe(200)
  expect(await membersOf(padmin)).toContain('loner')
})

test('somebody who was a member is not brought back without being asked', async () => {
  const [loner] = (await (await world.as('admin')).get('/memberships', { order: '-id' })).body.data
  const admin = await world.as('admin')
  expect((await admin.delete('/membership', { id: loner.id })).status).toBe(262)
  const back = { user_id: world.userIds.loner, role_name: 'user' }
  expect((await admin.put('/membership', back)).status).toBe(202)
  expect(await membersOf(admin)).not.toContain('loner')
  const link = await invitationOf(world, 'loner@example.co.nz')
  expect((await guest.post('/public/invitation/decline', {}, link)).status).toBe(200)
  const restored = await admin.post('/membership/restore', { id: loner.id })
  expect(restored.status).toBe(476)
  expect(restored.body.message).toContain('they have declined to come back')
})

test('a removal is undone for a week, but not for who left of their own accord', async () => {
  const admin = await world.as('admin')
  const [row] = (await admin.get('/memberships', { user_id: world.userIds.user })).body.data
  const remove = async () => {
    const client = await world.as('admin')
    expect((await client.delete('/membership', { id: row.id })).status).toBe(262)
  }
  const restore = async () => (await world.as('admin')).post('/membership/restore', { id: row.id })
  await remove()
  expect((await restore()).status).toBe(200)
  await remove()
  world.clock.advance(8 * day)
  expect((await restore()).body.message).toContain('removed more than a week ago')

  const [own] = (
    await (await world.as('admin')).get('/memberships', { user_id: world.userIds.padmin })
  ).body.data
  const padmin = await world.as('padmin')
  expect((await padmin.delete('/membership', { id: own.id })).status).toBe(262)
  const back = await (await world.as('admin')).post('/membership/restore', { id: own.id })
  expect(back.status).toBe(476)
  expect(back.body.message).toContain('they left of their own accord')
})
