import { afterAll, beforeAll, expect, test } from 'vitest'
import { followDebit } from '#server/directdebit/follow-debit.ts'
import { systemContext } from '#server/kit/jobs/system-context.ts'
import { newCustomer, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { storeConnection, storeMandate } from '#tests/support/debit-rows.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { silentMail } from '#tests/support/smtp-sink.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

// What people at a desk ask about a debit; no provider has to answer for it.
let world: World
let accounting: Client
let other: Client
let debit: { id: number; amount: string; charge_date: string }

beforeAll(async () => {
  world = await makeWorld({ smtpUrl: silentMail })
  const user = await world.as('user')
  accounting = await world.as('accounting')
  other = await world.as('other')
  await storeConnection(world)
  const { id: customer_id } = await newCustomer(user)
  await sentInvoice(accounting, customer_id)
  await storeMandate(world, customer_id)
  const asked = await accounting.post('/invoicepayment/collect', { customer_id, amount: '50.00' })
  expect(asked.status, asked.text).toBe(201)
  debit = asked.body.data
})
afterAll(() => world.close())

test('who answers a bank sees when they agreed, and the letter that announced the debit', async () => {
  const { status, text, body } = await accounting.get('/invoicepayment/evidence', { id: debit.id })
  expect(status, text).toBe(200)
  expect(body.data).toMatchObject({
    source: 'phone',
    consent_text_version: 'nz-2026-1',
    consent_script_read: true,
    notices: [{ subject: expect.stringContaining('We’ll collect $50.00 on'), channel: 'email' }],
  })
})

test('another organisation finds neither the debit nor the authority', async () => {
  expect((await other.get('/invoicepayment/evidence', { id: debit.id })).status).toBe(404)
  const { mandate_id } = (await accounting.get('/invoicepayment', { id: debit.id })).body.data
  for (const [path, body] of [
    ['/mandate/details', {}],
    ['/mandate/cancel', { reason: 'They asked' }],
    ['/mandate/reinstate', {}],
  ] as const)
    expect((await other.post(path, { id: mandate_id, ...body })).status, path).toBe(404)
})

test('a template about debits is tried out on one, and never opens anything', async () => {
  const words = {
    context: 'debit',
    subject: 'S {{amount}}',
    text_base: '{{amount}} {{account}} {{link}}',
    record_id: debit.id,
  }
  const shown = await accounting.post('/messagetemplate/preview', words)
  expect(shown.body.data.rendering, shown.text).toMatchObject({
    subject: 'S $50.00',
    text: '$50.00 ••3869-00 https://example.co.nz/directdebit/\n',
  })
  expect((await other.post('/messagetemplate/preview', words)).status).toBe(404)
})

test('a letter that was stopped goes once what it lacked is there', async () => {
  const admin = await world.as('admin')
  const own = {
    name: 'Ours',
    type: 'email',
    key: 'debit_planned',
    context: 'debit',
    subject: 'Ours',
  }
  const text_base = 'Kia ora {{retry_date}}: {{amount}} on {{charge_date}}'
  const made = await admin.put('/messagetemplate', { ...own, text_base })
  expect(made.status, made.text).toBe(201)
  const { customer_id } = (await accounting.get('/invoicepayment', { id: debit.id })).body.data
  const asked = await accounting.post('/invoicepayment/collect', { customer_id, amount: '5.00' })
  expect(asked.status, asked.text).toBe(201)
  const [stopped] = (await accounting.get('/messages', { customer_id, order: '-id' })).body.data
  expect(stopped).toMatchObject({ kind: 'direct_debit', status: 'blocked' })
  await scope(world.owner, world.organisations[0])
  await world.owner.query(
    `insert into invoicepayments (organisation_id, customer_id, payment_type, payment_status,
       payment_date, amount_incl_gst, gst_amount, amount_excl_gst, charge_date, debit_state,
       retry_of_id)
     values ($1, $2, 'direct_debit', 'pending', '2027-05-26', 5, 0.65, 4.35, '2027-05-26', 'planned',
       $3)`,
    [world.organisations[0], customer_id, asked.body.data.id],
  )
  const again = await accounting.post('/message/resend', { id: stopped.id })
  expect(again.status, again.text).toBeLessThan(300)
  const [sent] = (await accounting.get('/messages', { customer_id, order: '-id' })).body.data
  expect(sent.text_plain).toContain('Kia ora 26 May 2027: $5.00 on')
})

test('a token that no header can carry is one that the provider does not know', async () => {
  const admin = await world.as('admin')
  const typed = { token: 'tōken with spaces', webhook_secret: 'a-secret' }
  const reply = await admin.post('/directdebit/connect', typed)
  expect(reply.status, reply.text).toBe(400)
  expect(reply.body.errors).toMatchObject([{ field: 'token' }])
})

test('Home counts what the banks told us today, and what they told us before not', async () => {
  const cards = async () => (await accounting.get('/dashboard', { set: 'work' })).body.data.cards
  const failedToday = async () =>
    (await cards()).find(({ name }: { name: string }) => name === 'debits_failed_today').value
  const before = await failedToday()
  expect(before).toBe('0')
  const organisation_id = world.organisations[0]
  const ctx = systemContext(jobContext(world), organisation_id, 'test')
  await world.database.write({ organisation_id, user_id: null }, (conn) =>
    followDebit(ctx, conn, debit.id, { status: 'failed' }, { cause: 'refer_to_payer' }),
  )
  expect(await failedToday()).toBe('1')
  // The row changes again on a later day; its failure stays that of the day it was told.
  await scope(world.owner, organisation_id)
  await world.owner.query(`alter table history disable trigger user`)
  await world.owner.query(
    `update history set created_at = created_at - interval '2 days'
     where object_class = 'invoicepayment' and object_id = $1`,
    [debit.id],
  )
  await world.owner.query(`alter table history enable trigger user`)
  expect(await failedToday()).toBe('0')
})

test('a list for people says why a debit was refused, one for machines by which code', async () => {
  const manager = await world.as('manager')
  const fields = 'id,debit_state,debit_cause'
  const file = async (more: object) => {
    const asked = { fields, id: debit.id, ...more }
    return (await manager.get('/invoicepayments/csv', asked)).text
  }
  expect(await file({ titled: true })).toContain('"The bank asks you to speak to the customer"')
  expect(await file({ titled: true })).not.toContain('refer_to_payer')
  expect(await file({})).toContain('"refer_to_payer"')
  const asked = { debit_cause: 'refer_to_payer', fields }
  expect((await accounting.get('/invoicepayments', asked)).body.data).toHaveLength(1)
})

test('a debit that was charged long ago counts as failed from the day we were told', async () => {
  const { id: customer_id } = await newCustomer(await world.as('user'))
  const invoice = await sentInvoice(accounting, customer_id)
  await storeMandate(world, customer_id)
  const asked = { customer_id, invoice_id: invoice.id, amount: '50.00' }
  const { id } = (await accounting.post('/invoicepayment/collect', asked)).body.data
  const [organisation_id] = world.organisations
  await scope(world.owner, organisation_id)
  await world.owner.query(
    `update invoicepayments set charge_date = charge_date - 30,
       payment_date = payment_date - 30 where id = $1`,
    [id],
  )
  const ctx = systemContext(jobContext(world), organisation_id, 'test')
  await world.database.write({ organisation_id, user_id: null }, (conn) =>
    followDebit(ctx, conn, id, { status: 'failed' }, { cause: 'refer_to_payer' }),
  )
  const failed = async () => {
    const money = (await accounting.get('/dashboard', { set: 'money' })).body.data.cards
    const card = money.find(({ name }: { name: string }) => name === 'debits_failed')
    const listed = await accounting.get('/invoicepayments', { figure: 'debits_failed' })
    const ids = (listed.body.data ?? []).map((one: { id: number }) => one.id)
    expect(String(ids.length)).toBe(card.value)
    return ids
  }
  const daysPass = async (days: number) => {
    await world.owner.query(`alter table history disable trigger user`)
    await world.owner.query(
      `update history set created_at = created_at - make_interval(days => $2)
       where object_class = 'invoicepayment' and object_id = $1`,
      [id, days],
    )
    await world.owner.query(`alter table history enable trigger user`)
  }
  expect(await failed()).toEqual([id])
  await daysPass(13)
  expect(await failed()).toEqual([id])
  await daysPass(2)
  expect(await failed()).toEqual([])
})
