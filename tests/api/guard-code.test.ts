import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import {
  account,
  guardCode,
  guardedCustomer,
  oneTimeCodeOf,
  permit,
} from '#tests/support/guarding.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'

let world: World
let manager: Client
let user: Client

const MINUTE = 60_000

beforeAll(async () => {
  world = await makeWorld()
  world.clock.stopAt(new Date('2026-11-17T00:00:00Z'))
  manager = await world.as('manager')
  user = await world.as('user')
  await permit(world, 'manager', { view: true, set: true })
  await permit(world, 'user', { view: true })
})
afterAll(() => world.close())

/** Time goes by, and people prove again who they are. */
async function later(minutes: number): Promise<void> {
  world.clock.advance(minutes * MINUTE)
  manager = await world.as('manager')
  user = await world.as('user')
}

const unmask = (client: Client, id: number, field = 'bank_account_number') =>
  client.post('/customer/unmask', { id, field })
const verify = (client: Client, customer_id: number, code: string) =>
  client.post('/guardcode/verify', { customer_id, code })
const send = (client: Client, customer_id: number) =>
  client.post('/guardcode/send', { customer_id })
const stateOf = async (client: Client, customer_id: number) =>
  (await client.get('/guardcode', { customer_id })).body.data

async function deedsOf(id: number): Promise<string[]> {
  const history = await user.get('/history', { object_class: 'customer', object_id: id })
  return history.body.data.map(({ action }: { action: string }) => action)
}

// Shows: V14.2.6
test('a guard code stands before bank and mandate, not before births, until it is typed', async () => {
  const id = await guardedCustomer(manager)
  const refused = await unmask(user, id)
  expect(refused.status).toBe(403)
  expect(refused.body).toMatchObject({
    message: expect.stringContaining('A guard code protects'),
    info: { guard_code: true, customer_id: id },
  })
  for (const field of ['bank_swift_number', 'gocardless_customer_id', 'gocardless_mandate_id'])
    expect((await unmask(user, id, field)).body.info, field).toMatchObject({ guard_code: true })
  expect((await unmask(user, id, 'dob_holder')).body.data).toEqual({ value: '1958-04-30' })
  expect(await stateOf(user, id)).toMatchObject({ is_set: true, sees_details: false })
  const opened = await verify(user, id, ` ${guardCode} `)
  expect(opened.status, opened.text).toBe(200)
  expect(opened.body.data.sees_details).toBe(true)
  expect(Date.parse(opened.body.data.open_until)).toBe(Date.parse('2026-11-17T00:10:00Z'))
  expect((await unmask(user, id)).body.data).toEqual({ value: account })
})

test('only this session of this person has opened it, for this customer, for ten minutes', async () => {
  const [id, another] = [await guardedCustomer(manager), await guardedCustomer(manager)]
  expect((await verify(user, id, guardCode)).status).toBe(200)
  expect((await unmask(manager, id)).body.info).toMatchObject({ guard_code: true })
  expect((await unmask(await world.as('user'), id)).body.info).toMatchObject({ guard_code: true })
  expect((await unmask(user, another)).body.info).toMatchObject({ guard_code: true })
  world.clock.advance(10 * MINUTE - 1)
  expect((await unmask(user, id)).status).toBe(200)
  world.clock.advance(1)
  expect((await unmask(user, id)).body.info).toMatchObject({ guard_code: true })
  expect(await stateOf(user, id)).toMatchObject({ open_until: null, sees_details: false })
  await later(0)
})

test('who lost the permission sees nothing more, although the code was typed', async () => {
  const id = await guardedCustomer(manager)
  expect((await verify(user, id, guardCode)).status).toBe(200)
  await permit(world, 'user', { view: false })
  const refused = await unmask(user, id)
  expect(refused.status).toBe(403)
  expect(refused.body.info?.guard_code).toBeUndefined()
  expect((await verify(user, id, guardCode)).status).toBe(403)
  expect((await send(user, id)).status).toBe(403)
  await permit(world, 'user', { view: true })
  expect((await unmask(user, id)).status).toBe(200)
})

