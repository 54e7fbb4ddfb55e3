import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import type { Clock } from '#server/kit/http/context.ts'
import { sendMessage } from '#server/messaging/outbox/send-message-job.ts'
import { settleMessages } from '#server/messaging/outbox/settle-messages-job.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { type Gateways, gateways, hookKey, setUp } from '#tests/support/gateways.ts'
import { jobContext } from '#tests/support/job-context.ts'
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
afterEach(async () => {
  await house.control('hooks', { mode: 'normal' })
  use('twilio')
})
afterAll(async () => {
  await world.close()
  await house.close()
})

function use(provider: 'twilio' | 'kudosity', more: { answers_stop?: boolean } = {}) {
  const sms = { ...house.channels[provider], ...more }
  const [organisation_id] = world.organisations
  world.config.channels = { organisations: [{ organisation_id, sms }] }
}

async function somebody(more: object = {}) {
  numbers += 1
  const phone_mobile = `+64215550${String(numbers).padStart(3, '0')}`
  const { id } = await makeRow(manager, customer, { phone_mobile, ...more })
  return {
    customer_id: id,
    number: (more as { phone_mobile?: string }).phone_mobile ?? phone_mobile,
  }
}

const write = (customer_id: number, text: string, more: object = {}) =>
  user.put('/message/sms', { customer_id, text, ...more })

async function work(more: object = {}) {
  // What is written by hand leaves once nobody takes it back.
  world.clock.advance(11_000)
  const given = { config: world.config, clock: world.clock, ...more }
  await runQueue(world, given).catch(() => undefined)
  await house.control('quiet')
  await runQueue(world, given).catch(() => undefined)
}

const read = async (id: number) => (await user.get('/message', { id })).body

async function sent(customer_id: number, text: string) {
  const reply = await write(customer_id, text)
  expect(reply.status, reply.text).toBe(201)
  await work()
  return read(reply.body.data.id)
}

const settle = () => {
  world.clock.advance(3 * 60_000)
  return settleMessages.run(jobContext(world), {})
}

