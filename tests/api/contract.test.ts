import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endContracts } from '#server/contracts/end-contracts-job.ts'
import type { Client } from '#tests/support/client.ts'
import { testConfig } from '#tests/support/config.ts'
import { contractOffice, rateOf } from '#tests/support/contracts.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let office: Awaited<ReturnType<typeof contractOffice>>
let user: Client
let accounting: Client
let manager: Client
let icp: string

beforeAll(async () => {
  world = await makeWorld()
  office = await contractOffice(world)
  ;({ user, accounting, manager } = office)
})
afterAll(() => world.close())
beforeEach(() => {
  icp = office.nextIcp()
})

const draft = (given?: Record<string, unknown>) => office.draft(given)
const active = (given?: Record<string, unknown>) => office.active(given)
const billTo = (id: number, day: string) => office.billTo(id, day)

describe('a connection has one contract a day', () => {
  test('a second contract on the same connection and days cannot come into force', async () => {
    await active()
    const second = await draft({ date_start: '2027-01-01' })
    const reply = await accounting.post('/contract/activate', { id: second.id, reason: 'Migrated' })
    expect(reply.status).toBe(476)
    expect(reply.body.message).toContain(icp)
  })

  test('drafts may overlap, and contracts that follow each other are fine', async () => {
    await draft()
    await active({ date_end: '2026-03-31' })
    await active({ date_start: '2026-04-01' })
  })

  // Shows: V2.3.4
  test('of ten at once, exactly one comes into force', async () => {
    const drafts = []
    for (let n = 0; n < 10; n++) drafts.push(await draft())
    const replies = await Promise.all(
      drafts.map(({ id }) => accounting.post('/contract/activate', { id, reason: 'Migrated' })),
    )
    const statuses = replies.map((reply) => reply.status).sort()
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 476)])
  })

  test('an open plan binds its connection past its end', async () => {
    await active({ is_open_plan: true, date_end: '2026-03-31' })
    const next = await draft({ date_start: '2026-04-01' })
    const reply = await accounting.post('/contract/activate', { id: next.id, reason: 'Migrated' })
    expect(reply.status).toBe(476)
  })

  test('the days of an active contract cannot be moved over another one', async () => {
    await active({ date_end: '2026-03-31' })
    const later = await active({ date_start: '2026-04-01' })
    const { id, version } = later
    const reply = await user.post('/contract', { id, version, date_start: '2026-01-01' })
    expect(reply.status).toBe(476)
  })

  test('the database refuses an overlap that nobody checked', async () => {
    const first = await active()
    await scope(world.owner, world.organisations[0])
    const copy = world.owner.query(
      `insert into contracts (organisation_id, customer_id, contract_status, connections, date_start)
       select organisation_id, customer_id, 'active', connections, date_start from contracts where id = $1`,
      [first.id],
    )
    await expect(copy).rejects.toThrow(/contract_connections_overlap/)
  })
})

