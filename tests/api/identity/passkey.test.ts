import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, enrolled } from '#tests/support/authenticator.ts'
import type { Client } from '#tests/support/client.ts'
import { type SoftwarePasskey, softwarePasskey } from '#tests/support/software-passkey.ts'
import { makeWorld, type Person, password, type World } from '#tests/support/world.ts'

const ours = 'https://switchboard.example.nz'
let world: World
beforeAll(async () => {
  world = await makeWorld({ publicUrl: ours })
})
afterAll(() => world.close())

async function withPasskey(person: Person) {
  const { client, uri } = await enrolled(world, person)
  const passkey = softwarePasskey(ours)
  const added = await add(client, passkey)
  expect(added.status, added.text).toBe(201)
  return { client, uri, passkey }
}

async function add(client: Client, passkey: SoftwarePasskey, name = 'Telephone') {
  const question = (await client.post('/user/passkey/begin')).body.data
  return client.put('/user/passkey', { name, passkey: passkey.make(question) })
}

async function signIn(username: string, passkey?: object) {
  const guest = world.guest()
  await guest.get('/options')
  const body = { username, password, ...(passkey && { passkey }) }
  return guest.post('/user/signin', body)
}

/** Signing in as far as the question for the second factor. */
async function askedOf(username: string) {
  const asked = await signIn(username)
  expect(asked.status).toBe(401)
  return asked.body.info.passkey
}

test('a passkey is made by somebody with two-factor sign-in, and listed by its name', async () => {
  const plain = await world.as('loner')
  expect((await plain.post('/user/passkey/begin')).status).toBe(476)
  const { client, passkey } = await withPasskey('user')
  const { data } = (await client.get('/user/passkeys')).body
  expect(data).toMatchObject([{ id: passkey.id, name: 'Telephone', last_used_at: null }])
  world.clock.advance(6 * 60_000)
  expect((await client.post('/user/passkey/begin')).status).toBe(403)
})

test('it is the second factor at sign-in, and its answer works once', async () => {
  const { passkey } = await withPasskey('manager')
  const proof = passkey.prove(await askedOf('manager'))
  const entered = await signIn('manager', proof)
  expect(entered.status, entered.text).toBe(200)
  expect((await signIn('manager', proof)).status).toBe(401)
  const wrong = await signIn('manager', softwarePasskey(ours).prove(await askedOf('manager')))
  expect(wrong.body.errors).toMatchObject([{ field: 'totp', code: 'totp_wrong' }])
})

// Shows: V6.5.5
test('what was signed for another page, another person or too late is no proof', async () => {
  const { passkey } = await withPasskey('accounting')
  passkey.origin = 'https://switchboard.example.evil'
  expect((await signIn('accounting', passkey.prove(await askedOf('accounting')))).status).toBe(401)
  passkey.origin = ours
  const ofManager = await askedOf('manager')
  expect((await signIn('accounting', passkey.prove(ofManager))).status).toBe(401)
  const question = await askedOf('accounting')
  world.clock.advance(6 * 60_000)
  expect((await signIn('accounting', passkey.prove(question))).status).toBe(401)
  expect((await signIn('accounting', passkey.prove(await askedOf('accounting')))).status).toBe(200)
})

test('one that counts back has been copied, and is refused', async () => {
  const { passkey } = await withPasskey('other')
  passkey.counter = 7
  expect((await signIn('other', passkey.prove(await askedOf('other')))).status).toBe(200)
  passkey.counter = 3
  expect((await signIn('other', passkey.prove(await askedOf('other')))).status).toBe(401)
})

test('it proves again who is there', async () => {
  const { client, passkey } = await withPasskey('admin')
  world.clock.advance(6 * 60_000)
  expect((await client.put('/apikey')).status).toBe(403)
  const question = (await client.post('/user/stepup/passkey')).body.data
  const proved = await client.post('/user/stepup', { passkey: passkey.prove(question) })
  expect(proved.status, proved.text).toBe(200)
  expect((await client.put('/apikey')).status).toBe(201)
})

test('removing it, or switching two-factor sign-in off, closes it', async () => {
  const { client, uri, passkey } = await withPasskey('padmin')
  const second = softwarePasskey(ours)
  expect((await add(client, second, 'Stick')).status).toBe(201)
  expect((await add(client, second, 'Stick again')).status).toBe(400)
  const { id } = passkey
  expect((await client.delete('/user/passkey', { id })).status).toBe(262)
  expect((await client.delete('/user/passkey', { id })).status).toBe(404)
  expect((await signIn('padmin', passkey.prove(await askedOf('padmin')))).status).toBe(401)
  const off = { password, totp: codeOf(world, uri) }
  expect((await client.post('/user/totp/disable', off)).status).toBe(200)
  expect((await client.get('/user/passkeys')).body.data).toEqual([])
})
