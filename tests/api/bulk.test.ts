import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { staff } from '#domain/identity/staff.ts'
import { consent } from '#domain/messaging/consent.ts'
import { messagetemplate } from '#domain/messaging/messagetemplate.ts'
import { sendMessage } from '#server/messaging/outbox/send-message-job.ts'
import { bulkWorld, customersOf, setCustomer, type TestBulkOffice } from '#tests/support/bulk.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { type Gateways, setUp } from '#tests/support/gateways.ts'
import { jobContext } from '#tests/support/job-context.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let house: Gateways
let office: TestBulkOffice
let manager: Client
let admin: Client
let close: () => Promise<void>

beforeAll(async () => {
  ;({ world, house, office, manager, admin, close } = await bulkWorld())
})
beforeEach(() => office.sink.reset())
afterAll(() => close())

const reasons = (preview: { left_out: { reason: string; count: number }[] }) =>
  Object.fromEntries(preview.left_out.map(({ reason, count }) => [reason, count]))

describe('a draft', () => {
  test('is written and changed by managers, and refuses words that nobody can print', async () => {
    const user = await world.as('user')
    expect((await user.put('/bulkmessage', { name: 'News' })).status).toBe(403)
    const id = await office.draft({ ids: [1] })
    const { data } = await office.get(id)
    const wrong = { id, version: data.version, text_base: 'Kia ora {{customer_nam}}' }
    const reply = await manager.post('/bulkmessage', wrong)
    expect(reply.status).toBe(400)
    expect(reply.body.errors[0]).toMatchObject({ field: 'text_base', nearest: 'customer_name' })
    const gone = await manager.delete('/bulkmessage', { id })
    expect(gone.status, gone.text).toBe(262)
  })

  test.each([
    [{ audience: null }, 'audience'],
    [{ audience: { list: 'customers', params: { nonsense: '1' } } }, 'audience'],
    [{ subject: null }, 'subject'],
    [{ channels: 'sms' }, 'text_sms'],
    [{ channels: 'sms', text_sms: 'See https://elsewhere.example/x' }, 'text_sms'],
  ])('%j is named before it is started', async (more, field) => {
    const { audience } = await customersOf(world, 1)
    const id = await office.draft(audience, more)
    for (const call of ['preview', 'start']) {
      const reply = await manager.post(`/bulkmessage/${call}`, { id })
      expect(reply.status, reply.text).toBe(400)
      expect(reply.body.errors[0].field).toBe(field)
    }
  })
})

