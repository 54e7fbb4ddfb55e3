import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { remindAdjustments } from '#server/books/remind-adjustments-job.ts'
import { remindCustomers } from '#server/invoices/dunning/dunning-remind-job.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { sendMessage } from '#server/messaging/outbox/send-message-job.ts'
import { adjustedBy, because, debt } from '#tests/support/adjusting.ts'
import { newCustomer, passWorkingDays, runJob, sentInvoice } from '#tests/support/billing.ts'
import { setUp, silentSms } from '#tests/support/gateways.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'

let world: World
let customer_id: number
let email: unknown

beforeAll(async () => {
  world = await makeWorld()
  passWorkingDays(world, 1)
})
afterAll(() => world.close())
beforeEach(async () => {
  await scope(world.owner, world.organisations[0])
  ;({ id: customer_id, email } = await newCustomer(await world.as('user')))
})

const owed = async () =>
  adjustedBy(await world.as('manager'), customer_id, { ...debt, due_date: todayOf(world) })

async function mails() {
  const { rows } = await world.owner.query<{ subject: string; text_plain: string }>(
    `select subject, text_plain from letters where mail_to = $1 and subject like 'Reminder: %'
     order by id`,
    [email],
  )
  return rows
}

async function steps(adjustment_id: number) {
  const { rows } = await world.owner.query(
    'select step, outcome, reason from reminders where adjustment_id = $1 order by id',
    [adjustment_id],
  )
  return rows
}

test('what is overdue without an invoice is reminded of on the steps, each once', async () => {
  const { id, adjustment_number } = await owed()
  await runJob(world, remindAdjustments)
  expect(await steps(id)).toEqual([])
  passWorkingDays(world, 4)
  await runJob(world, remindAdjustments)
  await runJob(world, remindAdjustments)
  expect(await steps(id)).toEqual([{ step: 3, outcome: 'sent', reason: null }])
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail?.subject).toBe(`Reminder: ${adjustment_number} from First Energy is overdue`)
  expect(mail?.text_plain).toContain('$50.00 is still to pay.')
  expect(mail?.text_plain).toContain('What it is for: Owed before we came')
  passWorkingDays(world, 7)
  await runJob(world, remindAdjustments)
  expect(await steps(id)).toMatchObject([{ step: 3 }, { step: 10 }])
  const said = await (await world.as('user')).get('/messages', { adjustment_id: id })
  expect(said.body.data).toMatchObject([{ kind: 'reminder' }, { kind: 'reminder' }])
})

test('a business is reminded of it on the days of its type', async () => {
  await setUp(await world.as('admin'), { reminder_steps_by_class: { commercial: [1, 30] } })
  const business = await newCustomer(await world.as('user'), { customer_type: 'commercial' })
  customer_id = business.id
  const { id } = await owed()
  passWorkingDays(world, 2)
  await runJob(world, remindAdjustments)
  expect(await steps(id)).toEqual([{ step: 1, outcome: 'sent', reason: null }])
  await setUp(await world.as('admin'), { reminder_steps_by_class: {} })
})