describe('rates', () => {
  test('one name has one rate per start day, whatever its case and macrons', async () => {
    const { id } = await draft()
    expect((await user.put('/rate', rateOf(id, { rate_name: 'Pō energy' }))).status).toBe(201)
    const again = await user.put('/rate', rateOf(id, { rate_name: 'PO ENERGY' }))
    expect(again.status).toBe(468)
    const later = rateOf(id, { rate_name: 'Po energy', valid_from_date: '2026-04-01' })
    expect((await user.put('/rate', later)).status).toBe(201)
  })

  test('a draft’s rates are free, an active contract’s need accounting', async () => {
    const { id } = await active()
    expect((await user.put('/rate', rateOf(id))).status).toBe(403)
    expect((await accounting.put('/rate', rateOf(id))).status).toBe(201)
  })

  test('new rates keep what is not said about the rate of that name', async () => {
    const { id } = await draft()
    await user.put('/rate', rateOf(id, { register_code: 'D', rate_type: 'variable' }))
    await accounting.post('/contract/activate', { id, reason: 'Migrated' })
    const reply = await accounting.post('/contract/addrateupdates', {
      id,
      valid_from_date: '2027-04-01',
      rates: [{ rate_name: 'day energy', rate_amount: '0.2415' }],
    })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.data.rates).toMatchObject([
      { rate_name: 'Day energy', previous_amount: '0.23100000', register_code: 'D' },
    ])
    const rates = await user.get('/rates', { contract_id: id, order: 'valid_from_date' })
    expect(rates.body.data).toMatchObject([
      { valid_from_date: '2025-04-01', rate_amount: '0.231' },
      { valid_from_date: '2027-04-01', rate_amount: '0.2415', register_code: 'D' },
    ])
  })

  test('nothing that is billed changes its rates, and the refusal says what would work', async () => {
    const { id } = await active()
    await billTo(id, '2026-10-31')
    const update = (valid_from_date: string) => ({
      id,
      valid_from_date,
      rates: [{ rate_name: 'Day energy', rate_amount: '0.25' }],
    })
    const reply = await accounting.post('/contract/addrateupdates', update('2026-10-31'))
    expect(reply.status).toBe(476)
    expect(reply.body.message).toMatch(/billed up to 31 Oct 2026.*redo the invoices/)
    expect((await accounting.post('/contract/addrateupdates', update('2026-11-01'))).status).toBe(
      200,
    )
  })

  test('a notice that comes late is said', async () => {
    const { id } = await active()
    const reply = await accounting.post('/contract/addrateupdates', {
      id,
      valid_from_date: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
      rates: [{ rate_name: 'Day energy', rate_amount: '0.25' }],
    })
    expect(reply.body.info.warnings[0].message).toContain('notice period is 30 days')
  })

  test('an update changes its day and rates until it is billed, its reason at any time', async () => {
    const { id } = await active()
    const rates = [{ rate_name: 'Day energy', rate_amount: '0.25' }]
    const added = await accounting.post('/contract/addrateupdates', {
      id,
      valid_from_date: '2027-04-01',
      rates,
    })
    let { version } = added.body.data
    const change = async (given: Record<string, unknown>) => {
      const reply = await accounting.post('/rateupdate', {
        id: added.body.data.id,
        version,
        ...given,
      })
      if (reply.status === 261) version = reply.body.data.version
      return reply
    }
    const moved = await change({ valid_from_date: '2027-05-01' })
    expect(moved.status, moved.text).toBe(261)
    expect(moved.body.data).toMatchObject({ name: 'Rates from 01 May 2027', contract_id: id })
    const dearer = await change({ rates: [{ rate_name: 'Day energy', rate_amount: '0.26' }] })
    expect(dearer.status, dearer.text).toBe(261)
    const held = await user.get('/rates', { contract_id: id })
    expect(held.body.data).toMatchObject([{ valid_from_date: '2027-05-01', rate_amount: '0.26' }])
    await billTo(id, '2027-05-31')
    expect((await change({ rates })).status).toBe(476)
    expect((await change({ valid_from_date: '2027-06-01' })).status).toBe(476)
    expect((await change({ reason: 'Agreed by phone' })).status).toBe(261)
    expect((await user.get('/rates', { contract_id: id })).body.data).toMatchObject([
      { valid_from_date: '2027-05-01', rate_amount: '0.26' },
    ])
  })

  test('rates the customer was told of are not changed, but taken back', async () => {
    const { id } = await active()
    const { id: update, version } = (
      await accounting.post('/contract/addrateupdates', {
        id,
        valid_from_date: '2027-04-01',
        rates: [{ rate_name: 'Day energy', rate_amount: '0.25' }],
      })
    ).body.data
    expect((await accounting.post('/rateupdates/send', { ids: [update] })).status).toBe(202)
    const told = (await user.get('/rateupdate', { id: update })).body.data
    expect(told.version).toBeGreaterThanOrEqual(version)
    const reply = await accounting.post('/rateupdate', {
      id: update,
      version: told.version,
      valid_from_date: '2027-05-01',
    })
    expect(reply.status).toBe(476)
    expect(reply.body.message).toContain('was told')
  })

  test('the last update can be taken back while nothing of it is billed', async () => {
    const { id } = await active()
    const rates = [{ rate_name: 'Day energy', rate_amount: '0.25' }]
    for (const valid_from_date of ['2027-04-01', '2028-04-01'])
      await accounting.post('/contract/addrateupdates', { id, valid_from_date, rates })
    expect((await accounting.post('/contract/undo', { id })).status).toBe(403)
    expect((await manager.post('/contract/undo', { id })).status).toBe(200)
    const left = await user.get('/rates', { contract_id: id })
    expect(left.body.data).toMatchObject([{ valid_from_date: '2027-04-01' }])
    await billTo(id, '2027-04-30')
    expect((await manager.post('/contract/undo', { id })).status).toBe(476)
  })

  test('a rate of an offer changed takes the offer back to a draft', async () => {
    const { id } = await draft()
    await scope(world.owner, world.organisations[0])
    await world.owner.query(`update contracts set contract_status = 'offered' where id = $1`, [id])
    await user.put('/rate', rateOf(id))
    expect((await user.get('/contract', { id })).body.data.contract_status).toBe('draft')
  })
})

describe('terms', () => {
  test('new percentages of an active contract need accounting and a day they hold from', async () => {
    const { id, version } = await active({ discount_percent: '10' })
    const change = { id, version, discount_percent: '5' }
    const refused = await user.post('/contract', { ...change, valid_from_date: '2027-01-01' })
    expect(refused.status).toBe(403)
    expect((await accounting.post('/contract', change)).status).toBe(400)
    const done = await accounting.post('/contract', { ...change, valid_from_date: '2027-01-01' })
    expect(done.status, done.text).toBe(261)
    const terms = await user.get('/contract/terms', { id })
    const seen = terms.body.data.map(
      (one: { valid_from_date: string; terms: Record<string, unknown> }) => [
        one.valid_from_date,
        Number(one.terms.discount_percent),
      ],
    )
    expect(seen).toEqual([
      ['2025-04-01', 10],
      ['2027-01-01', 5],
    ])
  })

  test('what holds at once, such as a note, is anybody’s to change', async () => {
    const { id, version } = await active()
    expect((await user.post('/contract', { id, version, notes: 'Key under mat' })).status).toBe(261)
  })
})

