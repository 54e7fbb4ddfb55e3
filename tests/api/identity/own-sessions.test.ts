import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { linkTo } from '#tests/support/mailed-link.ts'
import { makeWorld, password, type World } from '#tests/support/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.close())

interface ShownSession {
  id: string
  is_current: boolean
  is_program: boolean
}
const sessionsOf = async (client: Client): Promise<ShownSession[]> =>
  (await client.get('/user/sessions')).body.data

test('a person sees where they are signed in, and which of it is this', async () => {
  await world.as('manager')
  await world.as('user')
  const here = await world.as('user')
  const shown = await here.get('/user/sessions')
  expect(shown.body.data).toHaveLength(2)
  expect(shown.body.data[0]).toEqual({
    id: expect.any(String),
    device: 'Unknown device',
    ip: '127.0.0.1',
    created_at: expect.any(String),
    last_seen_at: expect.any(String),
    is_current: expect.any(Boolean),
    is_program: false,
  })
  expect((await sessionsOf(here)).filter(({ is_current }) => is_current)).toHaveLength(1)
})

test('they sign out of one of them, and of nobody else’s', async () => {
  const lost = await world.as('user')
  const here = await world.as('user')
  const manager = await world.as('manager')
  const other = (await sessionsOf(here)).find(({ is_current }) => !is_current)
  const id = other?.id
  expect((await manager.delete('/user/session', { id })).status).toBe(404)
  expect((await lost.get('/user')).status).toBe(200)
  expect((await here.delete('/user/session', { id })).status).toBe(262)
  expect((await lost.get('/user')).status).toBe(401)
  expect((await here.get('/user')).status).toBe(200)
  expect(await sessionsOf(here)).toHaveLength(1)
  expect((await here.delete('/user/session', { id })).status).toBe(404)
})

// Shows: V7.5.2
test('signing out everywhere ends all of them, here as well', async () => {
  const there = await world.as('user')
  const here = await world.as('user')
  const manager = await world.as('manager')
  const done = await here.delete('/user/sessions', {})
  expect(done.status, done.text).toBe(262)
  expect(done.body.data).toEqual({ ended: 2 })
  expect((await there.get('/user')).status).toBe(401)
  expect((await here.get('/user')).status).toBe(401)
  expect((await manager.get('/user')).status).toBe(200)
})

/** A session that a program got for the key of this person. */
async function traded(client: Client): Promise<{ program: Client; key: string }> {
  const key = (await client.put('/apikey')).body.data.api_key
  const program = world.guest()
  await program.get('/options')
  const reply = await program.post('/token', { api_key: key })
  program.authorization = `JWT ${reply.body.token}`
  expect((await program.get('/user')).status).toBe(200)
  return { program, key }
}

test('a session made from an API key ends with the key', async () => {
  const client = await world.as('user')
  const first = await traded(client)
  expect((await sessionsOf(client)).filter(({ is_program }) => is_program)).toHaveLength(1)
  const [{ id }] = (await client.get('/apikeys')).body.data
  const second = await traded(client)
  expect((await client.delete('/apikey', { id })).status).toBe(262)
  expect((await first.program.get('/user')).status).toBe(401)
  expect((await second.program.get('/user')).status).toBe(200)
  expect((await client.delete('/apikey')).status).toBe(262)
  expect((await second.program.get('/user')).status).toBe(401)
  expect(await sessionsOf(client)).toHaveLength(1)
})

test('a session made from an API key stays in the organisation of the key', async () => {
  const client = await world.as('user')
  const { program } = await traded(client)
  const [organisation_id] = world.organisations
  // It goes nowhere at all: where it works was chosen with the key.
  expect((await program.post('/user/role', { organisation_id })).status).toBe(403)
  expect((await client.post('/user/role', { organisation_id })).status).toBe(200)
})

// Shows: V7.4.3
test('a wish for another address ends with what its mail advises, and so does an unused link', async () => {
  const guest = world.guest()
  await guest.get('/options')
  const wished = async (client: Client, email: string) => {
    const { version } = (await client.get('/user')).body.data
    expect((await client.post('/user', { version, email })).status).toBe(261)
    return { token: await linkTo(world, email) }
  }
  const padmin = await world.as('padmin')
  const user = await world.as('user')
  const { email } = (await user.get('/user')).body.data
  await guest.post('/password/reset', { email })
  const fresh = 'four quiet tūī on a wire'
  const reset = { token: await linkTo(world, email), password: fresh, password_confirm: fresh }
  const asked = await wished(user, 'thief@example.co.nz')
  const changed = await user.post('/password/change', {
    password_old: password,
    password: fresh,
    password_confirm: fresh,
  })
  expect(changed.status, changed.text).toBe(200)
  expect((await guest.post('/user/confirm', asked)).status).toBe(469)
  expect((await guest.post('/password/reset', reset)).status).toBe(469)
  const manager = await world.as('manager')
  const again = await wished(manager, 'thief@example.co.nz')
  const out = await manager.delete('/user/sessions')
  expect(out.status, out.text).toBe(262)
  expect(out.headers['clear-site-data']).toBe('"cache", "storage"')
  expect((await guest.post('/user/confirm', again)).status).toBe(469)
  const disabled = await wished(await world.as('manager'), 'thief@example.co.nz')
  const { version } = (await padmin.get('/user', { id: world.userIds.manager })).body.data
  const change = { id: world.userIds.manager, version, is_disabled: true }
  expect((await padmin.post('/user', change)).status).toBe(261)
  expect((await guest.post('/user/confirm', disabled)).status).toBe(469)
})
