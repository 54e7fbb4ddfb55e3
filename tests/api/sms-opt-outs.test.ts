import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import type { Clock } from '#server/kit/http/context.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { type Gateways, gateways, hookKey, setUp } from '#tests/support/gateways.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let house: Gateways
let user: Client
let manager: Client
let numbers = 0

beforeAll(async () => {
  house = await gateways()
  world = await makeWorld()
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  Object.assign(world.config, { publicUrl: url })
  ;[user, manager] = await Promise.all([world.as('user'), world.as('manager')])
  await setUp(await world.as('admin'), { sms_sender_service: '4321', sms_quiet_hours: 'none' })
  use('twilio')
  const [twilio, kudosity] = ['twilio', 'kudosity'].map(
    (name) => `${url}/api/v1/webhooks/${name}/${hookKey}`,
  )
  await house.control('hooks', { twilio, kudosity })
  await scope(world.owner, world.organisations[0])
})
afterEach(() => use('twilio'))
afterAll(async () => {
  await world.close()
  await house.close()
})

function use(provider: 'twilio' | 'kudosity') {
  const [organisation_id] = world.organisations
  const sms = house.channels[provider]
  world.config.channels = { organisations: [{ organisation_id, sms }] }
}

async function somebody(more: object = {}) {
  numbers += 1
  const number = `+64215560${String(numbers).padStart(3, '0')}`
  const { id } = await makeRow(manager, customer, { phone_mobile: number, ...more })
  return { customer_id: id, number }
}

async function work(more: { clock?: Clock } = {}) {
  // What is written by hand leaves once nobody takes it back.
  world.clock.advance(11_000)
  const given = { config: world.config, clock: world.clock, ...more }
  await house.control('quiet')
  await runQueue(world, given).catch(() => undefined)
  await house.control('quiet')
  await runQueue(world, given).catch(() => undefined)
}

async function sent(customer_id: number, text: string) {
  const reply = await user.put('/message/sms', { customer_id, text })
  expect(reply.status, reply.text).toBe(201)
  await work()
  return (await user.get('/message', { id: reply.body.data.id })).body
}

const entriesOf = async (contact: string) =>
  (await user.get('/messageblacklists', { contact })).body.data ?? []

test('STOP is kept beside what was said before, and START takes back the STOP alone', async () => {
  const { customer_id, number } = await somebody({ receive_sms_reminders: true })
  const answer = async (text: string) => {
    await house.control('answer', { number, to: '4321', text })
    await work()
  }
  const entry = async () => (await entriesOf(number))[0]
  const mild = { contact: number, type: 'sms', blocks: 'promotional', reason: 'Asked by phone' }
  expect((await user.put('/messageblacklist', mild)).status).toBe(201)
  await house.control('fate', { number, status: 'undelivered', code: '30005' })
  expect((await sent(customer_id, 'Are you there?')).data.status).toBe('bounced')
  expect(await entry()).toMatchObject({ source: 'bounce', blocks: 'everything' })
  await house.control('fate', { number, status: 'delivered' })
  await answer('STOP')
  await answer('Stop!')
  const sources = (await entry()).causes.map(({ source }: { source: string }) => source)
  expect(sources).toEqual(['bounce', 'stop', 'staff'])
  expect(await house.got(number), 'one confirmation').toHaveLength(2)
  const flags = (await user.get('/customer', { id: customer_id })).body.data
  expect(flags.receive_sms_reminders).toBe(false)
  await answer('START')
  expect(await house.got(number), 'they do not get them again').toHaveLength(2)
  const left = await entry()
  expect(left).toMatchObject({ source: 'bounce', blocks: 'everything' })
  // Somebody has talked to them: that it came back holds no longer.
  const { id, version } = left
  await manager.post('/messageblacklist', { id, version, blocks: 'promotional' })
  await answer('STOP')
  expect(await entry()).toMatchObject({ source: 'stop', blocks: 'everything' })
  await answer('START')
  expect(await entry()).toMatchObject({ source: 'bounce', blocks: 'promotional' })
  expect((await house.got(number)).at(-1)).toContain('text messages from us again')
})

