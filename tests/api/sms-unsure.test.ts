import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
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
let numbers = 0

beforeAll(async () => {
  house = await gateways()
  world = await makeWorld()
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  Object.assign(world.config, { publicUrl: url })
  user = await world.as('user')
  await setUp(await world.as('admin'), { sms_sender_service: '4321', sms_quiet_hours: 'none' })
  const [organisation_id] = world.organisations
  const organisations = [{ organisation_id, sms: house.channels.twilio }]
  world.config.channels = { organisations }
  await house.control('hooks', { twilio: `${url}/api/v1/webhooks/twilio/${hookKey}` })
  await scope(world.owner, organisation_id)
})
afterEach(() => house.control('hooks', { mode: 'normal' }))
afterAll(async () => {
  await world.close()
  await house.close()
})

async function somebody() {
  numbers += 1
  const number = `+64215550${String(numbers).padStart(3, '0')}`
  const { id: customer_id } = await makeRow(user, customer, { phone_mobile: number })
  return { customer_id, number }
}

async function work() {
  // What is written by hand leaves once nobody takes it back.
  world.clock.advance(11_000)
  const given = { config: world.config, clock: world.clock }
  await runQueue(world, given).catch(() => undefined)
  await house.control('quiet')
  await runQueue(world, given).catch(() => undefined)
}

const read = async (id: number) => (await user.get('/message', { id })).body

async function sent(customer_id: number, text: string) {
  const reply = await user.put('/message/sms', { customer_id, text })
  expect(reply.status, reply.text).toBe(201)
  await work()
  return read(reply.body.data.id)
}

const settle = () => {
  world.clock.advance(3 * 60_000)
  return settleMessages.run(jobContext(world), {})
}

test('an answer may be to an earlier one: where nobody knows whether the last came, it settles nothing', async () => {
  const { customer_id, number } = await somebody()
  await sent(customer_id, 'Is the gate open?')
  await house.control('faults', { mode: 'hang up' })
  const { data } = await sent(customer_id, 'And the meter box?')
  expect(data.status).toBe('unconfirmed')
  await house.control('answer', { number, to: '4321', text: 'It is' })
  await house.control('quiet')
  await work()
  expect((await read(data.id)).data.status).toBe('unconfirmed')
  await settle()
  await work()
  expect((await read(data.id)).data.status, 'the gateway never had it').toBe('delivered')
  expect(await house.got(number)).toHaveLength(2)
})

test('an answer that was lost is looked up although it was written days before it left', async () => {
  const { customer_id, number } = await somebody()
  await house.control('hooks', { mode: 'drop' })
  await house.control('faults', { mode: 'accept and hang up' })
  const { data } = await sent(customer_id, 'Written on Friday, sent on Monday.')
  expect(data.status).toBe('unconfirmed')
  await world.owner.query('alter table messages disable trigger keep_what_was_said')
  await world.owner.query(
    `update messages set created_at = created_at - interval '3 days', not_before = null
     where id = $1`,
    [data.id],
  )
  await world.owner.query('alter table messages enable trigger keep_what_was_said')
  await settle()
  expect((await read(data.id)).data.status).toBe('accepted')
  expect(await house.got(number)).toHaveLength(1)
})