describe('a preview', () => {
  test('counts who gets it by channel and names who does not, by the checks of all that leaves', async () => {
    const { ids, audience } = await customersOf(world, 9)
    const [gone, listed, medical, hard, nameless, wrong, phone] = ids
    await setCustomer(world, gone ?? 0, { email: null })
    await world.owner.query(
      `insert into messageblacklists (organisation_id, contact, type, blocks, source, reason)
       select organisation_id, email, 'email', 'everything', 'bounce', 'gone' from customers
       where id = $1`,
      [listed],
    )
    await setCustomer(world, medical ?? 0, { required_for_medical: true })
    await setCustomer(world, hard ?? 0, { in_hardship: true })
    await setCustomer(world, nameless ?? 0, { street: 'Rimu Road 1' })
    await setCustomer(world, wrong ?? 0, { email: 'two@at@signs' })
    await setCustomer(world, phone ?? 0, { phone_mobile: '+64215550123' })
    const id = await office.draft(audience, {
      channels: 'sms_email',
      text_sms: 'We cut off the old site.',
      text_base: 'We cut off the old site.{{#if customer_phone}} {{customer_phone}}{{/if}}',
    })
    const found = await office.preview(id)
    expect(found).toMatchObject({ total: 9, recipients: 4, needs_count: false })
    expect(found.channels).toEqual([
      { channel: 'sms', recipients: 1, segments: 1 },
      { channel: 'email', recipients: 3, segments: null },
    ])
    expect(reasons(found)).toEqual({ no_address: 1, list: 1, care: 2, bad_address: 1 })
    const [care] = found.left_out.filter(({ reason }: { reason: string }) => reason === 'care')
    expect(care.customers[0]).toMatchObject({
      customer_id: medical,
      why: expect.stringMatching(/cut off/),
    })
  })

  test('leaves out whose field is empty, and shows the longest, the shortest and the thinnest', async () => {
    const { ids, audience } = await customersOf(world, 3, { street: 'Rimu Road 1', suburb: null })
    const [short, long, none] = ids
    await setCustomer(world, short ?? 0, { name: 'Bo' })
    await setCustomer(world, long ?? 0, {
      name: 'Bartholomew Featherstonehaugh',
      phone: '+6495550123',
    })
    await setCustomer(world, none ?? 0, { phone: '+6495550124' })
    const hole = await office.draft(audience, { text_base: 'Call {{customer_phone}}' })
    const held = await office.preview(hole)
    expect(reasons(held)).toEqual({ empty_field: 1 })
    expect(held.left_out[0].customers[0].why).toBe('Phone number is empty')
    const text_base = 'Kia ora {{customer_name}}, {{customer_phone|your phone}}'
    const found = await office.preview(await office.draft(audience, { text_base }))
    const samples = Object.fromEntries(
      found.samples.map((one: { kind: string }) => [one.kind, one]),
    )
    expect(found.recipients).toBe(3)
    expect(samples.longest).toMatchObject({
      customer_id: long,
      text: expect.stringMatching(/Featherstonehaugh/),
    })
    expect(samples.shortest).toMatchObject({ customer_id: short, subject: 'News for Bo' })
    expect(samples.thinnest).toMatchObject({
      customer_id: short,
      text: expect.stringMatching(/your phone/),
    })
  })

  test('promotional ones go to those who agreed, and once to an address that several share', async () => {
    const { ids, audience } = await customersOf(world, 4)
    const shared = 'shared@office.example'
    const [first, second, third] = ids
    for (const customer_id of [first, second]) {
      await setCustomer(world, customer_id ?? 0, { email: shared })
      await makeRow(manager, consent, {
        customer_id,
        contact: shared,
        channel: 'email',
        purpose: 'promotional',
        state: 'given',
      })
    }
    await setCustomer(world, third ?? 0, { receive_promo_emails: true })
    const found = await office.preview(await office.draft(audience, { purpose: 'promotional' }))
    expect(found.recipients).toBe(1)
    expect(reasons(found)).toEqual({ consent: 2, duplicate: 1 })
    const service = await office.preview(await office.draft(audience))
    expect(service.recipients, 'what is about an account goes to each').toBe(4)
  })

  test('prints a template, counts the parts of long text messages and mails one to me', async () => {
    const { audience } = await customersOf(world, 2, { phone_mobile: '+64215550188' })
    const template = await makeRow(admin, messagetemplate, {
      type: 'email',
      key: null,
      context: 'customer',
      purpose: 'service',
      is_active: true,
      subject: 'Your account {{customer_number}}',
      text_base: 'Kia ora {{customer_name}}',
      text_loop: null,
      html: null,
    })
    const mail = await office.draft(audience, { template_id: template.id, subject: null })
    const found = await office.preview(mail)
    expect(found.samples[0].subject).toMatch(/^Your account B/)
    const id = await office.draft(audience, { channels: 'sms', text_sms: 'ā'.repeat(80) })
    const texts = await office.preview(id)
    expect(texts.channels).toEqual([{ channel: 'sms', recipients: 2, segments: 4 }])
    const reply = await manager.post('/bulkmessage/trial', { id: mail })
    expect(reply.body.data, reply.text).toEqual({ to: 'manager@example.co.nz' })
  })

  test('a text message that a field of theirs makes lead elsewhere goes to nobody', async () => {
    const { ids, audience } = await customersOf(world, 2, { phone_mobile: '+64215550127' })
    const fields = { audience, channels: 'sms', text_sms: 'Kia ora {{customer_name}}' } as const
    const id = await office.draft(audience, fields)
    await setCustomer(world, ids[0] ?? 0, { name: 'Cheap Power www.cheap.example' })
    const found = await office.preview(id)
    expect(found.channels).toMatchObject([{ channel: 'sms', recipients: 1 }])
    expect(found.left_out).toMatchObject([{ reason: 'foreign_link', count: 1 }])
    await office.start(id)
    await setCustomer(world, ids[1] ?? 0, { name: 'More at www.cheap.example' })
    await office.work(id)
    const { body } = await manager.get('/bulkrecipients', { bulk_id: id, order: 'id' })
    const why = expect.stringContaining('www.cheap.example')
    expect(body.data).toMatchObject(ids.map(() => ({ reason: 'foreign_link', why })))
  })

  test('a text message is tried on one’s own phone, and nowhere without one', async () => {
    const { audience } = await customersOf(world, 1, { phone_mobile: '+64215550123' })
    const text_sms = 'Kia ora {{customer_name}}'
    const id = await office.draft(audience, { channels: 'sms', text_sms })
    const users = await world.owner.query("select id from users where username = 'manager'")
    const own = { user_id: Number(users.rows[0]?.id), phone_mobile: null }
    const me = await makeRow(admin, staff, own)
    const mine = (phone: string) =>
      world.owner.query('update staffs set phone_mobile = $1 where id = $2', [phone, me.id])
    const none = await manager.post('/bulkmessage/trial', { id })
    expect(none.status).toBe(476)
    expect(none.body.message).toMatch(/you have no mobile number.*staff/s)
    await mine('+6449771234')
    expect((await manager.post('/bulkmessage/trial', { id })).status).toBe(476)
    await mine('+64215559876')
    const reply = await manager.post('/bulkmessage/trial', { id })
    expect(reply.body.data, reply.text).toEqual({ to: '+64215559876' })
    const sent = await world.owner.query(
      "select id::int, organisation_id::int from messages where recipient = '+64215559876'",
    )
    const { id: message_id, organisation_id } = sent.rows[0] ?? {}
    await sendMessage.run(jobContext(world), { organisation_id, message_id })
    expect(await house.got('+64215559876')).toEqual([expect.stringMatching(/: Kia ora Reader/)])
    expect(await house.got('+64215550123')).toEqual([])
  })

  test('a list of contracts leads to their customers, and a foreign one to nobody', async () => {
    const id = await office.draft({ list: 'contracts', params: { contract_status: 'active' } })
    expect(await office.preview(id)).toMatchObject({ total: 0, recipients: 0 })
    const other = await world.as('other')
    expect((await other.post('/bulkmessage/preview', { id })).status).toBe(404)
    for (const list of ['invoices', 'invoicepayments', 'enquiries', 'threads'])
      expect((await office.preview(await office.draft({ list }))).total, list).toBe(0)
    const expiring = { list: 'customers/active/contract/expiring', params: { days: '30' } }
    expect((await office.preview(await office.draft(expiring))).total).toBe(0)
  })
})

