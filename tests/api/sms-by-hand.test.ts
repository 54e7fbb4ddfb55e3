import { afterAll, beforeAll, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { sendMessage } from '#server/messaging/outbox/send-message-job.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { type Gateways, gateways, setUp } from '#tests/support/gateways.ts'
import { jobContext } from '#tests/support/job-context.ts'
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
  Object.assign(world.config, { channels: { organisations } })
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
