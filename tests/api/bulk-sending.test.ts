import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerLetters, sendBulk } from '#server/invoices/customer-letters.ts'
import { systemClock } from '#server/kit/http/context.ts'
import { startWorker } from '#server/kit/jobs/worker-loop.ts'
import { fillBatch } from '#server/messaging/bulk/fill-batch.ts'
import { queueMessage } from '#server/messaging/outbox/queue-message.ts'
import { sendMessage } from '#server/messaging/outbox/send-message-job.ts'
import { bulkWorld, customersOf, setCustomer, type TestBulkOffice } from '#tests/support/bulk.ts'
import type { Client } from '#tests/support/client.ts'
import { type Gateways, setUp } from '#tests/support/gateways.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { tomorrowAt } from '#tests/support/tomorrow.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let house: Gateways
let office: TestBulkOffice
let manager: Client
let admin: Client
let close: () => Promise<void>

beforeAll(async () => {
  ;({ world, house, office, manager, admin, close } = await bulkWorld({ mail_per_minute: 0 }))
})
beforeEach(() => office.sink.reset())
afterAll(() => close())

const act = (name: string, id: number, more: object = {}) =>
  manager.post(`/bulkmessage/${name}`, { id, ...more })

async function started(count: number, more: object = {}) {
  const { ids, audience } = await customersOf(world, count, {})
  const id = await office.draft(audience, more)
  await office.start(id, count > 50 ? { count } : {})
  return { id, ids }
}

/** Its messages, written and not yet sent, as a worker leaves them that dies between the two. */
async function queuedOf(bulk_id: number, most = 50): Promise<number[]> {
  const scope = { organisation_id: world.organisations[0], user_id: null }
  const asked = { bulk_id, channel: 'email', limit: most, mainland: true, chatham: true } as const
  const filled = await world.database.write(scope, (conn) =>
    fillBatch(world.config, conn, customerLetters, asked),
  )
  return filled?.message_ids ?? []
}

