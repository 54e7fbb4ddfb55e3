import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, withKey } from '#tests/support/client.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let user: Client

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
})
afterAll(() => world.close())

test('many refused calls with keys at once do not wait for each other', async () => {
  const made = await user.put('/customer', { name: 'Busy' })
  const { id } = made.body.data
  const replies = await Promise.all(
    Array.from({ length: 30 }, () => user.post('/customer', { id, nonsense: 1 }, withKey())),
  )
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([400]))
})

test('a second call while the first still runs is told to wait', async () => {
  const key = 'a key that somebody else holds'
  const lock = createHash('sha256')
    .update(`${world.userIds.user}\n${key}`)
    .digest()
    .readBigInt64BE(0)
  const { id, version } = (await user.put('/customer', { name: 'Second' })).body.data
  await world.owner.query('select pg_advisory_lock($1)', [`${lock}`])
  const reply = await user.post('/customer', { id, version, name: 'Third' }, withKey(key))
  await world.owner.query('select pg_advisory_unlock($1)', [`${lock}`])
  expect(reply.status, reply.text).toBe(409)
  expect(reply.headers['retry-after']).toBe('1')
})

test('a key used in one organisation does not answer in another', async () => {
  const padmin = await world.as('padmin')
  const key = withKey()
  const [first, second] = world.organisations
  const made = await padmin.put('/customer', { name: 'Of the first' }, key)
  expect(made.status).toBe(201)
  const switched = await padmin.post('/user/role', { organisation_id: second })
  padmin.authorization = `JWT ${switched.body.token}`
  const replayed = await padmin.put('/customer', { name: 'Of the first' }, key)
  expect(replayed.status, replayed.text).toBe(409)
  const back = await padmin.post('/user/role', { organisation_id: first })
  padmin.authorization = `JWT ${back.body.token}`
  const again = await padmin.put('/customer', { name: 'Of the first' }, key)
  expect(again.headers['idempotent-replayed']).toBe('true')
})