test('only staff with the permission, freshly proved, set a code; no other rank does', async () => {
  const id = await guardedCustomer(manager, null)
  const sent = { customer_id: id, code: guardCode }
  expect((await user.put('/guardcode', sent)).status).toBe(403)
  expect((await (await world.as('admin')).put('/guardcode', sent)).status).toBe(403)
  world.clock.advance(6 * MINUTE)
  const old = await manager.put('/guardcode', sent)
  expect(old.status).toBe(403)
  expect(old.body.message).toBe('Please enter your password again to carry on.')
  expect((await manager.post('/user/stepup', { password })).status).toBe(200)
  expect((await manager.put('/guardcode', sent)).status).toBe(201)
  expect(await stateOf(manager, id)).toMatchObject({ is_set: true, set_by_name: 'manager Test' })
  const changed = await manager.put('/guardcode', { ...sent, code: 'another one' })
  expect(changed.status).toBe(261)
})

test.each([
  ['739', 'A guard code has 4 to 20 characters.'],
  ['4321', 'That code is too easy to guess. Please pick another.'],
  [7391, 'Type the code.'],
])('%s is no guard code', async (code, message) => {
  const id = await guardedCustomer(manager, null)
  const refused = await manager.put('/guardcode', { customer_id: id, code })
  expect(refused.status).toBe(400)
  expect(refused.body.errors).toMatchObject([{ field: 'code', message }])
})

test('another code closes what the old one opened, and the old one opens nothing', async () => {
  const id = await guardedCustomer(manager)
  expect((await verify(user, id, guardCode)).status).toBe(200)
  expect((await send(user, id)).status).toBe(202)
  const mailed = await oneTimeCodeOf(world, 'user')
  await manager.put('/guardcode', { customer_id: id, code: 'tūī and 8 more' })
  expect((await unmask(user, id)).status).toBe(403)
  expect((await verify(user, id, guardCode)).status).toBe(469)
  expect((await verify(user, id, mailed)).status).toBe(469)
  expect((await verify(user, id, 'tūī and 8 more')).status).toBe(200)
})

test('who removes a code says why, and then the permission alone opens the details', async () => {
  const id = await guardedCustomer(manager)
  const ask = { customer_id: id, reason: 'The customer forgot it' }
  expect((await user.delete('/guardcode', ask)).status).toBe(403)
  const silent = await manager.delete('/guardcode', { customer_id: id })
  expect(silent.body.errors).toMatchObject([{ field: 'reason' }])
  const gone = await manager.delete('/guardcode', ask)
  expect(gone.status, gone.text).toBe(262)
  expect(gone.body.data).toMatchObject({ is_set: false, sees_details: true })
  expect((await unmask(user, id)).status).toBe(200)
  expect((await manager.delete('/guardcode', ask)).status).toBe(404)
  for (const reply of [await verify(user, id, guardCode), await send(user, id)])
    expect(reply.status).toBe(476)
  const history = await user.get('/history', { object_class: 'customer', object_id: id })
  expect(history.body.data[1]).toMatchObject({ action: 'guard_code_removed', reason: ask.reason })
})

// Shows: T20, V6.3.1
test('five wrong tries lock the code for everybody, for a quarter of an hour', async () => {
  const id = await guardedCustomer(manager)
  for (const left of ['4 tries', '3 tries', '2 tries', '1 try']) {
    const wrong = await verify(left === '2 tries' ? manager : user, id, 'wrong')
    expect(wrong.status).toBe(469)
    expect(wrong.body.message).toBe(`That code isn't right. ${left} left.`)
    expect(wrong.body.errors).toMatchObject([{ field: 'code' }])
  }
  const fifth = await verify(user, id, 'wrong')
  expect(fifth.status).toBe(429)
  expect(fifth.headers['retry-after']).toBe('900')
  await later(14)
  // The right one and a wrong one answer alike, and no fresh code is sent.
  const answers = [await verify(manager, id, guardCode), await verify(user, id, 'wrong')]
  for (const reply of [...answers, await send(user, id)]) {
    expect(reply.status).toBe(429)
    expect(reply.body.message).toContain('Please wait a minute')
  }
  expect(await stateOf(user, id)).toMatchObject({ sees_details: false })
  await later(1)
  expect((await verify(user, id, 'wrong')).body.message).toContain('4 tries left')
  expect((await verify(manager, id, guardCode)).status).toBe(200)
  expect((await verify(user, id, 'wrong')).body.message).toContain('4 tries left')
})

test('many wrong tries at once are counted one after the other', async () => {
  const id = await guardedCustomer(manager)
  const tried = await Promise.all(Array.from({ length: 8 }, () => verify(user, id, 'wrong')))
  expect(tried.map(({ status }) => status).sort()).toEqual(
    [469, 469, 469, 469, 429, 429, 429, 429].sort(),
  )
})

test('wrong tries of long ago are forgotten', async () => {
  const id = await guardedCustomer(manager)
  for (let tries = 0; tries < 4; tries++) await verify(user, id, 'wrong')
  await later(15)
  expect((await verify(user, id, 'wrong')).body.message).toContain('4 tries left')
})