describe('each gets it once', () => {
  test('by mail, with their own words, and it is done when nobody waits', async () => {
    const { id, ids } = await started(5)
    await office.work(id)
    const { data, info } = await office.get(id)
    expect(data).toMatchObject({ state: 'done', recipients: 5 })
    expect(data.ended_at).not.toBeNull()
    expect(info.progress.states).toEqual({ accepted: 5 })
    expect(new Set(office.receivers()).size).toBe(5)
    const { body } = await manager.get('/messages', { bulk_id: id })
    expect(body.data).toHaveLength(5)
    expect(body.data[0]).toMatchObject({ kind: 'bulk', status: 'accepted', purpose: 'service' })
    expect(body.data.map((row: { customer_id: number }) => row.customer_id).sort()).toEqual(
      [...ids].sort(),
    )
  })

  test('by two workers at the same time, none twice and none forgotten', async () => {
    const { id } = await started(60)
    await Promise.all([office.work(id), office.work(id), office.work(id)])
    await office.tend()
    expect(await office.states(id)).toEqual({ accepted: 60 })
    const receivers = office.receivers()
    expect(receivers).toHaveLength(60)
    expect(new Set(receivers).size).toBe(60)
    expect((await office.get(id)).data.state).toBe('done')
  })

  test('on the phone where there is one, else by mail', async () => {
    const { ids, audience } = await customersOf(world, 2)
    await setCustomer(world, ids[0] ?? 0, { phone_mobile: '+64215550777' })
    const text_sms = 'Kia ora {{customer_name}}'
    const id = await office.draft(audience, { channels: 'sms_email', text_sms })
    await office.start(id)
    await office.work(id)
    expect(await house.got('+64215550777')).toEqual([expect.stringMatching(/: Kia ora Reader/)])
    expect(office.receivers()).toHaveLength(1)
    expect((await office.get(id)).data.state).toBe('done')
  })

  // Shows: T21
  test('whoever opts out between queueing and claiming gets nothing', async () => {
    const { id, ids } = await started(2)
    await queuedOf(id)
    const mail = await world.owner.query('select email from customers where id = $1', [ids[0]])
    const contact = mail.rows[0]?.email
    await world.owner.query(
      `insert into messageblacklists (organisation_id, contact, type, blocks, source, reason)
       values ($1, $2, 'all', 'everything', 'staff', 'asked to')`,
      [world.organisations[0], contact],
    )
    await world.owner.query('update bulkrecipients set taken_until = null where bulk_id = $1', [id])
    await office.work(id)
    expect(await office.states(id)).toEqual({ accepted: 1, blocked: 1 })
    expect(office.receivers()).not.toContain(contact)
  })

  test('nobody who has died is written to, whether that is known before it starts or meanwhile', async () => {
    const died = {
      debits_frozen_date: '2026-11-01',
      debits_frozen_reason: 'the bank says that the account holder has died',
    }
    const { ids, audience } = await customersOf(world, 3)
    const [before, meanwhile, alive] = ids
    await setCustomer(world, before ?? 0, died)
    const id = await office.draft(audience)
    const found = await office.preview(id)
    expect(found.left_out).toMatchObject([
      { reason: 'care', customers: [{ customer_id: before, why: died.debits_frozen_reason }] },
    ])
    await office.start(id)
    await queuedOf(id)
    await setCustomer(world, meanwhile ?? 0, died)
    await world.owner.query('update bulkrecipients set taken_until = null where bulk_id = $1', [id])
    await office.work(id)
    expect(await office.states(id)).toEqual({ accepted: 1, blocked: 1, left_out: 1 })
    expect(office.receivers()).toHaveLength(1)
    const kept = await manager.get('/carestops', { 'customer_id.in': `${before},${meanwhile}` })
    expect(kept.body.data).toHaveLength(2)
    expect((await manager.get('/messages', { customer_id: alive ?? 0 })).body.data).toHaveLength(1)
  })

  test('nobody who was archived after it began gets it, written already or not', async () => {
    const { id, ids } = await started(3)
    const [queued = 0, waiting = 0] = ids
    await queuedOf(id, 1)
    for (const one of [queued, waiting])
      await setCustomer(world, one, { deleted_at: world.clock.now() })
    await world.owner.query('update bulkrecipients set taken_until = null where bulk_id = $1', [id])
    await office.work(id)
    expect(await office.states(id)).toEqual({ accepted: 1, blocked: 1, left_out: 1 })
    expect(office.receivers()).toHaveLength(1)
    const [stopped] = (await manager.get('/messages', { bulk_id: id, status: 'blocked' })).body.data
    expect(stopped).toMatchObject({ customer_id: queued, error_code: 'sense' })
    expect(stopped.error).toContain('The customer was archived')
  })
})

describe('pause, resume and cancel', () => {
  test('nothing leaves once it is paused, and the rest alone goes on', async () => {
    const { id } = await started(4)
    expect((await act('pause', id)).body.data).toMatchObject({ state: 'paused' })
    await office.work(id)
    expect(office.receivers()).toEqual([])
    expect((await act('resume', id)).body.data).toMatchObject({ state: 'running' })
    await office.work(id)
    expect(office.receivers()).toHaveLength(4)
    expect((await office.get(id)).data.state).toBe('done')
  })

  test('what was queued before is refused when it is claimed, and leaves after the resuming', async () => {
    const { id } = await started(3)
    const message_ids = await queuedOf(id)
    await act('pause', id)
    const organisation_id = world.organisations[0]
    const config = { ...world.config, smtpUrl: office.sink.url }
    for (const message_id of message_ids)
      await sendMessage.run(jobContext(world, { config }), { organisation_id, message_id })
    expect(office.receivers()).toEqual([])
    expect(await office.states(id)).toEqual({ queued: 3 })
    await act('resume', id)
    await office.work(id)
    expect(office.receivers()).toHaveLength(3)
    expect(await office.states(id)).toEqual({ accepted: 3 })
  })

  test('cancelled, what is not claimed never leaves; who got nothing is written to anew', async () => {
    const { id } = await started(3)
    const [first = 0] = await queuedOf(id, 2)
    const organisation_id = world.organisations[0]
    const config = { ...world.config, smtpUrl: office.sink.url }
    await sendMessage.run(jobContext(world, { config }), { organisation_id, message_id: first })
    expect((await act('cancel', id)).body.data).toMatchObject({ state: 'cancelled' })
    await office.work(id)
    expect(await office.states(id)).toEqual({ accepted: 1, cancelled: 2 })
    const refused = await act('again', id, { to: 'failed' })
    expect(refused.status).toBe(476)
    expect(refused.body.message).toMatch(/failed for nobody/)
    const again = await act('again', id, { to: 'rest' })
    expect(again.status, again.text).toBe(201)
    expect(again.body.data).toMatchObject({ state: 'draft', parent_id: id })
    await office.start(again.body.data.id)
    await office.work(again.body.data.id)
    const receivers = office.receivers()
    expect(receivers).toHaveLength(3)
    expect(new Set(receivers).size, 'without who got it').toBe(3)
  })

  test('every other move is refused with what would work', async () => {
    const { audience } = await customersOf(world, 1)
    const id = await office.draft(audience)
    const refuse = async (...names: string[]) => {
      for (const name of names) {
        const more = name === 'again' ? { to: 'rest' } : {}
        const reply = await act(name, id, more)
        expect(reply.status, `${name}: ${reply.text}`).toBe(476)
        expect(reply.body.message).toMatch(/It works while it is/)
      }
    }
    await refuse('pause', 'resume', 'cancel', 'again')
    await office.start(id)
    await refuse('preview', 'trial', 'start', 'resume', 'again')
    await act('pause', id)
    await refuse('preview', 'start', 'pause', 'again')
    await act('cancel', id)
    await refuse('preview', 'start', 'pause', 'resume', 'cancel')
    const { data } = await office.get(id)
    const change = { id, version: data.version, name: 'Other news' }
    expect((await manager.post('/bulkmessage', change)).status).toBe(476)
    expect((await manager.delete('/bulkmessage', { id })).status).toBe(476)
  })
})

