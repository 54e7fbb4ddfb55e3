import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

describe('the list', () => {
  test('who opts out between queueing and sending gets nothing', async () => {
    const to = 'late@example.co.nz'
    const id = await queued({ to })
    await user.put('/messageblacklist', { contact: 'LATE@example.co.nz', type: 'email' })
    expect(await tried(id)).toMatchObject({ status: 'blocked', error_code: 'list' })
    expect(sink.messages).toHaveLength(0)
  })

  test('a contact is kept as it is written to, once', async () => {
    const reply = await user.put('/messageblacklist', { contact: '021 555 9999', type: 'sms' })
    expect(reply.body.data).toMatchObject({
      contact: '+64215559999',
      blocks: 'everything',
      source: 'staff',
    })
    const again = await user.put('/messageblacklist', { contact: '+64 21 555 9999', type: 'all' })
    expect(again.status).toBe(472)
    const wrong = await user.put('/messageblacklist', { contact: 'somebody', type: 'all' })
    expect(wrong.status).toBe(400)
  })
})

// Shows: T21
test('what was stopped stays what it was: sent again, it is asked the same until the reason is gone', async () => {
  const again = async (id: number) => user.post('/message/resend', { id })
  const customer_id = await someone()
  const advert = await left(promotional(customer_id))
  expect(advert).toMatchObject({ status: 'blocked', error_code: 'consent' })
  expect((await again(advert.id)).status).toBe(476)
  const medical = await someone({ required_for_medical: true })
  const to = `c${medical}@example.co.nz`
  const final = await left({ tone: 'final', customer_id: medical, to })
  expect(final).toMatchObject({ status: 'blocked', error_code: 'care' })
  const refused = await again(final.id)
  expect(refused.status, refused.text).toBe(476)
  expect(refused.body.message).toContain('medical')
  expect(sink.messages).toHaveLength(0)
  expect((await agree(customer_id)).status).toBe(201)
  const allowed = await again(advert.id)
  expect(allowed.status, allowed.text).toBe(201)
  expect(allowed.body.data).toMatchObject({ purpose: 'promotional', parent_id: advert.id })
  expect((await tried(allowed.body.data.id)).status).toBe('accepted')
  expect(sink.messages[0]?.content).toContain('List-Unsubscribe')
})

describe('consent', () => {
  test('advertising needs a flag that somebody can explain', async () => {
    const customer_id = await someone({ receive_promo_emails: true })
    expect(await left(promotional(customer_id))).toMatchObject({
      status: 'blocked',
      error_code: 'consent',
      error: expect.stringContaining('Nobody noted how'),
    })
    expect((await agree(customer_id)).status).toBe(201)
    expect((await left(promotional(customer_id))).status).toBe('accepted')
  })

  test('the flag follows the last line, and the line follows a flag that is taken away', async () => {
    const id = await someone()
    await agree(id)
    const now = (await user.get('/customer', { id })).body.data
    expect(now.receive_promo_emails).toBe(true)
    await user.post('/customer', { id, version: now.version, receive_promo_emails: false })
    const lines = (await user.get('/consents', { customer_id: id })).body.data
    expect(lines.map(({ state }: { state: string }) => state)).toEqual(['withdrawn', 'given'])
    expect(lines[0]).toMatchObject({
      how: 'Changed on the customer’s record',
      actor_name: 'user Test',
    })
    expect((await left(promotional(id))).error).toContain('no longer want')
  })

  test('it is noted how consent was given, and lines are never changed', async () => {
    const id = await someone()
    expect((await agree(id, { how: '' })).status).toBe(400)
    const { data } = (await agree(id, { words: 'May we write to you?' })).body
    expect(data).toMatchObject({
      state: 'given',
      actor_name: 'user Test',
      words: 'May we write to you?',
    })
    await expect(
      world.database.write({ organisation_id: world.organisations[0], user_id: null }, (conn) =>
        conn.query('update consents set state = $1', ['withdrawn']),
      ),
    ).rejects.toThrow()
    expect((await agree(id, { channel: 'email', purpose: 'reminder' })).status).toBe(400)
  })

  test('advertising comes once in a week', async () => {
    const customer_id = await someone()
    await agree(customer_id)
    expect((await left(promotional(customer_id))).status).toBe('accepted')
    expect(await left(promotional(customer_id))).toMatchObject({
      status: 'blocked',
      error_code: 'too_often',
    })
  })
})