// Shows: V6.5.1, V6.5.5, V6.6.2
test('a one-time code opens one customer to one person, once, within ten minutes', async () => {
  await later(15)
  const [id, another] = [await guardedCustomer(manager), await guardedCustomer(manager)]
  const sent = await send(user, id)
  expect(sent.status, sent.text).toBe(202)
  expect(sent.body.data).toMatchObject({ email: 'u•••@example.co.nz' })
  const code = await oneTimeCodeOf(world, 'user')
  expect(code).toMatch(/^\d{6}$/)
  expect((await verify(manager, id, code)).status).toBe(469)
  expect((await verify(user, another, code)).status).toBe(469)
  expect((await verify(user, id, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200)
  expect((await unmask(user, id)).body.data).toEqual({ value: account })
  expect((await verify(user, id, code)).status).toBe(469)
  expect((await send(user, id)).status).toBe(202)
  const late = await oneTimeCodeOf(world, 'user')
  await later(10)
  const expired = await verify(user, id, late)
  expect(expired.status).toBe(470)
  expect(expired.body.message).toBe('That code has expired. We can send you a fresh one.')
})

test('a newer one-time code takes the place of the older, and buys no wrong tries', async () => {
  await later(15)
  const id = await guardedCustomer(manager)
  await send(user, id)
  const older = await oneTimeCodeOf(world, 'user')
  await send(user, id)
  expect((await verify(user, id, older)).body.message).toContain('4 tries left')
  expect((await verify(user, id, await oneTimeCodeOf(world, 'user'))).status).toBe(200)
  expect((await verify(user, id, 'wrong')).body.message).toContain('3 tries left')
})

test('after five wrong tries a one-time code is dead, whatever became of the lock', async () => {
  await later(15)
  const id = await guardedCustomer(manager)
  await send(user, id)
  const code = await oneTimeCodeOf(world, 'user')
  for (let tries = 0; tries < 4; tries++) await verify(user, id, 'wrong')
  expect((await verify(manager, id, guardCode)).status).toBe(200)
  expect((await verify(user, id, 'wrong')).body.message).toContain('4 tries left')
  expect((await verify(user, id, code)).status).toBe(469)
})

// Shows: T20, V6.6.3
test('three codes in a quarter of an hour for a person, twenty a day for all', async () => {
  await later(24 * 60)
  const id = await guardedCustomer(manager)
  for (let sends = 0; sends < 18; sends += 3) {
    for (let place = 0; place < 3; place++) expect((await send(user, id)).status).toBe(202)
    const fourth = await send(user, id)
    expect(fourth.status).toBe(429)
    expect(fourth.headers['retry-after']).toBe('900')
    await later(15)
  }
  // What a person was refused counted for nobody.
  expect((await send(user, id)).status).toBe(202)
  expect((await send(manager, id)).status).toBe(202)
  const full = await send(manager, id)
  expect(full.status).toBe(429)
  expect(full.body.message).toBe(
    "That's a few too many tries. Please wait 23 hours and have another go.",
  )
})

// Shows: T01
test('a customer of another organisation is not there', async () => {
  const other = await world.as('other')
  const foreign = (await other.put('/customer', { name: 'Foreign' })).body.data.id
  const replies = [
    await manager.get('/guardcode', { customer_id: foreign }),
    await manager.put('/guardcode', { customer_id: foreign, code: guardCode }),
    await manager.delete('/guardcode', { customer_id: foreign, reason: 'None' }),
    await verify(manager, foreign, guardCode),
    await send(manager, foreign),
  ]
  for (const reply of replies) {
    expect(reply.status, reply.text).toBe(404)
    expect(reply.body.message).toBe("We couldn't find that customer. It may have been removed.")
  }
})

test('an archived customer keeps its code; it opens, but nobody changes it', async () => {
  const id = await guardedCustomer(manager)
  expect((await manager.delete('/customer', { id })).status).toBe(262)
  expect((await manager.put('/guardcode', { customer_id: id, code: 'other' })).status).toBe(473)
  const removal = await manager.delete('/guardcode', { customer_id: id, reason: 'Gone' })
  expect(removal.status).toBe(473)
  expect((await verify(manager, id, guardCode)).status).toBe(200)
})

test('who types or sets a code is not said to have changed the customer', async () => {
  const id = await guardedCustomer(manager, null)
  expect((await user.post('/customer', { id, version: 1, city: 'Ōtaki' })).status).toBe(261)
  await manager.put('/guardcode', { customer_id: id, code: guardCode })
  await verify(manager, id, guardCode)
  const late = await manager.post('/customer', { id, version: 1, city: 'Porirua' })
  expect(late.status).toBe(474)
  expect(late.body.message).toMatch(/^user Test changed this/)
})

// Shows: T18
test('who works in another name sees no details, guarded or not, and sets no code', async () => {
  const id = await guardedCustomer(manager, null)
  expect(await stateOf(user, id)).toMatchObject({ is_set: false, sees_details: true })
  const padmin = await world.as('padmin')
  const began = await padmin.post('/user/impersonate', {
    id: world.userIds.user,
    username_confirm: 'user',
    reason: 'Looking into a reported problem',
  })
  padmin.authorization = `JWT ${began.body.token}`
  expect(await stateOf(padmin, id)).toMatchObject({ is_set: false, sees_details: false })
  const set = await padmin.put('/guardcode', { customer_id: id, code: guardCode })
  for (const reply of [set, await verify(padmin, id, guardCode), await unmask(padmin, id)]) {
    expect(reply.status).toBe(403)
    expect(reply.body.message).toContain('while working as somebody else')
  }
})

test('a program with a key sees no guarded details, and types no code', async () => {
  const id = await guardedCustomer(manager)
  const made = await manager.put('/apikey', {})
  const program = world.guest()
  program.authorization = `Key ${made.body.data.api_key}`
  const state = await program.get('/guardcode', { customer_id: id })
  expect(state.body.data, state.text).toMatchObject({ is_set: true, sees_details: false })
  expect((await unmask(program, id)).body.info).toMatchObject({ guard_code: true })
  expect((await verify(program, id, guardCode)).status).toBe(403)
  // Nor through the session that a key is traded for.
  const traded = world.guest()
  await traded.get('/options')
  const { token } = (await traded.post('/token', { api_key: made.body.data.api_key })).body
  traded.authorization = `JWT ${token}`
  expect((await unmask(traded, id)).body.info).toMatchObject({ guard_code: true })
  for (const reply of [await verify(traded, id, guardCode), await send(traded, id)])
    expect(reply.status).toBe(403)
})

// Shows: V14.2.4, V16.2.5
test('what happens to a code is told, and the code itself nowhere', async () => {
  await later(24 * 60)
  const id = await guardedCustomer(manager, null)
  const key = { 'idempotency-key': 'the same key twice' }
  const secret = 'Pīwakawaka-5'
  const asked = { customer_id: id, code: secret }
  const replies = [
    await manager.put('/guardcode', asked, key),
    await manager.put('/guardcode', asked, key),
    await verify(user, id, 'pīwakawaka-6'),
    await verify(user, id, secret),
    await send(user, id),
    await manager.get('/guardcode', { customer_id: id }),
    await manager.get('/customer', { id }),
  ]
  // Neither recorded nor replayed: the second was a change.
  expect(replies.slice(0, 2).map(({ status }) => status)).toEqual([201, 261])
  const mailed = await oneTimeCodeOf(world, 'user')
  expect(await deedsOf(id)).toEqual([
    'guard_code_sent',
    'guard_code_opened',
    'guard_code_wrong',
    'guard_code_set',
    'guard_code_set',
    'create',
  ])
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query<{ event: string; user_id: string }>(
    `select event, user_id from security_events where detail ->> 'customer_id' = $1 order by id`,
    [`${id}`],
  )
  expect(rows.map(({ event }) => event)).toEqual((await deedsOf(id)).slice(0, -1).reverse())
  const kept = await world.owner.query<{ words: string }>(
    `select to_jsonb(t)::text as words from (select to_jsonb(h) from history h
       union all select to_jsonb(e) from security_events e
       union all select to_jsonb(l) from request_logs l
       union all select to_jsonb(m) from mails m
       union all select to_jsonb(i) from idempotency_keys i
       union all select to_jsonb(g) from guardcodes g
       union all select to_jsonb(o) from guardcode_onetimes o
       union all select data from pgboss.job) t`,
  )
  const everything = [...kept.rows.map(({ words }) => words), ...replies.map(({ text }) => text)]
  expect(everything.length).toBeGreaterThan(20)
  const words = everything.join('\n').toLowerCase()
  expect(words).not.toContain('wakawaka')
  expect(mailed).toMatch(/^\d{6}$/)
  expect(words).not.toMatch(RegExp(`(?<!\\d)${mailed}(?!\\d)`))
})