describe.each(['twilio', 'kudosity'] as const)('through %s', (provider) => {
  test('a text message reaches the phone once, and comes back as delivered', async () => {
    use(provider)
    const { customer_id, number } = await somebody()
    const { data, info } = await sent(customer_id, 'Your bill is ready.')
    expect(data).toMatchObject({
      type: 'sms',
      kind: 'sms',
      status: 'delivered',
      recipient: number,
      sender: '4321',
      segments: 1,
      provider,
      sent: true,
    })
    expect(data.provider_id).toMatch(/^SM/)
    expect(await house.got(number)).toEqual([expect.stringMatching(/: Your bill is ready\.$/)])
    const events = info.events.map(({ event }: { event: string }) => event)
    expect(events[0]).toBe('queued')
    expect(events).toContain('delivered')
  })

  test('an answer that was lost is looked up, and nothing is sent twice', async () => {
    use(provider)
    const { customer_id, number } = await somebody()
    await house.control('hooks', { mode: 'drop' })
    await house.control('faults', { mode: 'accept and hang up' })
    const { data } = await sent(customer_id, 'Only once, please.')
    expect(data.status).toBe('unconfirmed')
    await settle()
    await work()
    const found = await read(data.id)
    expect(found.data.status).toBe('accepted')
    expect(found.data.provider_id).toMatch(/^SM/)
    expect(await house.got(number)).toHaveLength(1)
  })

  test('what the gateway surely never got is sent once more', async () => {
    use(provider)
    const { customer_id, number } = await somebody()
    await house.control('faults', { mode: 'hang up' })
    const { data } = await sent(customer_id, 'Did you get this?')
    expect(data.status).toBe('unconfirmed')
    await settle()
    await work()
    expect((await read(data.id)).data.status).toBe('delivered')
    expect(await house.got(number)).toHaveLength(1)
  })

  test('too many at once wait, an error of theirs is looked up', async () => {
    use(provider)
    const { customer_id, number } = await somebody()
    await house.control('faults', { mode: '429' })
    const { data } = await sent(customer_id, 'One of many')
    expect(data).toMatchObject({ status: 'queued', attempts: 1 })
    world.clock.advance(61_000)
    const [organisation_id] = world.organisations
    await sendMessage.run(jobContext(world), { organisation_id, message_id: data.id })
    await work()
    expect((await read(data.id)).data).toMatchObject({ status: 'delivered', attempts: 2 })
    await house.control('faults', { mode: '500' })
    const other = (await sent(customer_id, 'Another of many')).data
    expect(other.status).toBe('unconfirmed')
    await settle()
    await work()
    expect((await read(other.id)).data.status).toBe('delivered')
    expect(await house.got(number)).toHaveLength(2)
  })

  test('reports that come twice, late and in another order move nothing back', async () => {
    use(provider)
    const { customer_id } = await somebody()
    await house.control('hooks', { mode: 'hold' })
    const { data } = await sent(customer_id, 'In any order')
    expect(data.status).toBe('accepted')
    await house.control('hooks', { mode: 'twice' })
    await house.control('release')
    await work()
    expect((await read(data.id)).data.status).toBe('delivered')
    const { info } = await read(data.id)
    expect(
      info.events.filter(({ event }: { event: string }) => event === 'delivered'),
    ).toHaveLength(1)
  })

  test('one that cannot be delivered comes back, and a number nobody has is listed', async () => {
    use(provider)
    const { customer_id, number } = await somebody()
    await house.control('fate', { number, status: 'undelivered', code: '30003' })
    expect((await sent(customer_id, 'Are you there?')).data.status).toBe('bounced')
    await house.control('fate', { number, status: 'undelivered', code: '30005' })
    expect((await sent(customer_id, 'And now?')).data.status).toBe('bounced')
    const [entry] = (await user.get('/messageblacklists', { contact: number })).body.data
    expect(entry).toMatchObject({ type: 'sms', blocks: 'everything', source: 'bounce' })
    expect((await write(customer_id, 'Hello?')).status).toBe(476)
  })

  test('STOP ends everything at once, is confirmed once, and START begins again', async () => {
    use(provider)
    const { customer_id, number } = await somebody({ receive_sms_reminders: true })
    await sent(customer_id, 'Hello')
    const waiting = (await write(customer_id, 'On its way')).body.data.id
    const answer = (text: string) =>
      house.control('answer', { number, to: '4321', text, gateway: provider })
    await answer(' stop. ')
    await house.control('quiet')
    // The answer is looked at before the message that waits.
    await world.owner.query(`update pgboss.job set created_on = now() + interval '1 hour'
      where name = 'send-message'`)
    await work()
    expect((await read(waiting)).data).toMatchObject({ status: 'blocked', error_code: 'list' })
    const [entry] = (await user.get('/messageblacklists', { contact: number })).body.data
    expect(entry).toMatchObject({ type: 'sms', blocks: 'everything', source: 'stop', customer_id })
    const flags = (await user.get('/customer', { id: customer_id })).body.data
    expect(flags.receive_sms_reminders).toBe(false)
    const lines = (await user.get('/consents', { customer_id })).body.data
    expect(lines.map(({ state }: { state: string }) => state)).toEqual(['withdrawn', 'withdrawn'])
    await answer('STOP')
    await work()
    expect(await house.got(number)).toHaveLength(2)
    expect((await house.got(number))[1]).toContain('no more text messages')
    expect((await write(customer_id, 'Please come back')).body.message).toContain('START')
    await answer('start')
    await work()
    expect((await sent(customer_id, 'Welcome back')).data.status).toBe('delivered')
    const all = (await user.get('/messages', { customer_id, direction: 'in' })).body.data
    expect(all.map(({ text_plain }: { text_plain: string }) => text_plain).sort()).toEqual(
      [' stop. ', 'STOP', 'start'].sort(),
    )
  })
})

test('errors of Twilio are told, and who opted out or has no mobile there is listed', async () => {
  const { customer_id, number } = await somebody()
  await house.control('opt-out', { number })
  const { data } = await sent(customer_id, 'Hello')
  expect(data).toMatchObject({ status: 'failed', error_code: '21610' })
  const [entry] = (await user.get('/messageblacklists', { contact: number })).body.data
  expect(entry.source).toBe('stop')
})