describe('unsubscribing', () => {
  async function agreed() {
    const customer_id = await someone()
    await agree(customer_id)
    return customer_id
  }
  async function mailed() {
    const customer_id = await agreed()
    expect((await left(promotional(customer_id))).status).toBe('accepted')
    const content = sink.messages.at(-1)?.content ?? ''
    const link = /^List-Unsubscribe: <(\S+)>\r$/m.exec(content)?.[1] ?? ''
    return { customer_id, content, path: new URL(link).pathname }
  }

  test('a promotional mail says how and who sent it, and a bill does not', async () => {
    await world.owner.query(
      `update organisations set trading_name = 'Harbour & Co', street = '1 Quay Street',
         city = 'Auckland', postcode = '1010', email = 'office@harbour.example',
         phone = '+6493000000' where id = $1`,
      [world.organisations[0]],
    )
    const { content, path, customer_id } = await mailed()
    expect(path).toMatch(/^\/u\/[\w-]{43}$/)
    expect(content).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
    expect(content.replaceAll('=\r\n', '')).toContain('Unsubscribe: http')
    // The law asks for the sender, whatever the look of the house prints at the foot.
    expect(content.replaceAll('\r\n', '\n')).toContain(
      'Harbour & Co\n1 Quay Street, Auckland 1010\noffice@harbour.example\n09 300 0000\n\nUnsub',
    )
    const html = { html: '<p>Kia ora</p>' }
    await left({ ...promotional(await agreed()), ...html })
    expect(sink.messages.at(-1)?.content.replaceAll('=\r\n', '')).toContain(
      '<p>Harbour &amp; Co<br>1 Quay Street, Auckland 1010<br>office@harbour.example<br>',
    )
    await left({ customer_id, to: `c${customer_id}@example.co.nz` })
    expect(sink.messages.at(-1)?.content).not.toContain('List-Unsubscribe')
  })

  // Shows: T21
  test('only a POST unsubscribes: without a cookie, in any form, twice as once', async () => {
    const { path, customer_id } = await mailed()
    const contact = `c${customer_id}@example.co.nz`
    const page = await world.app.inject({ method: 'GET', url: path })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<form method="post">')
    const entries = async () => (await user.get('/messageblacklists', { contact })).body.data ?? []
    expect(await entries()).toEqual([])
    for (let times = 0; times < 2; times += 1) {
      const reply = await world.app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      })
      expect(reply.statusCode).toBe(200)
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
    expect(await entries()).toMatchObject([
      { blocks: 'promotional', source: 'unsubscribe', type: 'email', customer_id },
    ])
    expect((await left(promotional(customer_id))).status).toBe('blocked')
    // Bills go on.
    expect((await left({ customer_id, to: contact })).status).toBe('accepted')
    const { data } = (await user.get('/customer', { id: customer_id })).body
    expect(data.receive_promo_emails).toBe(false)
  })

  test('it never ends, and a wrong one says so', async () => {
    const { path } = await mailed()
    const wrong = await world.app.inject({ method: 'POST', url: `/u/${'x'.repeat(43)}` })
    expect(wrong.statusCode).toBe(404)
    const { rows } = await world.owner.query(
      `select min(expires_at) > now() + interval '50 years' as never from public_links
       where object_class = 'unsubscribe'`,
    )
    expect(rows[0].never).toBe(true)
    expect((await world.app.inject({ method: 'POST', url: path })).statusCode).toBe(200)
  })
})

