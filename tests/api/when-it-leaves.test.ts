import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { queueMessage } from '#server/messaging/outbox/queue-message.ts'
import { sendMessage } from '#server/messaging/outbox/send-message-job.ts'
import type { Client } from '#tests/support/client.ts'
import { testConfig } from '#tests/support/config.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { type Gateways, gateways, setUp } from '#tests/support/gateways.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts'
import { tomorrowAt } from '#tests/support/tomorrow.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let sink: SmtpSink
let house: Gateways
let user: Client
let manager: Client
let admin: Client
let keys = 0

beforeAll(async () => {
  ;[world, sink, house] = await Promise.all([makeWorld(), startSmtpSink(), gateways()])
  ;[user, manager, admin] = await Promise.all([
    world.as('user'),
    world.as('manager'),
    world.as('admin'),
  ])
  await setUp(admin, {
    sms_sender_service: '4321',
    sms_sender_promotional: '4322',
    sms_quiet_hours: 'none',
    promo_mail_quiet_hours: 'none',
  })
  const [organisation_id] = world.organisations
  const organisations = [{ organisation_id, sms: house.channels.twilio }]
  Object.assign(world.config, { channels: { organisations }, smtpUrl: sink.url })
  await scope(world.owner, organisation_id)
})
beforeEach(() => sink.reset())
afterAll(async () => {
  await Promise.all([sink.stop(), house.close()])
  await world.close()
})

type Draft = Partial<Parameters<typeof queueMessage>[2]>

async function queued(more: Draft): Promise<number> {
  keys += 1
  const scoped = { organisation_id: world.organisations[0], user_id: null }
  const words = { subject: 'Hello', text: `Kia ora, number ${keys}`, key: `leave ${keys}` }
  const id = await world.database.write(scoped, (conn) =>
    queueMessage(world, conn, { kind: 'invoice', to: 'nobody@example.co.nz', ...words, ...more }),
  )
  return id ?? 0
}

/** One try of the worker. */
async function tried(message_id: number, now?: string) {
  const organisation_id = world.organisations[0]
  const clock = now ? { now: () => new Date(now) } : world.clock
  const job = jobContext(world, { config: { ...testConfig(), ...world.config }, clock })
  await sendMessage.run(job, { organisation_id, message_id }).catch(() => undefined)
  return (await user.get('/message', { id: message_id })).body.data
}

const left = async (more: Draft) => tried(await queued(more))
const someone = async (more: object = {}) =>
  (await makeRow(manager, customer, { customer_type: 'residential', ...more })).id
const agree = (customer_id: number, more: object = {}) =>
  user.put('/consent', {
    customer_id,
    channel: 'email',
    purpose: 'promotional',
    how: 'On the phone',
    contact: `c${customer_id}@example.co.nz`,
    ...more,
  })
const promotional = (customer_id: number) =>
  ({
    purpose: 'promotional',
    kind: 'offer',
    customer_id,
    to: `c${customer_id}@example.co.nz`,
  }) as const

const DAY_MS = 86_400_000
/** As if it had been written some days ago. */
async function writtenBefore(id: number, days: number, not_before: Date | null = null) {
  await world.owner.query('alter table messages disable trigger keep_what_was_said')
  await world.owner.query(
    `update messages set created_at = created_at - make_interval(days => $2), not_before = $3
     where id = $1`,
    [id, days, not_before],
  )
  await world.owner.query('alter table messages enable trigger keep_what_was_said')
}
const agreed = async () => {
  const customer_id = await someone({ name: 'Ngaire' })
  await agree(customer_id)
  return customer_id
}

test('once in a week counts from the day it leaves, however long before it was written', async () => {
  const customer_id = await agreed()
  const written = await queued(promotional(customer_id))
  await writtenBefore(written, 20)
  expect((await tried(written)).status).toBe('accepted')
  expect(await left(promotional(customer_id))).toMatchObject({
    status: 'blocked',
    error: expect.stringContaining('got advertising'),
  })
  const news = { name: 'News', purpose: 'promotional', audience: { ids: [customer_id] } }
  const draft = { ...news, subject: 'News', text_base: 'Kia ora' }
  const { to } = promotional(customer_id)
  await world.owner.query('update customers set email = $2 where id = $1', [customer_id, to])
  const { id } = (await manager.put('/bulkmessage', draft)).body.data
  const { data } = (await manager.post('/bulkmessage/preview', { id })).body
  expect(data.left_out).toMatchObject([{ reason: 'too_often' }])
})

test('of one that waits for its day and a newer one, only one leaves within the week', async () => {
  const first = await agreed()
  const waiting = await queued(promotional(first))
  await writtenBefore(waiting, 20, new Date(world.clock.now().getTime() + DAY_MS))
  expect(await left(promotional(first))).toMatchObject({
    status: 'blocked',
    error: expect.stringContaining('get advertising'),
  })
  const second = await agreed()
  const older = await queued(promotional(second))
  await writtenBefore(older, 20)
  expect((await left(promotional(second))).status).toBe('accepted')
  expect(await tried(older)).toMatchObject({ status: 'blocked', error_code: 'too_often' })
})

test('an answer wakes somebody only while they wait for it: not days later', async () => {
  await setUp(admin, { sms_quiet_hours: '20:00-08:00' })
  const number = '+64215554377'
  const customer_id = await someone({ phone_mobile: number, postcode: '6011' })
  await world.owner.query(
    `insert into messages (organisation_id, type, direction, status, kind, sender, recipient,
       text_plain, provider, provider_id, created_at)
     values ($1, 'sms', 'in', 'received', 'sms', $2, '4321', 'Hello', 'twilio', 'SM1', $3)`,
    [world.organisations[0], number, tomorrowAt('01:00')],
  )
  const written = async (text: string): Promise<number> => {
    const { id } = (await user.put('/message/sms', { customer_id, text })).body.data
    await world.owner.query('update messages set not_before = null where id = $1', [id])
    return id
  }
  const night = tomorrowAt('02:00')
  const later = new Date(Date.parse(night) + 48 * 3_600_000).toISOString()
  expect((await tried(await written('At once'), night)).status).toBe('accepted')
  expect((await tried(await written('Days later'), later)).status).toBe('queued')
  await setUp(admin, { sms_quiet_hours: 'none' })
})