test('HELP is answered once a day, and where the gateway answers STOP itself we do not', async () => {
  use('twilio', { answers_stop: true })
  const { number } = await somebody()
  await house.control('answer', { number, to: '4321', text: 'Help' })
  await work()
  expect(await house.got(number)).toEqual([expect.stringContaining('reach us at')])
  await house.control('answer', { number, to: '4321', text: 'help!' })
  await work()
  expect(await house.got(number)).toHaveLength(1)
  const tomorrow = new Date(world.clock.now().getTime() + 24 * 3_600_000)
  await house.control('answer', { number, to: '4321', text: 'HELP' })
  await work({ clock: { now: () => tomorrow } })
  expect(await house.got(number)).toHaveLength(2)
  await house.control('answer', { number, to: '4321', text: 'STOP' })
  await work()
  expect(await house.got(number)).toHaveLength(2)
  expect((await user.get('/messageblacklists', { contact: number })).body.data).toHaveLength(1)
})

test('an answer from a number of several customers is whose was written to last', async () => {
  const first = await somebody()
  const second = await somebody({ phone_mobile: first.number })
  const { number } = first
  const owner = async (text: string, clock = world.clock as Clock) => {
    await house.control('answer', { number, to: '4321', text })
    await house.control('quiet')
    await work({ clock })
    const found = (await user.get('/messages', { direction: 'in', type: 'sms' })).body.data
    return found.find((one: { text_plain: string }) => one.text_plain === text)?.customer_id
  }
  expect(await owner('Who am I?')).toBeNull()
  await sent(second.customer_id, 'Hello, second')
  expect(await owner('Me')).toBe(second.customer_id)
  await sent(first.customer_id, 'Hello, first')
  expect(await owner('Me again')).toBe(first.customer_id)
  const later = new Date(world.clock.now().getTime() + 31 * 24 * 3_600_000)
  expect(await owner('Much later', { now: () => later })).toBeNull()
})

test('a stranger’s number that somebody said belongs to a customer does so from then on', async () => {
  const { customer_id } = await somebody()
  const number = '+64215558123'
  const say = async (text: string) => {
    await house.control('answer', { number, to: '4321', text })
    await work()
  }
  await say('Who are you?')
  const [stranger] = (await user.get('/threads', { address: number })).body.data
  expect(stranger).toMatchObject({ customer_id: null, unread: 1 })
  const joined = await user.post('/thread/match', { id: stranger.id, customer_id })
  expect(joined.status, joined.text).toBe(200)
  await say('It is me again')
  const came = (await user.get('/messages', { customer_id, direction: 'in', order: 'id' })).body
    .data
  expect(came.map((one: { text_plain: string }) => one.text_plain)).toEqual([
    'Who are you?',
    'It is me again',
  ])
})

test('one that left is sent again, to the same phone or another, and not to who opted out', async () => {
  const { customer_id, number } = await somebody()
  const { data } = await sent(customer_id, 'Your meter is read on Friday')
  const other = '+64215559555'
  const again = await user.post('/message/resend', { id: data.id, to: other })
  expect(again.status, again.text).toBe(201)
  expect(again.body.data).toMatchObject({ type: 'sms', recipient: other, parent_id: data.id })
  await work()
  expect(await house.got(other)).toEqual(await house.got(number))
  const landline = await user.post('/message/resend', { id: data.id, to: '+6449771234' })
  expect(landline.status).toBe(400)
  expect(landline.body.errors[0]).toMatchObject({ field: 'to' })
  await house.control('answer', { number, to: '4321', text: 'STOP' })
  await house.control('quiet')
  await work()
  const stopped = await user.post('/message/resend', { id: data.id })
  expect(stopped.status).toBe(476)
})

test('whoever answers has got it, though the gateway never said so', async () => {
  const { customer_id, number } = await somebody()
  await house.control('hooks', { mode: 'drop' })
  const { data } = await sent(customer_id, 'Is the gate open?')
  expect(data.status).toBe('accepted')
  await house.control('hooks', { mode: 'normal' })
  await house.control('answer', { number, to: '4321', text: 'It is' })
  await house.control('quiet')
  await work()
  expect((await user.get('/message', { id: data.id })).body.data.status).toBe('delivered')
})

