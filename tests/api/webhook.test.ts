import { afterEach, beforeEach, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { deliverWebhooks } from '#server/webhooks/deliver-webhooks-job.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { make } from '#tests/support/make.ts'
import { everyWarning } from '#tests/support/supplied.ts'
import { standardSignature, webhookReceiver } from '#tests/support/webhook-receiver.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'

const HOUR_MS = 3_600_000
let world: World
let admin: Client
let receiver: Awaited<ReturnType<typeof webhookReceiver>>

beforeEach(async () => {
  world = await makeWorld({ outboundLoopback: true })
  admin = await world.as('admin')
  receiver = await webhookReceiver()
})
afterEach(async () => {
  await receiver.close()
  await world.close()
})

const deliver = () => deliverWebhooks.run(jobContext(world), {})
const log = async (id: number) => (await admin.get('/webhook/deliveries', { id })).body.data
const told = () => receiver.received.map(({ body }) => JSON.parse(body))

async function makeHook(events = ['customer.created', 'customer.changed', 'customer.deleted']) {
  const made = await admin.put('/webhook', { name: 'Warehouse', url: receiver.url, events })
  expect(made.status, made.text).toBe(201)
  return made.body.data as { id: number; secret: string }
}

async function makeCustomer(): Promise<{ id: number; version: number }> {
  const made = await admin.put('/customer', make(customer))
  expect(made.status, made.text).toBe(201)
  return made.body.data
}

// Shows: T15, V4.1.5
test('what happens to a customer is told in order, with ids alone, signed', async () => {
  const { secret } = await makeHook()
  const { id, version } = await makeCustomer()
  await admin.post('/customer', { id, version, name: 'Another name' })
  expect(receiver.received).toEqual([])
  await deliver()
  expect(told()).toEqual([
    {
      id: expect.stringMatching(/^msg_[0-9a-f]{32}$/),
      type: 'customer.created',
      timestamp: expect.any(String),
      organisation_id: world.organisations[0],
      object: { class: 'customer', id, version: 1, state: null },
    },
    expect.objectContaining({ type: 'customer.changed' }),
  ])
  for (const one of receiver.received) {
    expect(one.headers['webhook-signature']).toBe(standardSignature(secret, one))
    expect(one.headers['webhook-id']).toBe(JSON.parse(one.body).id)
    const sentAt = Number(one.headers['webhook-timestamp']) * 1000
    expect(Math.abs(sentAt - world.clock.now().getTime())).toBeLessThan(60_000)
  }
  await deliver()
  expect(receiver.received).toHaveLength(2)
})

test('only what was chosen is told, and nothing of a change that was undone', async () => {
  await makeHook(['customer.deleted'])
  const { id } = await makeCustomer()
  await scope(world.owner, world.organisations[0])
  await world.owner.query('begin')
  await world.owner.query('update customers set deleted_at = now() where id = $1', [id])
  await world.owner.query('rollback')
  await deliver()
  expect(receiver.received).toEqual([])
  expect((await admin.delete('/customer', { id })).status).toBe(262)
  await deliver()
  expect(told()).toMatchObject([{ type: 'customer.deleted', object: { id } }])
})

test('an invoice that money settles tells that it is paid, whoever booked the money', async () => {
  await makeHook(['invoice.invoiced', 'invoice.cleared', 'invoicepayment.created'])
  const email = 'books@example.co.nz'
  const { id: customer_id } = await makeRow(admin, customer, { email })
  const lines = [{ name: 'Energy', quantity: '1', rate: '100.00', unit: 'each' }]
  const made = await admin.put('/invoice', { customer_id, lines })
  expect(made.status, made.text).toBe(201)
  const { id } = made.body.data
  const approved = await admin.post('/invoice/approve', { id, acknowledge: everyWarning })
  expect(approved.status, approved.text).toBeLessThan(300)
  expect((await admin.post('/invoice/send', { id })).status).toBeLessThan(300)
  const money = { customer_id, amount_incl_gst: '115.00', payment_date: '2026-05-19' }
  const paid = await admin.put('/invoicepayment', money)
  expect(paid.status, paid.text).toBe(201)
  await deliver()
  const toldOf = (wanted: string) =>
    told()
      .filter(({ object }) => object.class === wanted)
      .map(({ type, object }) => [type, object.id, object.state])
  expect(toldOf('invoice')).toEqual([
    ['invoice.invoiced', id, 'invoiced'],
    ['invoice.cleared', id, 'cleared'],
  ])
  const payment = ['invoicepayment.created', paid.body.data.id, 'received']
  expect(toldOf('invoicepayment')).toEqual([payment])
})

test('another organisation hears and sees nothing of it', async () => {
  const { id } = await makeHook()
  const other = await world.as('other')
  expect((await other.put('/customer', make(customer))).status).toBe(201)
  await deliver()
  expect(receiver.received).toEqual([])
  expect((await other.get('/webhooks')).body.data).toEqual([])
  expect((await other.get('/webhook/deliveries', { id })).status).toBe(404)
  expect((await other.delete('/webhook', { id })).status).toBe(404)
  for (const call of ['/webhook/test', '/webhook/rotate'])
    expect((await other.post(call, { id })).status, call).toBe(404)
  const sent = await admin.post('/webhook/test', { id })
  const again = await other.post('/webhook/resend', { delivery_id: sent.body.data.id })
  expect(again.status).toBe(404)
})

test('a secret is shown once, kept sealed, and changes with a day for both', async () => {
  const { id, secret } = await makeHook()
  const { rows } = await world.owner.query('select * from webhook_secrets')
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect((await admin.get('/webhooks')).text).not.toContain('whsec_')
  const fresh = (await admin.post('/webhook/rotate', { id })).body.data.secret
  const signaturesNow = async () => {
    expect((await admin.post('/webhook/test', { id })).status).toBe(200)
    await deliver()
    const one = receiver.received.at(-1)
    if (!one) throw new Error('Nothing arrived.')
    return { given: one.headers['webhook-signature']?.split(' '), one }
  }
  const both = await signaturesNow()
  const wanted = [fresh, secret].map((each) => standardSignature(each, both.one))
  expect(both.given).toEqual(wanted)
  world.clock.advance(25 * HOUR_MS)
  admin = await world.as('admin')
  const later = await signaturesNow()
  expect(later.given).toEqual([standardSignature(fresh, later.one)])
})

// Shows: R23
test('what fails is tried again under the same id, later events of it wait', async () => {
  const { id: hook } = await makeHook()
  receiver.state.status = 500
  receiver.state.text = 'Out of order'
  const { id, version } = await makeCustomer()
  await admin.post('/customer', { id, version, name: 'Another name' })
  await deliver()
  await deliver()
  expect(told().map(({ type }) => type)).toEqual(['customer.created'])
  const [, first] = await log(hook)
  const failed = { delivery_status: 'waiting', attempts: 1, answer_status: 500 }
  expect(first).toMatchObject({ ...failed, answer: 'Out of order', answer_ms: expect.any(Number) })
  receiver.state.status = 204
  world.clock.advance(61_000)
  await deliver()
  expect(told().map(({ type }) => type)).toEqual([
    'customer.created',
    'customer.created',
    'customer.changed',
  ])
  expect(told()[1].id).toBe(told()[0].id)
})

test('after a day and a half it is given up, and the admins have a task', async () => {
  const { id: hook } = await makeHook()
  receiver.state.status = 503
  await makeCustomer()
  for (let hours = 0; hours < 42; hours++) {
    await deliver()
    world.clock.advance(HOUR_MS)
  }
  admin = await world.as('admin')
  expect(await log(hook)).toMatchObject([{ delivery_status: 'failed' }])
  const tasks = (await admin.get('/tasks')).body.data
  expect(tasks).toMatchObject([{ subject: 'Webhook "Warehouse" does not answer' }])
  const [{ id: delivery_id }] = await log(hook)
  receiver.state.status = 200
  expect((await admin.post('/webhook/resend', { delivery_id })).status).toBe(200)
  await deliver()
  expect(await log(hook)).toMatchObject([{ delivery_status: 'delivered', answer_status: 200 }])
  expect(new Set(told().map(({ id }) => id)).size).toBe(1)
  expect((await admin.get('/tasks')).body.data).toMatchObject([{ task_status: 'done' }])
})

// Shows: R23
test('a hook at which nothing arrives for days is switched off, and the admins are told', async () => {
  const { id } = await makeHook()
  receiver.state.status = 500
  for (let days = 0; days < 5; days++) {
    admin = await world.as('admin')
    await makeCustomer()
    await deliver()
    world.clock.advance(24 * HOUR_MS)
  }
  admin = await world.as('admin')
  const [hook] = (await admin.get('/webhooks')).body.data
  expect(hook).toMatchObject({ id, is_active: false, switched_off_at: expect.any(String) })
  const { rows } = await world.owner.query(
    `select mail_to from letters where unique_key like 'webhook %' order by mail_to`,
  )
  expect(rows.length).toBeGreaterThan(0)
  const before = receiver.received.length
  await deliver()
  expect(receiver.received.length).toBe(before)
  expect((await admin.post('/webhook/test', { id })).status).toBe(476)
  receiver.state.status = 204
  expect((await admin.post('/webhook', { id, is_active: true })).status).toBe(261)
  await deliver()
  expect(receiver.received.length).toBeGreaterThan(before)
})

test('two workers at once tell everything once', async () => {
  await makeHook(['customer.created'])
  for (let count = 0; count < 12; count++) await makeCustomer()
  receiver.state.status = 500
  await deliver()
  expect(receiver.received.splice(0)).toHaveLength(12)
  receiver.state.status = 204
  receiver.state.hold = new Promise((resolve) => setTimeout(resolve, 500))
  world.clock.advance(61_000)
  await Promise.all([deliver(), deliver(), deliver()])
  const ids = told().map(({ object }) => object.id)
  expect(ids).toHaveLength(12)
  expect(new Set(ids).size).toBe(12)
})

// Shows: R10
test('a worker that dies between telling and noting loses nothing, and the id is the same', async () => {
  const { id: hook } = await makeHook(['customer.created'])
  await makeCustomer()
  const { database } = world
  const dying = {
    ...database,
    write: (async (to, work) => {
      if (receiver.received.length > 0) throw new Error('killed')
      return database.write(to, work)
    }) as typeof database.write,
  }
  const killed = deliverWebhooks.run(jobContext(world, { database: dying }), {})
  await expect(killed).rejects.toThrow('killed')
  expect(await log(hook)).toMatchObject([{ delivery_status: 'waiting', attempts: 1 }])
  await deliver()
  expect(receiver.received).toHaveLength(1)
  world.clock.advance(61_000)
  await deliver()
  expect(told().map(({ id }) => id)).toEqual([told()[0].id, told()[0].id])
  expect(await log(hook)).toMatchObject([{ delivery_status: 'delivered', attempts: 2 }])
})

// Shows: T16
test('addresses inside are refused when they are typed, and again when they are called', async () => {
  const events = ['customer.created']
  for (const url of ['http://example.co.nz/', 'https://10.0.0.1/', 'https://[fd00::1]/', 'x']) {
    const refused = await admin.put('/webhook', { name: 'Inside', url, events })
    expect(refused.status, url).toBe(400)
    expect(refused.body.errors[0].field).toBe('url')
  }
  const { id } = await makeHook(events)
  await makeCustomer()
  const config = { ...world.config, outboundLoopback: false }
  await deliverWebhooks.run(jobContext(world, { config }), {})
  expect(receiver.state.connections).toBe(0)
  expect(await log(id)).toMatchObject([{ answer: 'The address must begin with https://.' }])
})

test('it takes an admin with a fresh proof, and an event that exists', async () => {
  const manager = await world.as('manager')
  expect((await manager.get('/webhooks')).status).toBe(403)
  const sent = { name: 'A', url: 'https://example.co.nz/', events: ['customer.created'] }
  world.clock.advance(6 * 60_000)
  expect((await admin.put('/webhook', sent)).status).toBe(403)
  expect((await admin.post('/user/stepup', { password })).status).toBe(200)
  for (const events of [[], ['customer.eaten'], ['webhook.test']])
    expect((await admin.put('/webhook', { ...sent, events })).status).toBe(400)
  expect((await admin.put('/webhook', sent)).status).toBe(201)
  expect((await admin.put('/webhook', sent)).status).toBe(468)
})

test('the log is kept for thirty days', async () => {
  const { id } = await makeHook(['customer.created'])
  await makeCustomer()
  await deliver()
  world.clock.advance(29 * 24 * HOUR_MS)
  await deliver()
  admin = await world.as('admin')
  expect(await log(id)).toHaveLength(1)
  world.clock.advance(2 * 24 * HOUR_MS)
  await deliver()
  admin = await world.as('admin')
  expect(await log(id)).toEqual([])
})
