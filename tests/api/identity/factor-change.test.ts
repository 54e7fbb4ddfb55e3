import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '#tests/support/authenticator.ts'
import type { Client, Reply } from '#tests/support/client.ts'
import { mailsTo } from '#tests/support/mailed-link.ts'
import { softwarePasskey } from '#tests/support/software-passkey.ts'
import { makeWorld, password, type World } from '#tests/support/world.ts'

const ours = 'https://switchboard.example.nz'
let world: World
let here: Client
let uri: string

beforeAll(async () => {
  world = await makeWorld({ publicUrl: ours })
  here = await world.as('manager')
})
afterAll(() => world.close())

const toldOf = async () =>
  (await mailsTo(world, 'manager@example.co.nz'))
    .filter(({ subject }) => subject === 'Switchboard: Your two-factor sign-in was changed')
    .map(({ text_plain }) => / \w.* for manager/.exec(` ${text_plain}`)?.[0].trim() ?? '')

/** Somebody else at a screen that was left open. */
async function elsewhere(): Promise<Client> {
  const other = world.guest()
  await other.get('/options')
  const body = { username: 'manager', password, ...(uri ? { totp: codeOf(world, uri) } : {}) }
  const entered = await other.post('/user/signin', body)
  expect(entered.status, entered.text).toBe(200)
  other.authorization = `JWT ${entered.body.token}`
  return other
}

async function changes(act: () => Promise<Reply>): Promise<string> {
  const other = await elsewhere()
  expect((await other.get('/user')).status).toBe(200)
  const before = await toldOf()
  const done = await act()
  expect(done.status, done.text).toBeLessThan(300)
  expect((await other.get('/user')).status).toBe(401)
  expect((await here.get('/user')).status).toBe(200)
  const after = await toldOf()
  expect(after).toHaveLength(before.length + 1)
  return after.at(-1) ?? ''
}

// Shows: V6.3.7, V7.4.3
test('a changed second factor is told by mail, and ends every session but this one', async () => {
  const switchedOn = await changes(async () => {
    uri = (await here.post('/user/totp/enrol', { password })).body.data.uri
    return here.post('/user/totp/confirm', { totp: codeOf(world, uri) })
  })
  expect(switchedOn).toBe('Two-factor sign-in was switched on for manager')
  const passkey = softwarePasskey(ours)
  const added = await changes(async () => {
    const question = (await here.post('/user/passkey/begin')).body.data
    return here.put('/user/passkey', { name: 'Telephone', passkey: passkey.make(question) })
  })
  expect(added).toBe('A passkey was added for manager')
  const removed = await changes(() => here.delete('/user/passkey', { id: passkey.id }))
  expect(removed).toBe('A passkey was removed for manager')
  const renewed = await changes(() => here.post('/user/recoverycodes'))
  expect(renewed).toContain('New recovery codes were made')
  const switchedOff = await changes(() =>
    here.post('/user/totp/disable', { password, totp: codeOf(world, uri) }),
  )
  expect(switchedOff).toBe('Two-factor sign-in was switched off for manager')
})

test('a program with a key goes on, and a change that was refused ends nothing', async () => {
  uri = ''
  const { api_key } = (await here.put('/apikey')).body.data
  const program = world.guest()
  program.authorization = `Key ${api_key}`
  const other = await elsewhere()
  await here.post('/user/totp/enrol', { password })
  expect((await here.post('/user/totp/confirm', { totp: '000000' })).status).toBe(401)
  expect((await other.get('/user')).status).toBe(200)
  expect((await program.get('/customers')).status).toBe(260)
})
