import { afterAll, beforeAll, expect, test } from 'vitest'
import { chargeLateFeesJob } from '#server/invoices/dunning/dunning-late-fees.ts'
import { remindCustomers } from '#server/invoices/dunning/dunning-remind-job.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { sendMessage } from '#server/messaging/outbox/send-message-job.ts'
import { newCustomer, passWorkingDays, runJob, sentInvoice } from '#tests/support/billing.ts'
import { setUp, silentSms } from '#tests/support/gateways.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { silentMail } from '#tests/support/smtp-sink.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ smtpUrl: silentMail })
  passWorkingDays(world, 1)
})
afterAll(() => world.close())

/** An invoice of which the first step of reminding is due. */
async function remindedInvoice(given: Record<string, unknown>) {
  const accounting = await world.as('accounting')
  const who = await newCustomer(accounting, given)
  const { id } = await sentInvoice(accounting, who.id, { due_date: todayOf(world) })
  passWorkingDays(world, 4)
  await remindCustomers.run(jobContext(world), {})
  return id
}

/** What care kept from somebody, the newest first. */
const stopsOf = async (customer_id: number) =>
  (await (await world.as('manager')).get('/carestops', { customer_id, order: '-id' })).body.data

test('why a reminder was refused can be read on its invoice', async () => {
  const id = await remindedInvoice({ required_for_medical: true })
  const user = await world.as('user')
  const reply = await user.get('/invoice/reminders', { id })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body.data).toMatchObject([{ step: 3, outcome: 'refused' }])
  expect(reply.body.data[0].reason).toContain('needs power for medical reasons')
})

test('who is cared for is reminded by a person who says why, and never without that', async () => {
  const id = await remindedInvoice({ required_for_medical: true })
  const user = await world.as('user')
  const refused = await user.post('/invoice/remind', { id })
  expect(refused.status, refused.text).toBe(476)
  expect(refused.body.message).toContain('say why they are reminded')
  const [invoice] = (await user.get('/invoices', { id })).body.data
  const evidence = await stopsOf(invoice.customer_id)
  expect(evidence).toMatchObject([
    {
      kind: 'reminder',
      reason: expect.stringContaining('needs power for medical reasons'),
      words: expect.stringContaining(invoice.invoice_number),
    },
  ])
  const reason = 'She asked me for a copy by mail'
  const reply = await user.post('/invoice/remind', { id, reason })
  expect(reply.status, reply.text).toBe(200)
  await scope(world.owner, 1)
  const { rows } = await world.owner.query(
    "select is_by_hand, care_reason, tone from messages where invoice_id = $1 and kind = 'reminder'",
    [id],
  )
  expect(rows).toEqual([{ is_by_hand: true, care_reason: reason, tone: 'normal' }])
  const history = await user.get('/history', { object_class: 'invoice', object_id: id })
  expect(JSON.stringify(history.body.data)).toContain(reason)
})

test('what is disputed is not reminded of, by hand or once it waits, and each stop is evidence', async () => {
  const accounting = await world.as('accounting')
  const who = await newCustomer(accounting, {})
  const { id } = await sentInvoice(accounting, who.id, { due_date: todayOf(world) })
  passWorkingDays(world, 4)
  const manager = await world.as('manager')
  const reminded = await manager.post('/invoice/remind', { id })
  expect(reminded.status, reminded.text).toBe(200)
  const held = await manager.post('/invoice/hold', { id, reason: 'They say it was not theirs' })
  expect(held.status, held.text).toBe(200)
  const [waiting] = (await manager.get('/messages', { invoice_id: id, kind: 'reminder' })).body.data
  const organisation_id = world.organisations[0]
  await sendMessage.run(jobContext(world), { organisation_id, message_id: waiting.id })
  const { data } = (await manager.get('/message', { id: waiting.id })).body
  expect(data).toMatchObject({ status: 'blocked', error_code: 'care' })
  expect((await manager.post('/invoice/remind', { id })).status).toBe(476)
  expect(await stopsOf(who.id)).toMatchObject([
    { message_id: null, reason: expect.stringContaining('held') },
    { message_id: waiting.id, reason: expect.stringContaining('disputed') },
  ])
})