describe('starting', () => {
  test('an empty one is refused with what to do', async () => {
    const { audience } = await customersOf(world, 1, { email: null })
    const id = await office.draft(audience)
    const reply = await manager.post('/bulkmessage/start', { id })
    expect(reply.status).toBe(476)
    expect(reply.body.message).toMatch(/everybody in it would be left out.*mend what leaves/)
  })

  // Shows: T21
  test('above fifty the number is typed and the password given again', async () => {
    const { audience } = await customersOf(world, 51)
    const id = await office.draft(audience)
    expect(await office.preview(id)).toMatchObject({ needs_count: true })
    const late = await world.as('manager')
    world.clock.advance(6 * 60_000)
    const unproved = await late.post('/bulkmessage/start', { id, count: 51 })
    expect(unproved.status).toBe(403)
    expect(unproved.body.info).toEqual({ step_up: true })
    const fresh = await world.as('manager')
    const untyped = await fresh.post('/bulkmessage/start', { id, count: 50 })
    expect(untyped.status).toBe(400)
    expect(untyped.body.errors[0]).toMatchObject({
      field: 'count',
      message: expect.stringMatching(/type 51/),
    })
    const started = await fresh.post('/bulkmessage/start', { id, count: 51 })
    expect(started.status, started.text).toBe(200)
    expect(started.body.data).toMatchObject({ state: 'running', recipients: 51, left_out: 0 })
    await fresh.post('/bulkmessage/cancel', { id })
  })

  // Shows: T21
  test('above the limit it takes a second manager', async () => {
    // Such a setting guards money, and takes a fresh proof.
    await setUp(await world.as('admin'), { bulk_second_person_above: 2 })
    const { audience } = await customersOf(world, 3)
    const id = await office.draft(audience)
    expect(await office.preview(id)).toMatchObject({ needs_second_person: true })
    const alone = await manager.post('/bulkmessage/start', { id })
    expect(alone.status).toBe(476)
    expect(alone.body.message).toMatch(/more than 2 and you edited it last.*Ask another manager/)
    const reply = await admin.post('/bulkmessage/start', { id })
    expect(reply.status, reply.text).toBe(200)
    await admin.post('/bulkmessage/cancel', { id })
    await setUp(await world.as('admin'), { bulk_second_person_above: 1000 })
  })

  test('a moment is in the coming year, and until then nothing leaves', async () => {
    const { audience } = await customersOf(world, 2)
    const id = await office.draft(audience)
    const at = (ms: number) => new Date(world.clock.now().getTime() + ms).toISOString()
    for (const not_before of [at(-1000), at(366 * 86_400_000)]) {
      const reply = await manager.post('/bulkmessage/start', { id, not_before })
      expect(reply.body.errors?.[0].field, reply.text).toBe('not_before')
    }
    expect(await office.start(id, { not_before: at(3_600_000) })).toMatchObject({
      state: 'scheduled',
    })
    await office.work(id)
    await office.tend()
    expect(await office.states(id)).toEqual({ waiting: 2 })
    world.clock.advance(3_600_000)
    await office.work(id)
    expect((await office.get(id)).data).toMatchObject({ state: 'done' })
    expect(office.receivers()).toHaveLength(2)
  })

  test('whoever is left out is kept with the reason, and what care kept from them as evidence', async () => {
    const { ids, audience } = await customersOf(world, 3)
    await setCustomer(world, ids[0] ?? 0, { email: null })
    await setCustomer(world, ids[1] ?? 0, { in_hardship: true })
    const id = await office.draft(audience, { text_base: 'We disconnect old meters.' })
    await office.start(id)
    const { body } = await manager.get('/bulkrecipients', { bulk_id: id, state: 'left_out' })
    expect(body.data).toMatchObject([
      { customer_id: ids[0], reason: 'no_address', address: null },
      { customer_id: ids[1], reason: 'care', message_id: null },
    ])
    const stops = await manager.get('/carestops', { customer_id: ids[1] ?? 0 })
    expect(stops.body.data).toMatchObject([
      { kind: 'bulk', words: expect.stringMatching(/disconnect old/) },
    ])
  })
})
