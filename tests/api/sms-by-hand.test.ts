import { afterAll, beforeAll, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { partner } from '#domain/partners/partner.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import { sendMessage } from '#server/messaging/outbox/send-message-job.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { type Gateways, gateways, hookKey, setUp } from '#tests/support/gateways.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let house: Gateways
let user: Client
let manager: Client

beforeAll(async () => {
  ;[world, house] = await Promise.all([makeWorld(), gateways()])
  ;[user, manager] = await Promise.all([world.as('user'), world.as('manager')])
  await setUp(await world.as('admin'), { sms_sender_service: '4321', sms_quiet_hours: 'none' })
  const [organisation_id] = world.organisations
  const organisations = [{ organisation_id, sms: house.channels.twilio }]
  const publicUrl = await world.app.listen({ port: 0, host: '127.0.0.1' })
  Object.assign(world.config, { channels: { organisations }, publicUrl })
  await house.control('hooks', { twilio: `${publicUrl}/api/v1/webhooks/twilio/${hookKey}` })
})
afterAll(async () => {
  await house.close()
  await world.close()
})

/** One try of the worker. */
async function tried(message_id: number, now?: string) {
  const [organisation_id] = world.organisations
  const clock = now ? { now: () => new Date(now) } : world.clock
  const job = jobContext(world, { config: world.config, clock })
  await sendMessage.run(job, { organisation_id, message_id })
  return (await user.get('/message', { id: message_id })).body.data
}

const threadNow = async (id: number) => (await user.get('/thread', { id })).body.data

test('one by hand leaves after ten seconds or at its moment, and comes back to its writer', async () => {
  const number = '+64215554323'
  const customer_id = (await makeRow(user, customer, { phone_mobile: number })).id
  const write = (text: string, more: object = {}) =>
    user.put('/message/sms', { customer_id, text, ...more })
  const words = `See ${world.config.publicUrl}/invoice/#${'x4Kd9fQ2mZp7LtRvB3nWc8YhJ6sGeA1u'}`
  const asked = await write(words)
  const { id, not_before } = asked.body.data
  expect(Date.parse(not_before) - world.clock.now().getTime()).toBeGreaterThan(5000)
  expect((await tried(id)).status, 'before its time').toBe('queued')
  expect((await (await world.as('accounting')).post('/message/takeback', { id })).status).toBe(403)
  const back = await user.post('/message/takeback', { id })
  expect(back.body.data).toMatchObject({ status: 'cancelled', not_before: null })
  expect(back.body.info.words, 'as they were typed, with their link').toBe(words)
  expect((await tried(id, new Date(Date.parse(not_before) + 1).toISOString())).status).toBe(
    'cancelled',
  )
  expect(await house.got(number)).toEqual([])
  const day = 86_400_000
  const at = new Date(world.clock.now().getTime() + day).toISOString()
  const later = await write(words, { not_before: at })
  expect(later.body.data, 'the same words are no longer on their way').toMatchObject({
    not_before: at,
    waits_until: null,
  })
  const taken = await manager.post('/message/takeback', { id: later.body.data.id })
  expect(taken.body.data.status).toBe('cancelled')
  expect(taken.body.info.words, 'to its writer alone').toBeNull()
  const past = await write(words, { not_before: '2020-01-01T00:00:00Z' })
  expect(past.body.errors[0]).toMatchObject({ field: 'not_before' })
})

/** What a phone sends, and what the office knows of it then. */
async function texted(number: string, text: string) {
  await house.control('answer', { number, to: '4321', text })
  await house.control('quiet')
  await runQueue(world, { config: world.config, clock: world.clock }).catch(() => undefined)
  return (await user.get('/threads', { order: '-last_at', limit: 1 })).body.data[0]
}

test('a number nobody knows is offered to whose it is, remembered, and answered there', async () => {
  const number = '+64215554331'
  const { id: supplier_id } = await makeRow(manager, supplier, { name: 'Lines Ltd', phone: number })
  const stranger = await texted(number, 'Which meter did you mean?')
  expect(stranger).toMatchObject({ address: number, supplier_id: null })
  const { candidates } = (await user.get('/thread', { id: stranger.id })).body.info
  expect(candidates).toMatchObject([{ object: 'supplier', id: supplier_id, reason: 'address' }])
  const first = await user.put('/message/sms', { thread_id: stranger.id, text: 'Who is it?' })
  expect(first.status, first.text).toBe(201)
  expect(await threadNow(stranger.id)).toMatchObject({ state: 'waiting', last_direction: 'out' })
  await user.post('/thread/match', { id: stranger.id, supplier_id })
  const thread = await texted(number, 'It is Lines')
  expect(thread, 'it is known from then on').toMatchObject({ supplier_id, unread: 2 })
  const answer = await user.put('/message/sms', {
    thread_id: thread.id,
    text: 'The one in the hall',
  })
  expect(answer.status, answer.text).toBe(201)
  const { data } = (await user.get('/message', { id: answer.body.data.id })).body
  expect(data).toMatchObject({ supplier_id, thread_id: thread.id, recipient: number })
})

test('an answer to a text message that we began is in the thread it was written in', async () => {
  const number = '+64215554332'
  const { id: partner_id } = await makeRow(manager, partner, { name: 'Rae', phone: number })
  const stranger = await texted('+64215554333', 'Kia ora')
  await user.post('/thread/match', { id: stranger.id, partner_id })
  const thread = (await user.get('/threads', { partner_id })).body.data[0]
  const sent = await user.put('/message/sms', { thread_id: thread.id, text: 'Are you well?' })
  expect((await user.get('/message', { id: sent.body.data.id })).body.data.recipient).toBe(number)
  expect(await texted(number, 'I am')).toMatchObject({ partner_id, last_words: 'I am' })
  const both = { thread_id: thread.id, customer_id: 1, text: 'Whose?' }
  expect((await user.put('/message/sms', both)).status).toBe(400)
  const other = await world.as('other')
  const foreign = await other.put('/message/sms', { thread_id: thread.id, text: 'Not yours' })
  expect(foreign.status, foreign.text).toBe(404)
})

test('one that is being written is kept as it is typed, and gone once it is on its way', async () => {
  const { id: customer_id } = await makeRow(user, customer, { phone_mobile: '+64215554334' })
  const begun = { type: 'sms', customer_id, text_plain: 'We come on Tues', purpose: 'promotional' }
  const kept = await user.put('/message', begun)
  expect(kept.status, kept.text).toBe(201)
  const { id, version, thread_id } = kept.body.data
  expect(kept.body.data).toMatchObject({ type: 'sms', status: 'draft', purpose: 'promotional' })
  expect(await threadNow(thread_id)).toMatchObject({ last_words: null })
  const text_plain = 'We come on Tuesday'
  const revised = { id, version, text_plain, purpose: 'service' }
  expect((await user.post('/message', revised)).body.data).toMatchObject({ text_plain })
  expect((await user.post('/message/send', { id })).status, 'it has a call of its own').toBe(476)
  const titled = { ...begun, subject: 'A subject' }
  expect((await user.put('/message', titled)).body.errors).toMatchObject([{ field: 'subject' }])
  const strangers = await makeRow(user, customer, { phone_mobile: '+64215554335' })
  const foreign = { customer_id: strangers.id, text: text_plain, draft_id: id }
  expect((await user.put('/message/sms', foreign)).status).toBe(404)
  const sent = await user.put('/message/sms', { customer_id, text: text_plain, draft_id: id })
  expect(sent.status, sent.text).toBe(201)
  const left = (await user.get('/messages', { thread_id })).body.data
  expect(left.map((one: { id: number }) => one.id)).toEqual([sent.body.data.id])
  const mail = { type: 'email', customer_id, text_plain: 'Buy', purpose: 'promotional' }
  expect((await user.put('/message', mail)).body.errors).toMatchObject([{ field: 'purpose' }])
})