test('and by the way of its step: by mail alone, or by text message to who agreed to it', async () => {
  const [organisation_id] = world.organisations
  world.config.channels = { organisations: [{ organisation_id, sms: silentSms }] }
  const admin = await world.as('admin')
  const ways = {
    commercial: [{ days: 1, channel: 'email' }],
    residential: [{ days: 1, channel: 'sms' }],
  }
  await setUp(admin, {
    reminder_steps_by_class: ways,
    ...{ sms_sender_service: '4321', sms_quiet_hours: 'none' },
  })
  const whoAgreed = async (customer_type: string, phone_mobile: string) => {
    const who = await newCustomer(await world.as('user'), { customer_type, phone_mobile })
    const agreed = { channel: 'sms', purpose: 'reminder', how: 'On the phone' }
    const noted = await (await world.as('user')).put('/consent', { customer_id: who.id, ...agreed })
    expect(noted.status, noted.text).toBe(201)
    customer_id = who.id
    return { ...(await owed()), who: who.id }
  }
  const shop = await whoAgreed('commercial', '+64215550171')
  const home = await whoAgreed('residential', '+64215550172')
  const typesOf = async ({ who }: { who: number }) => {
    const asked = { customer_id: who, kind: 'reminder', order: 'id' }
    const { data } = (await (await world.as('user')).get('/messages', asked)).body
    return data.map(({ type }: { type: string }) => type)
  }
  passWorkingDays(world, 2)
  await remindAdjustments.run(jobContext(world), {})
  expect([await typesOf(shop), await typesOf(home)]).toEqual([['email'], ['sms']])
  passWorkingDays(world, 6)
  const byHand = await (await world.as('user')).post('/adjustment/remind', { id: shop.id })
  expect(byHand.status, byHand.text).toBe(200)
  expect(await typesOf(shop), 'a person reminds by the first step').toEqual(['email', 'email'])
  await world.owner.query('update customers set email = null where id = $1', [shop.who])
  passWorkingDays(world, 6)
  const unheard = await (await world.as('user')).post('/adjustment/remind', { id: shop.id })
  expect([unheard.status, unheard.body.message]).toEqual([
    476,
    expect.stringMatching(/by email alone\. .*let the step go by text message too/),
  ])
  await setUp(await world.as('admin'), { reminder_steps_by_class: {} })
})

test('what is paid for by a debit under way, or settled, is not reminded of: asked again as it leaves', async () => {
  const first = await owed()
  const [organisation_id] = world.organisations
  const planned = (id: number) =>
    world.owner.query(
      `insert into invoicepayments (organisation_id, customer_id, payment_type, payment_status,
         payment_date, amount_incl_gst, gst_amount, amount_excl_gst, charge_date, debit_state, plan)
       select organisation_id, customer_id, 'direct_debit', 'pending', due_date, balance, 0, balance,
         due_date, 'planned', jsonb_build_array(jsonb_build_object('key', 'a' || id, 'amount',
         balance::text)) from adjustments where id = $1`,
      [id],
    )
  passWorkingDays(world, 4)
  await runJob(world, remindAdjustments)
  expect(await steps(first.id)).toMatchObject([{ outcome: 'sent' }])
  await planned(first.id)
  const user = await world.as('user')
  const reminders = async () =>
    (await user.get('/messages', { customer_id, kind: 'reminder' })).body.data
  const [{ id: message_id }] = await reminders()
  await sendMessage.run(jobContext(world), { organisation_id, message_id })
  expect(await reminders()).toMatchObject([
    { status: 'blocked', error_code: 'sense', error: expect.stringContaining('under way') },
  ])
  passWorkingDays(world, 7)
  await runJob(world, remindAdjustments)
  expect(await steps(first.id)).toHaveLength(1)
  const byHand = await (await world.as('user')).post('/adjustment/remind', { id: first.id })
  expect(byHand.status, byHand.text).toBe(476)
  expect(byHand.body.message).toContain('a direct debit of it is under way')
})

test('a customer hears of an invoice and an adjustment with a pause between them', async () => {
  const accounting = await world.as('accounting')
  await sentInvoice(accounting, customer_id, { due_date: todayOf(world) })
  const { id } = await owed()
  passWorkingDays(world, 4)
  await runJob(world, remindCustomers)
  await runJob(world, remindAdjustments)
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Reminder: invoice INV-/),
  ])
  const user = await world.as('user')
  const refused = await user.post('/adjustment/remind', { id })
  expect(refused.status).toBe(476)
  expect(refused.body.message).toContain('the last contact was on')
  passWorkingDays(world, 6)
  await runJob(world, remindAdjustments)
  expect(await steps(id)).toMatchObject([{ outcome: 'sent' }])
})