test('so can the ones that were sent, and nobody else’s organisation sees either', async () => {
  const id = await remindedInvoice({})
  const user = await world.as('user')
  const reply = await user.get('/invoice/reminders', { id })
  expect(reply.body.data).toMatchObject([{ step: 3, outcome: 'sent', reason: null }])
  const other = await world.as('other')
  expect((await other.get('/invoice/reminders', { id })).status).toBe(404)
})

/** A debit of an invoice that the bank has, or has no more. */
async function debitOf(
  invoice_id: number,
  debit_state: 'planned' | 'submitted' | 'failed',
  page = invoice_id,
) {
  const [organisation_id] = world.organisations
  const payment_status = debit_state === 'failed' ? 'failed' : 'pending'
  await world.database.write({ organisation_id, user_id: null }, async (conn) => {
    await conn.query('update invoicepayments set deleted_at = now() where invoice_id = $1', [
      invoice_id,
    ])
    await conn.query(
      `insert into invoicepayments (organisation_id, customer_id, invoice_id, payment_type,
         payment_status, payment_date, amount_incl_gst, gst_amount, amount_excl_gst, charge_date,
         debit_state, plan)
       select organisation_id, customer_id, $4, 'direct_debit', $2, due_date, balance, 0, balance,
         due_date, $3, jsonb_build_array(jsonb_build_object('key', 'i' || id, 'amount', balance::text))
       from invoices where id = $1`,
      [invoice_id, payment_status, debit_state, page],
    )
  })
}

test('customers of a type are reminded on days, in words and by the way of their own', async () => {
  const admin = await world.as('admin')
  const made = await admin.put('/messagetemplate', {
    ...{ name: 'To a business', type: 'email', context: 'reminder', purpose: 'service' },
    subject: 'Your account: {{invoice_number}}',
    text_base: 'Reminder {{step}}: {{balance}} is open.{{#if late_fee}} Fee {{late_fee}}.{{/if}}',
  })
  expect(made.status, made.text).toBe(201)
  const template = made.body.data.id
  const own = [
    { days: 1, channel: 'email', tells_fee: false },
    { days: 5, template },
  ]
  await setUp(admin, { reminder_steps_by_class: { commercial: own } })
  const accounting = await world.as('accounting')
  const invoiceOf = async (customer_type: string) => {
    const who = await newCustomer(accounting, { customer_type, charge_late_fee: true })
    return (await sentInvoice(accounting, who.id, { due_date: todayOf(world) })).id
  }
  const [shop, home] = [await invoiceOf('commercial'), await invoiceOf('residential')]
  const letters = async (invoice_id: number) => {
    const query = { invoice_id, kind: 'reminder', order: 'id' }
    return (await (await world.as('user')).get('/messages', query)).body.data
  }
  passWorkingDays(world, 2)
  await remindCustomers.run(jobContext(world), {})
  expect(await letters(shop)).toMatchObject([{ subject: expect.stringMatching(/^Reminder: /) }])
  expect(await letters(home), 'the common steps begin on the third day').toEqual([])
  passWorkingDays(world, 6)
  await runJob(world, chargeLateFeesJob)
  await remindCustomers.run(jobContext(world), {})
  expect(await letters(shop)).toMatchObject([
    { text_plain: expect.not.stringContaining('late payment fee') },
    {
      subject: expect.stringMatching(/^Your account: INV/),
      text_plain: 'Reminder 2: $115.00 is open. Fee $10.00.\n',
    },
  ])
  expect(await letters(home)).toMatchObject([{ subject: expect.stringMatching(/^Reminder: /) }])
  const steps = await (await world.as('user')).get('/invoice/reminders', { id: shop })
  expect(steps.body.data.map(({ step }: { step: number }) => step)).toEqual([5, 1])
  const later = await world.as('admin')
  await setUp(later, { reminder_steps_by_class: { commercial: [{ days: 5, template }] } })
  passWorkingDays(world, 6)
  const user = await world.as('user')
  const byHand = await user.post('/invoice/remind', { id: shop, announce_fee: false })
  expect(byHand.status, byHand.text).toBe(200)
  expect((await letters(shop))[2].text_plain).toBe('Reminder 1: $115.00 is open.\n')
  await setUp(await world.as('admin'), { reminder_steps_by_class: {} })
})