describe('the life of a contract', () => {
  test('cancelling ends it on a day, keeps its fee for the last invoice and asks for a reading', async () => {
    const { id } = await active({ cancellation_fee_amount: '150.00' })
    const cancel = { id, date_end: '2026-12-31', reason: 'Moving out' }
    expect((await accounting.post('/contract/cancel', cancel)).status).toBe(403)
    const reply = await manager.post('/contract/cancel', cancel)
    expect(reply.body.data).toMatchObject({ contract_status: 'cancelled', date_end: '2026-12-31' })
    await scope(world.owner, world.organisations[0])
    const charges = await world.owner.query(
      'select amount, dropped_at from pending_charges where contract_id = $1',
      [id],
    )
    expect(charges.rows).toMatchObject([{ amount: '150.00', dropped_at: null }])
    const tasks = await user.get('/tasks', { reference_object: 'contract', reference_id: id })
    expect(tasks.body.data[0].subject).toMatch(/^Final reading needed/)
    const restored = await manager.post('/contract/restore', { id })
    expect(restored.body.data).toMatchObject({ contract_status: 'active', date_end: '2030-03-31' })
    const dropped = await world.owner.query(
      'select dropped_at is not null as gone from pending_charges where contract_id = $1',
      [id],
    )
    expect(dropped.rows).toEqual([{ gone: true }])
  })

  test('a locked contract takes nothing but its unlocking and its end', async () => {
    const { id } = await active()
    const locked = await manager.post('/contract/lock', { id })
    expect(locked.body.data.is_locked).toBe(true)
    const { version } = locked.body.data
    const change = await user.post('/contract', { id, version, notes: 'No' })
    expect(change.status).toBe(476)
    expect((await manager.post('/contract/unlock', { id })).body.data.is_locked).toBe(false)
  })

  test('a copy is a draft with the terms and the rates in force, without days and numbers', async () => {
    const first = await active({ discount_percent: '10' })
    await accounting.put('/rate', rateOf(first.id))
    const copy = await user.post('/contract/duplicate', { id: first.id, date_start: '2030-04-01' })
    expect(copy.status, copy.text).toBe(201)
    expect(copy.body.data).toMatchObject({
      contract_status: 'draft',
      date_start: '2030-04-01',
      date_end: null,
      discount_percent: '10',
      connections: [icp],
    })
    expect(copy.body.data.contract_number).not.toBe(first.contract_number)
    const rates = await user.get('/rates', { contract_id: copy.body.data.id })
    expect(rates.body.data).toMatchObject([{ rate_amount: '0.231', valid_from_date: '2030-04-01' }])
  })

  test('whoever deleted a draft may bring it back within the hour; later only a manager', async () => {
    const { id } = await draft()
    expect((await user.delete('/contract', { id })).status).toBe(262)
    expect((await accounting.post('/contract/restore', { id })).status).toBe(403)
    expect((await user.post('/contract/restore', { id })).status).toBe(200)
    await user.delete('/contract', { id })
    world.clock.advance(3_700_000)
    expect((await user.post('/contract/restore', { id })).status).toBe(403)
    expect((await manager.post('/contract/restore', { id })).status).toBe(200)
  })

  test('a contract in force cannot be deleted', async () => {
    const { id } = await active()
    expect((await manager.delete('/contract', { id })).status).toBe(476)
  })

  test('at night contracts past their last day end, and open plans roll on', async () => {
    const over = await active({ date_end: '2026-01-31' })
    icp = office.nextIcp()
    const rolling = await active({ date_end: '2026-01-31', is_open_plan: true })
    await endContracts.run(
      {
        database: world.database,
        config: testConfig(),
        clock: world.clock,
        signal: new AbortController().signal,
        isLastAttempt: false,
      },
      {},
    )
    const status = async (id: number) =>
      (await user.get('/contract', { id })).body.data.contract_status
    expect([await status(over.id), await status(rolling.id)]).toEqual(['ended', 'active'])
  })
})

test('contracts are found by any of their connections, and only by their own organisation', async () => {
  const second = office.nextIcp()
  const [both, one] = [
    await draft({ connections: [icp, second] }),
    await draft({ connections: [icp] }),
  ]
  const ids = async (client: Client, query: Record<string, string>) =>
    ((await client.get('/contracts', query)).body.data as { id: number }[]).map(({ id }) => id)
  expect((await ids(user, { connections: icp })).toSorted()).toEqual([both.id, one.id].toSorted())
  expect(await ids(user, { connections: second })).toEqual([both.id])
  expect(await ids(user, { 'connections.ne': second, 'id.gte': String(both.id) })).toEqual([one.id])
  expect(await ids(await world.as('other'), { connections: icp })).toEqual([])
})