test('by hand only what is due and not held, and nobody who needs power for their health', async () => {
  const [user, accounting] = [await world.as('user'), await world.as('accounting')]
  const { id } = await owed()
  const early = await user.post('/adjustment/remind', { id })
  expect(early.body.message).toContain('it is not due before')
  passWorkingDays(world, 1)
  const again = await world.as('user')
  const sent = await again.post('/adjustment/remind', { id, message: 'As we said on the phone.' })
  expect(sent.status, sent.text).toBe(200)
  expect(sent.body.data.reminded_at).not.toBeNull()
  expect((await mails())[0]?.text_plain).toContain('As we said on the phone.')
  await accounting.signIn('accounting', password)
  expect((await accounting.post('/adjustment/hold', { id, ...because })).status).toBe(200)
  const held = await again.post('/adjustment/remind', { id })
  expect(held.body.message).toContain('it is held')
  const sick = await newCustomer(again, { required_for_medical: true })
  const theirs = { ...debt, due_date: '2026-10-01' }
  const other = await adjustedBy(await world.as('manager'), sick.id, theirs)
  await runJob(world, remindAdjustments)
  expect(await steps(other.id)).toMatchObject([
    { outcome: 'refused', reason: expect.stringContaining('needs power for medical reasons') },
  ])
})

test('who agreed to it hears of it on the phone as well, and alone where no mail can go', async () => {
  const [organisation_id] = world.organisations
  world.config.channels = { organisations: [{ organisation_id, sms: silentSms }] }
  await setUp(await world.as('admin'), { sms_sender_service: '4321', sms_quiet_hours: 'none' })
  await world.owner.query(
    `update organisations set bank_account_number = '12-3456-0123456-00' where id = $1`,
    [organisation_id],
  )
  const user = await world.as('user')
  const reached = async (who: { id: number }) =>
    (await user.get('/messages', { customer_id: who.id, kind: 'reminder' })).body.data
  const phone_mobile = '+64215550177'
  const mute = await newCustomer(user, { phone_mobile })
  await world.owner.query('update customers set email = null where id = $1', [mute.id])
  const both = await newCustomer(user, { phone_mobile: '+64215550178' })
  const manager = await world.as('manager')
  const theirs = { ...debt, due_date: '2026-10-01' }
  const [first, second] = [
    await adjustedBy(manager, mute.id, theirs),
    await adjustedBy(manager, both.id, theirs),
  ]
  const refused = await user.post('/adjustment/remind', { id: first.id })
  expect(refused.status, refused.text).toBe(476)
  expect(refused.body.message).toContain('no text message can go: they have not agreed')
  await remindAdjustments.run(jobContext(world), {})
  expect((await steps(first.id)).at(-1)).toMatchObject({
    outcome: 'refused',
    reason: expect.stringContaining('not agreed to reminders by SMS'),
  })
  expect((await reached(both)).map(({ type }: { type: string }) => type)).toEqual(['email'])
  for (const { id } of [mute, both]) {
    const agreed = { channel: 'sms', purpose: 'reminder', how: 'On the phone' }
    const noted = await user.put('/consent', { customer_id: id, ...agreed })
    expect(noted.status, noted.text).toBe(201)
  }
  passWorkingDays(world, 7)
  await remindAdjustments.run(jobContext(world), {})
  expect((await steps(first.id)).at(-1)).toMatchObject({ outcome: 'sent' })
  const [text, ...more] = await (await world.as('user'))
    .get('/messages', { customer_id: mute.id, kind: 'reminder' })
    .then(({ body }) => body.data)
  expect(more).toEqual([])
  expect(text).toMatchObject({ type: 'sms', recipient: phone_mobile, adjustment_id: first.id })
  expect(text.text_plain).toContain(
    `${first.adjustment_number} was due on 01 Oct 2026: $50.00 is still to pay. ` +
      `Pay to 12-3456-0123456-00, ref ${first.adjustment_number}.`,
  )
  expect((await steps(second.id)).map(({ outcome }) => outcome)).toEqual(['sent'])
  // What has been settled since is not asked for: the phone is asked the same as the mail.
  await world.owner.query('update adjustments set balance = 0 where id = $1', [first.id])
  await sendMessage.run(jobContext(world), { organisation_id, message_id: text.id })
  const again = await (await world.as('user')).get('/message', { id: text.id })
  expect(again.body.data).toMatchObject({ status: 'blocked', error_code: 'sense' })
})