test('a step by text message goes to who agreed to it, and to others by mail', async () => {
  await setUp(await world.as('admin'), {
    reminder_steps: [{ days: 3, channel: 'sms' }],
    sms_sender_service: '4321',
  })
  const [organisation_id] = world.organisations
  const sms = {
    provider: 'twilio',
    url: 'http://127.0.0.1:9',
    account_sid: 'ACsteps',
    auth_token: 'a token of the tests',
    hook_key: 'a-hook-key-of-the-tests-long-enough',
    answers_stop: false,
  } as const
  world.config.channels = { organisations: [{ organisation_id, sms }] }
  const accounting = await world.as('accounting')
  const who = await newCustomer(accounting, { phone_mobile: '+64215550197' })
  const agreed = { channel: 'sms', purpose: 'reminder', how: 'On the phone' }
  await accounting.put('/consent', { customer_id: who.id, ...agreed })
  const { id } = await sentInvoice(accounting, who.id, { due_date: todayOf(world) })
  const plain = await remindedInvoice({})
  await remindCustomers.run(jobContext(world), {})
  const typesOf = async (invoice_id: number) => {
    const query = { invoice_id, kind: 'reminder' }
    const { data } = (await (await world.as('user')).get('/messages', query)).body
    return data.map(({ type }: { type: string }) => type)
  }
  expect(await typesOf(id)).toEqual(['sms'])
  expect(await typesOf(plain)).toEqual(['email'])
  await setUp(await world.as('admin'), { reminder_steps: [3, 10, 20] })
})

test('while the bank has the debit nobody is reminded, by hand or by the clock; then it goes on', async () => {
  const accounting = await world.as('accounting')
  const who = await newCustomer(accounting, {})
  const { id } = await sentInvoice(accounting, who.id, { due_date: todayOf(world) })
  passWorkingDays(world, 4)
  await debitOf(id, 'submitted')
  await remindCustomers.run(jobContext(world), {})
  const user = await world.as('user')
  const byHand = await user.post('/invoice/remind', { id })
  expect(byHand.status, byHand.text).toBe(476)
  expect(byHand.body.message).toContain('under way')
  const reminders = async () =>
    (await user.get('/messages', { invoice_id: id, kind: 'reminder' })).body.data
  expect(await reminders()).toEqual([])
  await debitOf(id, 'failed')
  await remindCustomers.run(jobContext(world), {})
  const [queued] = await reminders()
  expect(queued).toMatchObject({ status: 'queued' })
  // Collected again before the letter leaves.
  await debitOf(id, 'submitted')
  const [organisation_id] = world.organisations
  await sendMessage.run(jobContext(world), { organisation_id, message_id: queued.id })
  expect(await reminders()).toMatchObject([{ status: 'blocked', error_code: 'sense' }])
})

test('nor of an older invoice that the debit of another page is planned to pay', async () => {
  const accounting = await world.as('accounting')
  const who = await newCustomer(accounting, {})
  const older = await sentInvoice(accounting, who.id, { due_date: todayOf(world) })
  passWorkingDays(world, 4)
  const again = await world.as('accounting')
  const newer = await sentInvoice(again, who.id, {})
  const sent = await again.post('/invoice/remind', { id: older.id })
  expect(sent.status, sent.text).toBe(200)
  await debitOf(older.id, 'planned', newer.id)
  passWorkingDays(world, 6)
  const user = await world.as('user')
  const byHand = await user.post('/invoice/remind', { id: older.id })
  expect(byHand.status, byHand.text).toBe(476)
  expect(byHand.body.message).toContain('a direct debit of it is under way')
  const mails = async () =>
    (await user.get('/messages', { invoice_id: older.id, kind: 'reminder' })).body.data
  const [organisation_id] = world.organisations
  const [{ id: message_id }] = await mails()
  await sendMessage.run(jobContext(world), { organisation_id, message_id })
  expect(await mails()).toMatchObject([{ status: 'blocked', error_code: 'sense' }])
})

