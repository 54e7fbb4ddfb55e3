import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bulkWorld, customersOf, setCustomer, type TestBulkOffice } from '#tests/support/bulk.ts'
import type { Client } from '#tests/support/client.ts'
import { setUp } from '#tests/support/gateways.ts'
import { letLeave } from '#tests/support/run-queue.ts'
import { scope, type World } from '#tests/support/world.ts'

let world: World
let office: TestBulkOffice
let manager: Client
let admin: Client
let close: () => Promise<void>

beforeAll(async () => {
  ;({ world, office, manager, admin, close } = await bulkWorld())
})
beforeEach(async () => {
  office.sink.reset()
  await scope(world.owner, world.organisations[0])
})
afterAll(() => close())

const leave = () => letLeave(world, { clock: world.clock })
const bulkNow = async (id: number) => (await office.get(id)).data
const hold = (id: number, more: object = {}, client = manager) =>
  client.put('/departure', { action: 'bulk_start', rows: [{ id }], ...more })

async function held(id: number, more: object = {}) {
  const reply = await hold(id, more)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

const told = async (departure_id: number) =>
  (await manager.get('/departure', { id: departure_id })).body.data

describe('a message to many', () => {
  test('is looked at first: whom it goes to, who is left out, and what each would read', async () => {
    const { ids, audience } = await customersOf(world, 3)
    const [first = 0, nowhere = 0] = ids
    await setCustomer(world, nowhere, { email: null })
    const id = await office.draft(audience)
    const asked = { action: 'bulk_start', ids: [id] }
    const seen = await manager.post('/departure/preview', asked)
    expect(seen.status, seen.text).toBe(200)
    expect(seen.body.info).toMatchObject({ count: 2, typed_above: 20 })
    expect(seen.body.data.map((row: { obstacle: unknown }) => row.obstacle)).toEqual([
      null,
      null,
      'No address: no email address is known.',
    ])
    const look = { action: 'bulk_start', about: id, ids: [first, nowhere] }
    const looked = await manager.post('/departure/look', look)
    const [one, none] = looked.body.data
    const { name, email } = (await manager.get('/customer', { id: first })).body.data
    expect(one).toMatchObject({ id: first, problem: null })
    expect(one.messages).toHaveLength(1)
    expect(one.messages[0]).toMatchObject({ channel: 'email', to: email, withheld: null })
    expect(one.messages[0].subject).toBe(`News for ${name}`)
    expect(one.messages[0].text).toContain(`Kia ora ${name}.`)
    expect(none).toMatchObject({ messages: [], problem: 'No address: no email address is known.' })
    // Looking leaves nothing behind.
    expect(await bulkNow(id)).toMatchObject({ state: 'draft', version: 1, recipients: null })
    const { rows } = await world.owner.query('select id from bulkrecipients where bulk_id = $1', [
      id,
    ])
    expect(rows).toEqual([])
  })

  test('is held, and starts with those who were looked at and nobody who was left out', async () => {
    const { ids, audience } = await customersOf(world, 3)
    const id = await office.draft(audience)
    const left_out = [{ id: ids[1], reason: 'Called them already' }]
    const departure = await held(id, { left_out })
    expect(departure).toMatchObject({ counts: { held: 2, left_out: 1 }, seconds_left: 10 })
    expect((await bulkNow(id)).state).toBe('draft')
    const second = await hold(id)
    expect(second.status, second.text).toBe(476)
    expect(second.body.message).toContain('is sending News already')
    await leave()
    expect(await told(departure.id)).toMatchObject({ counts: { left: 2, left_out: 1, held: 0 } })
    expect(await bulkNow(id)).toMatchObject({ state: 'running', recipients: 2, left_out: 1 })
    await office.work(id)
    expect(office.receivers()).toHaveLength(2)
    const { data } = (await manager.get('/bulkrecipients', { bulk_id: id, state: 'left_out' })).body
    expect(data).toMatchObject([
      { customer_id: ids[1], reason: 'by_hand', why: 'Called them already' },
    ])
    const { rows } = await world.owner.query(
      `select reason from history where object_class = 'customer' and object_id = $1
         and action = 'leaveout'`,
      [ids[1]],
    )
    expect(rows).toEqual([{ reason: 'Called them already' }])
    // Whom somebody left out on purpose is no rest of it.
    const again = await manager.post('/bulkmessage/again', { id, to: 'rest' })
    expect(again.status, again.text).toBe(476)
  })

  test('that is taken back in time reaches nobody and can be started again', async () => {
    const { audience } = await customersOf(world, 2)
    const id = await office.draft(audience)
    const departure = await held(id)
    const back = await manager.post('/departure/takeback', { id: departure.id })
    expect(back.body.message).toBe('2 messages taken back.')
    await leave()
    expect((await bulkNow(id)).state).toBe('draft')
    await held(id)
    await leave()
    expect((await bulkNow(id)).state).toBe('running')
  })

  test('that was changed, or would reach more by now, stays where it is and says so', async () => {
    const { ids, audience, city } = await customersOf(world, 2)
    const changed = await office.draft(audience)
    const { version } = await bulkNow(changed)
    const one = await held(changed, { rows: [{ id: changed, version }] })
    await manager.post('/bulkmessage', { id: changed, version, subject: 'Other news' })
    const grown = await office.draft(audience)
    const two = await held(grown)
    const { ids: others } = await customersOf(world, 1)
    await setCustomer(world, others[0] ?? 0, { city })
    await leave()
    for (const departure of [one, two])
      expect(await told(departure.id)).toMatchObject({ counts: { refused: 2 } })
    expect((await told(two.id)).items[0].message).toContain('it would go to 3 by now')
    expect((await bulkNow(changed)).state).toBe('draft')
    expect((await bulkNow(grown)).state).toBe('draft')
    expect(ids).toHaveLength(2)
  })

  test('asks for the number above the setting, and above fifty whatever the setting says', async () => {
    const { audience } = await customersOf(world, 52)
    const id = await office.draft(audience)
    await setUp(admin, { count_typed_above: 5000 })
    const { body } = await manager.post('/departure/preview', { action: 'bulk_start', ids: [id] })
    expect(body.info).toMatchObject({ count: 52, typed_above: 50 })
    const bare = await hold(id)
    expect(bare.status, bare.text).toBe(400)
    expect(bare.body.errors[0]).toMatchObject({ field: 'count', message: '52 leave: type 52.' })
    // A session that somebody left open sends nothing to so many.
    world.clock.advance(6 * 60_000)
    const unproved = await hold(id, { count: 52 })
    expect([unproved.status, unproved.body.info], unproved.text).toEqual([403, { step_up: true }])
    manager = await world.as('manager')
    admin = await world.as('admin')
    await held(id, { count: 52 })
    await setUp(admin, { count_typed_above: 20, bulk_second_person_above: 10 })
    const other = await office.draft((await customersOf(world, 11)).audience)
    const alone = await hold(other)
    expect(alone.status, alone.text).toBe(476)
    expect(alone.body.message).toContain('you edited it last')
    const second = await world.as('admin')
    expect((await hold(other, {}, second)).status).toBe(201)
    await setUp(admin, { bulk_second_person_above: 1000 })
    await leave()
  })

  test('may wait for a moment of one’s choice, and a moment that has passed is refused', async () => {
    const { audience } = await customersOf(world, 1)
    const id = await office.draft(audience)
    const past = new Date(world.clock.now().getTime() - 60_000).toISOString()
    const refused = await hold(id, { options: { not_before: past } })
    expect(refused.status, refused.text).toBe(400)
    expect(refused.body.errors[0].field).toBe('not_before')
    const not_before = new Date(world.clock.now().getTime() + 3_600_000).toISOString()
    await held(id, { options: { not_before } })
    await leave()
    const bulk = await bulkNow(id)
    expect(bulk.state).toBe('scheduled')
    expect(Date.parse(bulk.not_before)).toBe(Date.parse(not_before))
  })

  test('is the business of managers, and never of a program or of another broker', async () => {
    const { ids, audience } = await customersOf(world, 1)
    const id = await office.draft(audience)
    const look = { action: 'bulk_start', about: id, ids }
    const accounting = await world.as('accounting')
    expect((await hold(id, {}, accounting)).status).toBe(403)
    expect((await accounting.post('/departure/look', look)).status).toBe(403)
    const key = (await manager.put('/apikey')).body.data.api_key
    const program = world.guest()
    program.authorization = `Key ${key}`
    expect((await hold(id, {}, program)).status).toBe(403)
    const stranger = await world.as('other')
    expect((await hold(id, {}, stranger)).status).toBe(404)
    const foreign = (await stranger.post('/departure/look', look)).body
    expect(foreign.data?.[0]?.messages ?? []).toEqual([])
  })
})
