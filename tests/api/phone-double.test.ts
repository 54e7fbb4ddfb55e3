import { afterAll, beforeAll, expect, test } from 'vitest'
import { reachPhones } from '#demo/gateways/reach-phones.ts'
import { customer } from '#domain/customers/customer.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { type Gateways, gateways, hookKey, setUp } from '#tests/support/gateways.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let house: Gateways
let user: Client
const number = '+64215559001'

beforeAll(async () => {
  house = await gateways()
  world = await makeWorld()
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const phoneDouble = reachPhones({ url: house.channels.twilio.url, secret: hookKey })
  Object.assign(world.config, { publicUrl: url, phoneDouble })
  await scope(world.owner, world.organisations[0])
  await world.owner.query('update organisations set demo = true where id = $1', [
    world.organisations[0],
  ])
  user = await world.as('user')
  await setUp(await world.as('admin'), { sms_sender_service: '4321', sms_quiet_hours: 'none' })
})
afterAll(async () => {
  await world.close()
  await house.close()
})

async function work() {
  world.clock.advance(11_000)
  const given = { config: world.config, clock: world.clock }
  await runQueue(world, given)
  await house.control('quiet')
  await runQueue(world, given)
}

const texts = async (client = user) => (await client.get('/doublephones')).body

test('before anything was written there are phones, and nothing on them', async () => {
  expect(await texts()).toMatchObject({ data: [], info: { is_there: true } })
})

test('a customer reads a text message on the phone, answers, and stops it', async () => {
  const { id: customer_id } = await makeRow(user, customer, { phone_mobile: number })
  const sent = await user.put('/message/sms', { customer_id, text: 'Your meter is read on Friday' })
  expect(sent.status, sent.text).toBe(201)
  await work()
  const answer = await user.post('/doublephone', { number, text: 'Thank you' })
  expect(answer.status, answer.text).toBe(261)
  await work()
  expect((await texts()).data).toMatchObject([
    { number, is_from_phone: true, text: 'Thank you' },
    { number, is_from_phone: false, text: expect.stringContaining('Your meter is read on Friday') },
  ])
  const thread = await user.get('/messages', { customer_id, type: 'sms', direction: 'in' })
  expect(thread.body.data).toMatchObject([{ text_plain: 'Thank you', status: 'received' }])
  await user.post('/doublephone', { number, text: 'STOP' })
  await work()
  const listed = await user.get('/messageblacklists', { contact: number })
  expect(listed.body.data).toMatchObject([{ source: 'stop' }])
})

test('phones that nobody of the organisation wrote to are not there for it', async () => {
  const stranger = await user.post('/doublephone', { number: '+64215550000', text: 'Hello' })
  expect(stranger.status).toBe(404)
  const other = await world.as('other')
  expect(await texts(other)).toMatchObject({ data: [], info: { is_there: false } })
  expect((await other.post('/doublephone', { number, text: 'Hello' })).status).toBe(501)
})

test('every demonstration has phones of its own, the same number among them', async () => {
  await world.owner.query('update organisations set demo = true where id = $1', [
    world.organisations[1],
  ])
  const other = await world.as('other')
  await setUp(other, { sms_sender_service: '5678', sms_quiet_hours: 'none' })
  const before = (await texts()).data.length
  const { id: customer_id } = await makeRow(other, customer, { phone_mobile: number })
  const sent = await other.put('/message/sms', { customer_id, text: 'From the others' })
  expect(sent.status, sent.text).toBe(201)
  await work()
  await other.post('/doublephone', { number, text: 'Hello, others' })
  await work()
  expect((await texts(other)).data).toMatchObject([
    { number, is_from_phone: true, text: 'Hello, others' },
    { number, is_from_phone: false, text: expect.stringContaining('From the others') },
  ])
  expect((await texts()).data).toHaveLength(before)
  const came = (client: Client) => client.get('/messages', { type: 'sms', direction: 'in' })
  const own = (await came(other)).body.data
  expect(own).toMatchObject([{ text_plain: 'Hello, others', customer_id }])
  expect(JSON.stringify((await came(user)).body.data)).not.toContain('Hello, others')
})