test('who agreed to it is reminded by text message as well, and nobody else', async () => {
  const [organisation_id] = world.organisations
  world.config.channels = { organisations: [{ organisation_id, sms: silentSms }] }
  await setUp(await world.as('admin'), { sms_sender_service: '4321' })
  const texts = async (invoice_id: number) => {
    const user = await world.as('user')
    const reply = await user.get('/messages', { invoice_id, type: 'sms' })
    expect(reply.status, reply.text).toBeLessThan(300)
    return reply.body.data
  }
  const phone_mobile = '+64215550199'
  const flagged = await remindedInvoice({ phone_mobile, receive_sms_reminders: true })
  expect(await texts(flagged), 'a flag that nobody can explain').toEqual([])
  const accounting = await world.as('accounting')
  const who = await newCustomer(accounting, { phone_mobile })
  const agreed = { channel: 'sms', purpose: 'reminder', how: 'On the phone' }
  const noted = await accounting.put('/consent', { customer_id: who.id, ...agreed })
  expect(noted.status, noted.text).toBe(201)
  const { id } = await sentInvoice(accounting, who.id, { due_date: todayOf(world) })
  passWorkingDays(world, 4)
  await remindCustomers.run(jobContext(world), {})
  const [text, ...more] = await texts(id)
  expect(more).toEqual([])
  expect(text).toMatchObject({ kind: 'reminder', recipient: phone_mobile, status: 'queued' })
  expect(text.text_plain).toContain('is still to pay')
  expect(text.text_plain, 'the link opens nothing here').toContain('/invoice/#…')
})

test('who has no email address is reminded by text message alone, with the fee; else told what lacks', async () => {
  const accounting = await world.as('accounting')
  const phone_mobile = '+64215550198'
  const who = await newCustomer(accounting, { phone_mobile, charge_late_fee: true })
  const { id } = await sentInvoice(accounting, who.id, { due_date: todayOf(world) })
  await scope(world.owner, world.organisations[0])
  const addresses = `update customers set email = null, email_primary = null, email_invoice = null,
    invoice_recipients = '{}' where id = $1`
  await world.owner.query(addresses, [who.id])
  passWorkingDays(world, 6)
  await runJob(world, chargeLateFeesJob)
  await remindCustomers.run(jobContext(world), {})
  const user = await world.as('user')
  const stepsOf = async () => (await user.get('/invoice/reminders', { id })).body.data
  expect(await stepsOf()).toMatchObject([
    { outcome: 'refused', reason: expect.stringContaining('not agreed to reminders by SMS') },
  ])
  const byHand = await user.post('/invoice/remind', { id })
  expect(byHand.status, byHand.text).toBe(476)
  expect(byHand.body.message).toContain('there is no email address, and no text message can go')
  const agreed = { channel: 'sms', purpose: 'reminder', how: 'On the phone' }
  await user.put('/consent', { customer_id: who.id, ...agreed })
  await remindCustomers.run(jobContext(world), {})
  const told = (await user.get('/messages', { invoice_id: id, kind: 'reminder' })).body.data
  expect(told).toMatchObject([{ type: 'sms', recipient: phone_mobile, status: 'queued' }])
  expect(told[0].text_plain).toMatch(
    /is still to pay\. Your next invoice adds a late fee of \$10\.00 \+ GST\. \S+\/invoice\/#…/,
  )
  expect((await stepsOf()).map(({ outcome }: { outcome: string }) => outcome)).toContain('sent')
  expect((await user.get('/invoice', { id })).body.data.reminded_at).not.toBeNull()
})