test('each word is done as often as it is said, and answered once a day', async () => {
  use('twilio')
  const { number } = await somebody()
  const days = async (clock: Clock) => {
    for (const text of ['STOP', 'START', 'stop all', 'Unstop!', 'Quit', 'start', 'HELP', 'help?']) {
      await house.control('answer', { number, to: '4321', text })
      await work({ clock })
      if (/help/i.test(text)) continue
      const isListed = /stop|quit/i.test(text) && !/unstop/i.test(text)
      expect(await entriesOf(number), text).toHaveLength(isListed ? 1 : 0)
    }
  }
  await days(world.clock)
  const told = ['no more text messages', 'from us again', 'reach us at']
  const found = (words: string) => expect.stringContaining(words)
  expect(await house.got(number)).toEqual(told.map(found))
  const tomorrow = new Date(world.clock.now().getTime() + 24 * 3_600_000)
  await days({ now: () => tomorrow })
  expect(await house.got(number)).toEqual([...told, ...told].map(found))
})

test('a machine that answers each answer with STOP and START in turn comes to an end', async () => {
  const { number } = await somebody()
  for (let turn = 0; turn < 6; turn++) {
    const text = turn % 2 === 0 ? 'STOP' : 'START'
    await house.control('answer', { number, to: '4321', text })
    await work()
  }
  expect(await house.got(number)).toHaveLength(2)
})

test('who opts out anew has their new consent withdrawn, though they were listed all along', async () => {
  const { customer_id, number } = await somebody()
  const listing = { contact: number, type: 'sms', blocks: 'everything' }
  expect((await user.put('/messageblacklist', listing)).status).toBe(201)
  const agreed = { channel: 'sms', purpose: 'reminder', how: 'On the phone', contact: number }
  const states = async () =>
    (await user.get('/consents', { customer_id, purpose: 'reminder' })).body.data.map(
      ({ state }: { state: string }) => state,
    )
  for (const times of [1, 2]) {
    await user.put('/consent', { customer_id, ...agreed })
    for (const text of ['STOP', 'STOP']) {
      await house.control('answer', { number, to: '4321', text })
      await work()
    }
    expect(await states()).toHaveLength(2 * times)
    expect((await states())[0]).toBe('withdrawn')
  }
})

test('who opts out by a link of Kudosity gets no more, has no consent left, and is told once', async () => {
  use('kudosity')
  const { customer_id, number } = await somebody({ receive_sms_reminders: true })
  await sent(customer_id, 'Hello')
  await house.control('opt-out', { number, gateway: 'kudosity' })
  await work()
  expect(await entriesOf(number)).toMatchObject([
    { type: 'sms', blocks: 'everything', source: 'stop', customer_id },
  ])
  const { data } = (await user.get('/customer', { id: customer_id })).body
  expect(data.receive_sms_reminders).toBe(false)
  const refused = await user.put('/message/sms', { customer_id, text: 'Hello again' })
  expect(refused.status).toBe(476)
  await house.control('answer', { number, to: '4321', text: 'STOP', gateway: 'kudosity' })
  await work()
  expect(await entriesOf(number)).toHaveLength(1)
})

test('whatever else Kudosity tells is kept, answered with 204 and changes nothing', async () => {
  use('kudosity')
  const post = (path: string, body: string) =>
    fetch(`${world.config.publicUrl}/api/v1/webhooks/kudosity/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  const kept = async () =>
    (
      await world.owner.query(
        'select count(*)::int as count from gatewaycalls where handled_at is not null',
      )
    ).rows[0].count
  const before = await kept()
  const bodies = [
    { event_type: 'LINK_HIT', link_hit: { url: 'https://our.example' } },
    { event_type: 'OPT_OUT', opt_out: { source: 'LINK_HIT' } },
    { event_type: 'SMS_STATUS', status: { id: 'x', status: 'OTHER' } },
    {},
  ]
  for (const body of bodies) expect((await post(hookKey, JSON.stringify(body))).status).toBe(204)
  await work()
  expect(await kept()).toBe(before + bodies.length)
  expect((await post('another-key-of-somebody-else', '{}')).status).toBe(401)
})