// Shows: T15
test('what a gateway did not sign is refused and leaves no row', async () => {
  const count = async () =>
    Number((await world.owner.query('select count(*) from gatewaycalls')).rows[0].count)
  const before = await count()
  const post = (path: string, body: string, headers: Record<string, string>) =>
    fetch(`${world.config.publicUrl}/api/v1/webhooks/${path}`, { method: 'POST', headers, body })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = 'MessageSid=SM1&From=%2B6421555001&To=4321&Body=STOP'
  const signed = { ...form, 'x-twilio-signature': 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' }
  const refusals = await Promise.all([
    post(`twilio/${hookKey}`, body, form),
    post(`twilio/${hookKey}`, body, signed),
    post('twilio/another-key-of-somebody-else', body, signed),
    post('kudosity/another-key-of-somebody-else', '{}', { 'content-type': 'application/json' }),
    post(`kudosity/${hookKey}`, '{}', { 'content-type': 'application/json' }),
  ])
  expect(refusals.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
  expect(await count()).toBe(before)
})

test('what could never be sent is refused with its field', async () => {
  const { customer_id } = await somebody()
  const field = async (text: string, more: object = {}) => {
    const reply = await write(customer_id, text, more)
    expect(reply.status, reply.text).toBe(400)
    return reply.body.errors[0].field
  }
  expect(await field('Hello', { to: '+6449771234' })).toBe('to')
  expect(await field('Hello', { to: '+61491570156' })).toBe('to')
  expect(await field('Hello', { to: 'nobody' })).toBe('to')
  expect(await field('See https://bit.ly/3xyz')).toBe('text')
  expect(await field('See bit.ly/3xyz')).toBe('text')
  expect(await field('a'.repeat(950))).toBe('text')
  const promotional = await write(customer_id, 'Save now', { purpose: 'promotional' })
  expect(promotional.status).toBe(501)
  const foreign = await (await world.as('other')).put('/message/sms', { customer_id, text: 'Hi' })
  expect([400, 501]).toContain(foreign.status)
})

test('fields of the customer are printed, counted and sent as the preview shows them', async () => {
  const { customer_id, number } = await somebody({ name: 'Wiremu Tāwhai' })
  const text = 'Kia ora {{customer_name}}'
  const shown = await user.post('/message/sms/preview', { customer_id, text })
  expect(shown.body.data).toMatchObject({ segments: 1 })
  expect(shown.body.data.text).toContain('Kia ora Wiremu Tāwhai')
  await sent(customer_id, text)
  expect(await house.got(number)).toEqual([shown.body.data.text])
  const wrong = await user.post('/message/sms/preview', { customer_id, text: '{{custmer_name}}' })
  expect(wrong.status).toBe(400)
  expect(wrong.body.errors[0]).toMatchObject({ field: 'text' })
  expect(wrong.body.errors[0].message).toMatch(/^Line 1, column \d+: /)
})

test('without a gateway nothing is offered, and a preview says what it costs', async () => {
  const { customer_id } = await somebody()
  const asked = { customer_id, text: `Kia ora Māui ${'x'.repeat(80)}` }
  const { data } = (await user.post('/message/sms/preview', asked)).body
  expect(data).toMatchObject({ segments: 2, max_segments: 6, from: '4321', stop: null })
  world.config.channels = { organisations: [] }
  expect((await user.post('/message/sms/preview', asked)).status).toBe(501)
  expect((await write(customer_id, 'Hello')).status).toBe(501)
})

// Shows: R36
test('a demonstration’s text messages go to its doubles and nowhere else', async () => {
  const { customer_id, number } = await somebody()
  const [organisation_id] = world.organisations
  const real = { ...house.channels.twilio, url: 'http://127.0.0.1:9' }
  world.config.channels = { organisations: [{ organisation_id, sms: real }] }
  const asDemo = (demo: boolean) =>
    world.owner.query('update organisations set demo = $2 where id = $1', [organisation_id, demo])
  await asDemo(true)
  expect((await write(customer_id, 'To nobody')).status).toBe(501)
  world.config.phoneDouble = { controlUrl: '', channelOf: () => house.channels.twilio }
  expect((await sent(customer_id, 'To the double')).data.status).toMatch(/accepted|delivered/)
  world.config.phoneDouble = undefined
  await asDemo(false)
  expect(await house.got(number)).toHaveLength(1)
})
