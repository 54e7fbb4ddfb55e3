import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, withKey } from '#tests/support/client.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// A create under a key is done once, and to whoever asks it is a create like any other.
let world: World
let user: Client

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
})
afterAll(() => world.close())

async function asOwner(sql: string, values: unknown[]) {
  await world.owner.query(`select set_config('app.user_id', $1, false)`, [`${world.userIds.user}`])
  return world.owner.query(sql, values)
}

const hashOf = (key: string) =>
  createHash('sha256').update(`${world.userIds.user}\n${key}`).digest()

const named = (name: string) => user.get('/customers', { name })

// Shows: V1.1.1, V1.1.2
test('whatever a text contains, it is answered, kept and read alike', async () => {
  const text = fc
    .string({ unit: 'binary', maxLength: 60 })
    // Letters are kept in their composed form, whichever way they were sent.
    .map((some) => some.replace(/\p{Cc}/gu, '').normalize('NFC'))
    .map((some) => `"quoted" ${some} \\ 'and'\n\tmore – Ōtaki`)
  await fc.assert(
    fc.asyncProperty(text, async (text_plain) => {
      const key = withKey()
      const made = await user.put('/note', { subject: 'Of many letters', text_plain }, key)
      expect(made.status, made.text).toBe(201)
      expect(made.body.data.text_plain).toBe(text_plain)
      const read = await user.get('/note', { id: made.body.data.id })
      expect(made.body.data).toEqual(read.body.data)
      const again = await user.put('/note', { subject: 'Of many letters', text_plain }, key)
      expect(again.text).toBe(made.text)
    }),
    { numRuns: 25 },
  )
})

test('rows that look alike are named, and named again to whoever asks again', async () => {
  const first = await user.put('/customer', { name: 'Rātā & Sons', email: 'rata@mail.example' })
  const sent = { name: 'rata & sons', email: 'rata@mail.example' }
  const plain = await user.put('/customer', { ...sent, name: 'RATA & SONS' }, {})
  const key = withKey()
  const keyed = await user.put('/customer', sent, key)
  expect(keyed.body.info.warnings).toHaveLength(4)
  expect(keyed.body.info.warnings).toEqual(expect.arrayContaining(plain.body.info.warnings))
  expect(keyed.body.info.warnings).toContainEqual({
    field: 'name',
    id: first.body.data.id,
    title: 'Rātā & Sons',
    message: 'Name is the same as Rātā & Sons’s.',
  })
  expect((await user.put('/customer', sent, key)).text).toBe(keyed.text)
})

test('a refusal tells its reason and is not kept', async () => {
  const key = withKey()
  await user.put('/customer', { name: 'First', customer_number: 'N-1' })
  const refused = await user.put('/customer', { name: 'Second', customer_number: 'N-1' }, key)
  expect(refused.status, refused.text).toBe(472)
  expect(refused.body.errors[0].field).toBe('customer_number')
  const mended = await user.put('/customer', { name: 'Second', customer_number: 'N-2' }, key)
  expect(mended.status, mended.text).toBe(201)
})

test('a number typed twice under one key at once makes one customer', async () => {
  const key = withKey()
  const sent = { name: 'Typed at once', customer_number: 'AT-ONCE' }
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => user.put('/customer', sent, key)),
  )
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect((await named('Typed at once')).body.data).toHaveLength(1)
})

test('one key for a create and for something else at once does one of them', async () => {
  const row = (await user.put('/customer', { name: 'To be changed' })).body.data
  for (let round = 0; round < 10; round += 1) {
    const { version } = (await user.get('/customer', { id: row.id })).body.data
    const key = withKey()
    const name = `Created in round ${round}`
    const [made, changed] = await Promise.all([
      user.put('/customer', { name }, key),
      user.post('/customer', { id: row.id, version, name: `Changed ${round}` }, key),
    ])
    expect([made.status, changed.status].sort()).toEqual(
      made.status === 201 ? [201, 409] : [261, 409],
    )
    const found = await named(name)
    expect(found.body.data).toHaveLength(made.status === 201 ? 1 : 0)
  }
})

test('a key of the day before yesterday is free again', async () => {
  const key = 'a key that comes back'
  expect((await user.put('/customer', { name: 'Of old' }, withKey(key))).status).toBe(201)
  await asOwner(
    `update idempotency_keys set created_at = now() - interval '2 days' where key_hash = $1`,
    [hashOf(key)],
  )
  const made = await user.put('/customer', { name: 'Of today' }, withKey(key))
  expect(made.status, made.text).toBe(201)
  expect(made.headers['idempotent-replayed']).toBeUndefined()
  const again = await user.put('/customer', { name: 'Of today' }, withKey(key))
  expect([again.text, again.headers['idempotent-replayed']]).toEqual([made.text, 'true'])
})

test('a refusal under such a key is still told', async () => {
  const padmin = await world.as('padmin')
  const key = 'a key that comes back for a role'
  expect((await padmin.put('/role', { name: 'Auditor' }, withKey(key))).status).toBe(201)
  await world.owner.query(`select set_config('app.user_id', $1, false)`, [
    `${world.userIds.padmin}`,
  ])
  await world.owner.query(`update idempotency_keys set created_at = now() - interval '2 days'`)
  const refused = await padmin.put('/role', { name: 'Auditor' }, withKey(key))
  expect(refused.status, refused.text).toBe(468)
  expect((await padmin.put('/role', { name: 'Assessor' }, withKey(key))).status).toBe(201)
})

test('a second call while the first has not ended is told to wait', async () => {
  const key = 'a key that somebody is writing'
  await world.owner.query('begin')
  // What a first call holds until it has ended.
  await world.owner.query('select pg_advisory_xact_lock($1)', [hashOf(key).readBigInt64BE(0)])
  const reply = await user.put('/customer', { name: 'Second at once' }, withKey(key))
  await world.owner.query('rollback')
  expect(reply.status, reply.text).toBe(409)
  expect(reply.headers['retry-after']).toBe('1')
  expect((await named('Second at once')).body.data).toHaveLength(0)
})