describe('it stops by itself', () => {
  test('where the mail server does not take them, and goes on when it does', async () => {
    const { id } = await started(8)
    await office.work(id, { config: { ...world.config, smtpUrl: 'smtp://127.0.0.1:9' } })
    const { data } = await office.get(id)
    expect(data).toMatchObject({ state: 'paused' })
    expect(data.pause_reason).toMatch(/does not take them/)
    await act('resume', id)
    await office.work(id)
    expect(await office.states(id)).toEqual({ accepted: 8 })
    expect(new Set(office.receivers()).size).toBe(8)
  })

  test('where one of twenty cannot be delivered', async () => {
    office.sink.refuseRecipients(550, '5.7.1 refused')
    const { id } = await started(60)
    await office.work(id)
    const { data, info } = await office.get(id)
    expect(data.state).toBe('paused')
    expect(data.pause_reason).toMatch(/of the last 200 could not be delivered/)
    expect(info.progress.states.waiting).toBe(10)
    office.sink.reset()
    await act('resume', id)
    await office.work(id)
    expect(await office.states(id)).toEqual({ accepted: 10, failed: 50 })
    const again = await act('again', id, { to: 'failed' })
    expect((await office.preview(again.body.data.id)).total).toBe(50)
  })

  // Shows: T21
  test('where people complain', async () => {
    const { id } = await started(3)
    const [first = 0] = await queuedOf(id, 1)
    await world.owner.query(
      `insert into messageevents (organisation_id, message_id, event) values ($1, $2, 'complained')`,
      [world.organisations[0], first],
    )
    await world.owner.query('update bulkrecipients set taken_until = null where message_id = $1', [
      first,
    ])
    await office.work(id)
    const { data, info } = await office.get(id)
    expect(data).toMatchObject({ state: 'paused', pause_reason: 'somebody complained' })
    expect(info.progress.complained).toBe(1)
    await act('cancel', id)
  })
})