describe('care', () => {
  const evidence = async (customer_id: number) =>
    (await manager.get('/carestops', { customer_id })).body.data ?? []

  test('no final text reaches who is cared for, and each stop is evidence', async () => {
    const cared = [
      await someone({ required_for_medical: true }),
      await someone({ in_hardship: true }),
      await someone({ in_hardship: true, customer_type: 'commercial' }),
    ]
    for (const customer_id of cared) {
      const to = `care${customer_id}@example.co.nz`
      for (const tone of ['final', 'disconnection'] as const)
        for (const is_by_hand of [true, false]) {
          const message = { customer_id, to, tone, is_by_hand, care_reason: 'They know' }
          const { status, error_code } = await left({ ...message, kind: 'reminder' })
          expect([status, error_code]).toEqual(['blocked', 'care'])
        }
      expect((await left({ customer_id, to, kind: 'reminder' })).status).toBe('blocked')
      const byHand = { is_by_hand: true, care_reason: 'They asked what is open' }
      expect((await left({ customer_id, to, kind: 'reminder', ...byHand })).status).toBe('accepted')
      const kept = await evidence(customer_id)
      expect(kept).toHaveLength(5)
      expect(kept[0]).toMatchObject({
        customer_id,
        kind: 'reminder',
        contact: to,
        words: expect.stringContaining('Kia ora'),
        reason: expect.stringMatching(/medical|hardship/),
      })
    }
    expect(sink.messages).toHaveLength(cared.length)
    const company = await someone({ required_for_medical: true, customer_type: 'commercial' })
    const final = { customer_id: company, to: 'co@example.co.nz', tone: 'final' } as const
    expect((await left({ ...final, kind: 'reminder' })).status).toBe('accepted')
  })

  test.each(['We will disconnect you', 'it is cut off', 'we switch your power off'])(
    '“%s” cannot be written to them, and the attempt is kept',
    async (text) => {
      const phone_mobile = '+64215551234'
      const customer_id = await someone({ required_for_medical: true, phone_mobile })
      const reply = await user.put('/message/sms', { customer_id, text })
      expect(reply.status).toBe(476)
      expect(reply.body.message).toContain('medical')
      expect(await evidence(customer_id)).toMatchObject([
        { kind: 'sms', actor_name: 'user Test', words: expect.stringContaining(text) },
      ])
    },
  )

  test.each(['', '.'])('however long it is, and wherever what is kept ends (%j)', async (odd) => {
    const customer_id = await someone({ in_hardship: true, email: 'long@example.co.nz' })
    const text_plain = `We disconnect you${odd}${'🌊'.repeat(2500)}`
    const made = await user.put('/message', {
      type: 'email',
      customer_id,
      subject: '!',
      text_plain,
    })
    const reply = await user.post('/message/send', { id: made.body.data.id })
    expect(reply.status, reply.text).toBe(476)
    expect(await evidence(customer_id)).toHaveLength(1)
  })

  test('nor may it stand in a mail’s subject or HTML; the words that were meant are kept', async () => {
    const customer_id = await someone({ in_hardship: true, email: 'poor@example.co.nz' })
    const mail = { type: 'email', customer_id, subject: 'Your power', text_plain: 'Kia ora' }
    const bold = '<p>We <b>disconnect</b> you</p>'
    for (const part of [{ subject: 'We switch off your power' }, { text_html: bold }]) {
      const made = await user.put('/message', { ...mail, ...part })
      const reply = await user.post('/message/send', { id: made.body.data.id })
      expect(reply.status, reply.text).toBe(476)
      expect(reply.body.message).toContain('hardship')
    }
    const kept = await evidence(customer_id)
    expect(kept.map(({ words }: { words: string }) => words)).toEqual([
      'Your power\n\nKia ora\n\nWe disconnect you',
      'We switch off your power\n\nKia ora',
    ])
  })

  test('nobody may change or remove what is evidence', async () => {
    expect((await user.get('/carestops')).status).toBe(403)
    await expect(
      world.database.write({ organisation_id: world.organisations[0], user_id: null }, (conn) =>
        conn.query('delete from carestops'),
      ),
    ).rejects.toThrow()
  })
})

describe('quiet hours', () => {
  test('a text message written at night waits for the morning, then leaves', async () => {
    await setUp(admin, { sms_quiet_hours: '20:00-08:00' })
    const phone_mobile = '+64215554321'
    const customer_id = await someone({ phone_mobile, postcode: '6011' })
    const made = await user.put('/message/sms', { customer_id, text: 'Good morning' })
    const { id } = made.body.data
    // As if it had been written some nights ago.
    await world.owner.query('update messages set not_before = null where id = $1', [id])
    const morning = tomorrowAt('08:00')
    expect((await tried(id, tomorrowAt('02:00'))).status).toBe('queued')
    const { rows } = await world.owner.query(
      `select start_after, m.not_before from pgboss.job, messages m
       where m.id = $1 and name = 'send-message' and data->>'message_id' = $1::text
       order by created_on desc limit 1`,
      [id],
    )
    expect(new Date(rows[0].not_before).toISOString()).toBe(morning)
    expect(new Date(rows[0].start_after).toISOString()).toBe(morning)
    expect((await tried(id, tomorrowAt('07:59'))).status).toBe('queued')
    expect((await tried(id, morning)).status).toBe('accepted')
    await setUp(admin, { sms_quiet_hours: 'none' })
  })

  test('the same words within a day ask whether that is meant', async () => {
    const customer_id = await someone({ phone_mobile: '+64215554322' })
    const asked = { customer_id, text: 'Please call us' }
    expect((await user.put('/message/sms', asked)).status).toBe(201)
    const again = await user.put('/message/sms', asked)
    expect(again.status).toBe(476)
    expect(again.body.message).toContain('Send anyway')
    expect((await user.put('/message/sms', { ...asked, send_anyway: true })).status).toBe(201)
  })
})