/** Reminds by hand of an invoice with a late fee that waits; what the letter says. */
async function letterByHand(asked: { announce_fee?: boolean }) {
  const accounting = await world.as('accounting')
  const who = await newCustomer(accounting, { charge_late_fee: true })
  const { id } = await sentInvoice(accounting, who.id, { due_date: todayOf(world) })
  passWorkingDays(world, 6)
  await runJob(world, chargeLateFeesJob)
  const user = await world.as('user')
  const reminded = await user.post('/invoice/remind', { id, ...asked })
  expect(reminded.status, reminded.text).toBe(200)
  const query = { invoice_id: id, kind: 'reminder', type: 'email' }
  const { body } = await user.get('/messages', query)
  expect(body.data).toHaveLength(1)
  return body.data[0]
}

test('a reminder by hand tells of the fee that waits, and carries the invoice', async () => {
  const letter = await letterByHand({})
  expect(letter.text_plain).toContain('A late payment fee of $10.00 plus GST')
  expect(letter.attachment_name).toMatch(/^Invoice-INV.*\.pdf$/)
})

test('it is sent without a word of the fee where somebody wants it so', async () => {
  const letter = await letterByHand({ announce_fee: false })
  expect(letter.text_plain).not.toContain('late payment fee')
})

test('a reminder that was stopped, and was to say nothing of the fee, says nothing of it when it is sent', async () => {
  const admin = await world.as('admin')
  const words = '{{message}} {{balance}} {{link}}{{#if late_fee}} Fee: {{late_fee}}{{/if}}'
  const own = { name: 'Ours', type: 'email', key: 'reminder', context: 'reminder', subject: 'Ours' }
  const ours = await admin.put('/messagetemplate', { ...own, text_base: words })
  expect(ours.status, ours.text).toBe(201)
  const letter = await letterByHand({ announce_fee: false })
  expect(letter).toMatchObject({ status: 'blocked' })
  const { id, version } = ours.body.data
  const text_base = words.replace('{{message}}', '{{message|Kia ora.}}')
  // Days have passed by now.
  const later = await world.as('admin')
  expect((await later.post('/messagetemplate', { id, version, text_base })).status).toBe(261)
  const again = await later.post('/message/resend', { id: letter.id })
  expect(again.status, again.text).toBe(201)
  expect(again.body.data.text_plain).toMatch(/^Kia ora\. \$/)
  expect(again.body.data.text_plain).not.toContain('Fee')
  await later.delete('/messagetemplate', { id })
})

test('why the bill changed stands in the mail where the template has it', async () => {
  const admin = await world.as('admin')
  const made = await admin.put('/messagetemplate', {
    ...{ name: 'Invoice with reasons', type: 'email', key: 'invoice', context: 'invoice' },
    subject: 'Invoice {{invoice_number}}',
    text_base: '{{#if why_changed}}\nWhy: {{why_changed}}\n{{/if}}\n{{link}}',
  })
  expect(made.status, made.text).toBe(201)
  const who = await newCustomer(admin, {})
  const first = await sentInvoice(admin, who.id, {})
  const redone = await admin.post('/invoice/redo', { id: first.id, reason: 'Read anew' })
  expect(redone.status, redone.text).toBe(200)
  const approve = { id: redone.body.data.id, send: true, acknowledge: ['W01', 'W02', 'W03'] }
  const approved = await admin.post('/invoice/approve', approve)
  expect(approved.status, approved.text).toBe(200)
  const wordsOf = async (invoice_id: number) =>
    (await admin.get('/messages', { invoice_id, kind: 'invoice' })).body.data[0].text_plain
  expect(await wordsOf(first.id), 'a first invoice').not.toContain('Why:')
  expect(await wordsOf(redone.body.data.id)).toMatch(/Why: .*INV/)
  await admin.delete('/messagetemplate', { id: made.body.data.id })
})