describe('a minute holds so many', () => {
  test('two workers together send no faster than the bucket lets them', async () => {
    await setUp(admin, { mail_per_minute: 600 })
    const { id } = await started(80)
    const began = performance.now()
    await Promise.all([office.work(id), office.work(id)])
    const seconds = (performance.now() - began) / 1000
    expect(office.receivers()).toHaveLength(80)
    // Sixty at once, the others ten a second.
    expect(seconds).toBeGreaterThan(1.5)
    await setUp(admin, { mail_per_minute: 0 })
  })

  test('an answer by hand leaves at once, and what the program sends waits for its turn', async () => {
    await setUp(admin, { mail_per_minute: 60 })
    await world.owner.query(
      `update sendingbuckets set tokens = -5, filled_at = now() where channel = 'email'`,
    )
    const organisation_id = world.organisations[0]
    const config = { ...world.config, smtpUrl: office.sink.url }
    const mail = (is_by_hand: boolean) =>
      world.database.write({ organisation_id, user_id: null }, (conn) =>
        queueMessage({ config }, conn, {
          kind: 'report',
          to: is_by_hand ? 'answer@example.nz' : 'later@example.nz',
          subject: 'Kia ora',
          text: 'Tēnā koe',
          key: `turn ${is_by_hand}`,
          is_by_hand,
        }),
      )
    const ids = [await mail(false), await mail(true)]
    const { rows } = await world.owner.query(
      `select priority from pgboss.job where name = 'send-message'
         and (data ->> 'message_id')::bigint = any($1) order by (data ->> 'message_id')::bigint`,
      [ids],
    )
    expect(rows, 'by hand before automatic').toEqual([{ priority: -1 }, { priority: 0 }])
    for (const message_id of ids)
      await sendMessage.run(jobContext(world, { config }), {
        organisation_id,
        message_id: message_id ?? 0,
      })
    expect(office.receivers()).toEqual(['answer@example.nz'])
    const { data } = (await manager.get('/message', { id: ids[0] ?? 0 })).body
    expect(data.status).toBe('queued')
    expect(Date.parse(data.not_before)).toBeGreaterThan(Date.now() + 3000)
    await setUp(admin, { mail_per_minute: 0 })
  })
})

test('while a message to many leaves, an answer by hand is gone within two seconds', async () => {
  const config = { ...world.config, smtpUrl: office.sink.url }
  const { database } = world
  const worker = startWorker({
    ...{ url: world.appUrl, database, config, clock: systemClock, schedules: [] },
    jobs: [sendBulk, sendMessage],
    log: () => undefined,
  })
  await worker.ready
  try {
    const { id } = await started(300)
    await expect.poll(() => office.receivers().length, { timeout: 20_000 }).toBeGreaterThan(20)
    const scope = { organisation_id: world.organisations[0], user_id: null }
    const began = performance.now()
    await database.write(scope, (conn) =>
      queueMessage({ config }, conn, {
        ...{ kind: 'report', to: 'soon@example.nz', subject: 'Kia ora', text: 'Tēnā koe' },
        ...{ key: 'an answer', is_by_hand: true },
      }),
    )
    const isThere = () => office.receivers().includes('soon@example.nz')
    await expect.poll(isThere, { timeout: 10_000, interval: 10 }).toBe(true)
    expect(performance.now() - began).toBeLessThan(2000)
    expect((await office.states(id)).waiting, 'and many still wait').toBeGreaterThan(0)
    await act('cancel', id)
  } finally {
    await worker.stop()
  }
})

test('at a quiet hour nothing is written, and it goes on in the morning', async () => {
  await setUp(admin, { sms_quiet_hours: '20:00-08:00' })
  const { audience } = await customersOf(world, 2, { phone_mobile: '+64215550999' })
  const id = await office.draft(audience, { channels: 'sms', text_sms: 'Kia ora' })
  await office.start(id)
  const at = (instant: string) => ({ clock: { now: () => new Date(instant) } })
  const next = async () => {
    const { rows } = await world.owner.query(
      `select start_after from pgboss.job where name = 'send-bulk'
         and (data ->> 'bulk_id')::bigint = $1 order by start_after desc limit 1`,
      [id],
    )
    return new Date(rows[0]?.start_after).toISOString()
  }
  const chatham = tomorrowAt('08:00', 'Pacific/Chatham')
  const auckland = tomorrowAt('08:00')
  await office.work(id, at(tomorrowAt('02:00')))
  expect(await next(), 'when the first of the two clocks strikes eight').toBe(chatham)
  await office.work(id, at(chatham))
  expect(await office.states(id)).toEqual({ waiting: 2 })
  expect(await next(), 'when the clock of both customers does').toBe(auckland)
  await office.work(id, at(auckland))
  expect(await house.got('+64215550999')).toHaveLength(2)
})
