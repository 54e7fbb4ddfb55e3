import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  enrolled as enrol,
  signInWith as enter,
  codeOf as nextCode,
} from '#tests/support/authenticator.ts'
import { makeWorld, type Person, password, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const codeOf = (uri: string) => nextCode(world, uri)
const enrolled = (person: Person) => enrol(world, person)
const signInWith = (username: string, totp?: string) => enter(world, username, totp)

test('enrolling shows the secret once, and a first code switches it on', async () => {
  const client = await world.as('user')
  expect((await client.post('/user/totp/enrol', { password: 'wrong' })).status).toBe(401)
  const begun = await client.post('/user/totp/enrol', { password })
  expect(begun.body.data.uri).toMatch(/^otpauth:\/\/totp\/Switchboard:user\?issuer=Switchboard&/)
  expect(begun.body.data.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect((await signInWith('user')).reply.status).toBe(200)
  expect((await client.post('/user/totp/confirm', { totp: '000000' })).status).toBe(401)
  const code = codeOf(begun.body.data.uri)
  expect((await client.post('/user/totp/confirm', { totp: code })).status).toBe(200)
  const { rows } = await world.owner.query('select totp_secret from users where id = $1', [
    world.userIds.user,
  ])
  expect(rows[0].totp_secret).toMatch(/^\|v1\./)
})

// Shows: V6.5.1
test('sign-in asks for the code, refuses wrong and used ones, and takes a right one', async () => {
  const { uri } = await enrolled('manager')
  const asked = (await signInWith('manager')).reply
  expect(asked.status).toBe(401)
  expect(asked.body.errors).toMatchObject([{ field: 'totp', code: 'totp_needed' }])
  expect((await signInWith('manager', '123456')).reply.body.errors).toMatchObject([
    { field: 'totp', code: 'totp_wrong' },
  ])
  const code = codeOf(uri)
  expect((await signInWith('manager', code)).reply.status).toBe(200)
  expect((await signInWith('manager', code)).reply.status).toBe(401)
  expect((await signInWith('manager', codeOf(uri))).reply.status).toBe(200)
})

// Shows: T20
test('guessing codes locks the account like guessing passwords', async () => {
  await enrolled('accounting')
  for (let n = 0; n < 10; n++) {
    expect((await signInWith('accounting', '111111')).reply.status).toBe(401)
  }
  expect((await signInWith('accounting', '111111')).reply.status).toBe(429)
})

test('a fresh proof is a code where two-factor sign-in is on', async () => {
  const { client, uri } = await enrolled('admin')
  expect((await client.post('/user/stepup', { password })).status).toBe(401)
  expect((await client.post('/user/stepup', { totp: codeOf(uri) })).status).toBe(200)
})

test('it is switched off with password and code', async () => {
  const { client, uri } = await enrolled('loner')
  const wrong = { password: 'not my password', totp: codeOf(uri) }
  expect((await client.post('/user/totp/disable', wrong)).status).toBe(401)
  const right = { password, totp: codeOf(uri) }
  expect((await client.post('/user/totp/disable', right)).status).toBe(200)
  expect((await signInWith('loner')).reply.status).toBe(200)
})

// Shows: V6.3.3
test('where the organisation asks for it, people enrol before anything else', async () => {
  await world.owner.query('update organisations set totp_required = true where id = $1', [
    world.organisations[1],
  ])
  const { client, reply } = await signInWith('other')
  expect(reply.status).toBe(200)
  expect(reply.body.info).toEqual({ totp_enrolment_required: true })
  expect(reply.body.user).toMatchObject({ organisation_id: null, totp_enrolment_required: true })
  expect((await client.get('/customers')).status).toBe(403)
  expect((await client.put('/customer', { name: 'Somebody' })).status).toBe(403)
  expect((await client.get('/user')).body.data.totp_enrolment_required).toBe(true)
  const begun = await client.post('/user/totp/enrol', { password })
  const code = codeOf(begun.body.data.uri)
  expect((await client.post('/user/totp/confirm', { totp: code })).status).toBe(200)
  expect((await client.get('/customers')).status).toBe(260)
  expect((await client.get('/user')).body.data.organisation_id).toBe(world.organisations[1])
})
