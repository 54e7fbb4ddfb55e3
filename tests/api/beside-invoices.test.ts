import { afterAll, beforeAll, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { sendMessage } from '#server/messaging/outbox/send-message-job.ts'
import { draftInvoice, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { testConfig } from '#tests/support/config.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { setUp, silentSms } from '#tests/support/gateways.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { makeOffers } from '#tests/support/offers.ts'
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let sink: SmtpSink
let user: Client
let manager: Client
let accounting: Client

beforeAll(async () => {
  ;[world, sink] = await Promise.all([makeWorld(), startSmtpSink()])
  ;[user, manager, accounting] = await Promise.all([
    world.as('user'),
    world.as('manager'),
    world.as('accounting'),
  ])
  Object.assign(world.config, { smtpUrl: sink.url })
  await scope(world.owner, world.organisations[0])
})
afterAll(async () => {
  await sink.stop()
  await world.close()
})

/** One try of the worker. */
async function tried(message_id: number) {
  const config = { ...testConfig(), ...world.config }
  const [organisation_id] = world.organisations
  const job = jobContext(world, { config })
  await sendMessage.run(job, { organisation_id, message_id }).catch(() => undefined)
  return (await user.get('/message', { id: message_id })).body.data
}

const someone = async (more: object) =>
  (await makeRow(manager, customer, { customer_type: 'residential', ...more })).id
const evidence = async (customer_id: number) =>
  (await manager.get('/carestops', { customer_id })).body.data ?? []
const messagesOf = async (invoice_id: number): Promise<{ id: number; kind: string }[]> =>
  (await user.get('/messages', { invoice_id })).body.data

const threat = 'We will cut your power off.'

test('who is cared for gets no threat beside a copy, a reminder or an offer; a look shows it and keeps nothing', async () => {
  const customer_id = await someone({ required_for_medical: true, email: 'sick@example.co.nz' })
  const { id } = await sentInvoice(accounting, customer_id)
  const options = { message: threat, reason: 'They asked' }
  const asked = { action: 'send', ids: [id], options }
  const looked = await user.post('/departure/look', asked)
  expect(looked.body.data[0].messages[0], looked.text).toMatchObject({
    text: expect.stringContaining(threat),
    withheld: expect.stringContaining('the text says “cut your power off”'),
  })
  expect(await evidence(customer_id)).toEqual([])
  const offers = await makeOffers(world)
  const contract_id = await offers.draft({ customer_id })
  const overdue = 'update invoices set due_date = current_date - 9 where id = $1'
  await world.owner.query(overdue, [id])
  const ways = [
    ['/invoice/send', { id, message: threat }],
    ['/invoice/remind', { id, ...options }],
    ['/contract/send', { id: contract_id, message: threat }],
    ['/departure', { action: 'send', rows: [{ id }], options }],
  ] as const
  for (const [path, body] of ways) {
    const reply = await (path === '/departure' ? user.put(path, body) : user.post(path, body))
    expect(reply.status, reply.text).toBe(476)
    expect(reply.body.message).toContain('medical reasons, and the text says')
  }
  const kept = await evidence(customer_id)
  expect(kept.map(({ kind }: { kind: string }) => kind)).toEqual([
    'copy',
    'offer',
    'reminder',
    'copy',
  ])
  expect(kept[0]).toMatchObject({ actor_name: 'user Test', words: threat, message_id: null })
  expect(await offers.statusOf(contract_id)).toBe('draft')
})

test('who is cared for gets no threat beside an invoice that is approved with it, which stays a draft', async () => {
  const customer_id = await someone({ required_for_medical: true, email: 'unwell@example.co.nz' })
  const { id } = await draftInvoice(accounting, customer_id)
  const acknowledge = ['W01', 'W02']
  const alone = {
    action: 'approve_send',
    rows: [{ id }],
    options: { message: threat, acknowledge },
  }
  const held = await accounting.put('/departure', alone)
  expect(held.status, held.text).toBe(476)
  expect(held.body.message).toContain('medical reasons, and the text says')
  const asked = { id, send: true, message: threat, acknowledge }
  const approved = await accounting.post('/invoice/approve', asked)
  expect(approved.status, approved.text).toBe(476)
  expect((await user.get('/invoice', { id })).body.data.invoice_status).toBe('draft')
  const kept = await evidence(customer_id)
  expect(kept.map(({ kind }: { kind: string }) => kind)).toEqual(['invoice', 'invoice'])
})

test('who has a phone alone gets no threat by it, and that is kept once', async () => {
  const phone_mobile = '+64215550133'
  const customer_id = await someone({ required_for_medical: true, phone_mobile, email: 'a@b.nz' })
  const { id } = await sentInvoice(accounting, customer_id)
  const alone = `update customers set email = null, email_primary = null, email_invoice = null,
    invoice_recipients = '{}' where id = $1`
  await world.owner.query(alone, [customer_id])
  const overdue = 'update invoices set due_date = current_date - 9 where id = $1'
  await world.owner.query(overdue, [id])
  const [organisation_id] = world.organisations
  world.config.channels = { organisations: [{ organisation_id, sms: silentSms }] }
  await setUp(await world.as('admin'), { sms_sender_service: '4321', sms_quiet_hours: 'none' })
  const agreed = { channel: 'sms', purpose: 'reminder', how: 'On the phone' }
  const noted = await user.put('/consent', { customer_id, ...agreed })
  expect(noted.status, noted.text).toBe(201)
  const options = { message: threat, reason: 'They asked' }
  await user.post('/departure/look', { action: 'remind', ids: [id], options })
  expect(await evidence(customer_id)).toEqual([])
  const refused = await user.post('/invoice/remind', { id, ...options })
  expect(refused.status, refused.text).toBe(476)
  expect(refused.body.message).toContain('medical reasons, and the text says')
  expect(await evidence(customer_id)).toMatchObject([
    { kind: 'reminder', contact: phone_mobile, words: expect.stringContaining(threat) },
  ])
})

test('a line is asked about again as it leaves, and when it is sent once more', async () => {
  const customer_id = await someone({ email: 'later@example.co.nz' })
  const { id } = await sentInvoice(accounting, customer_id)
  const message = 'Tell us if anything was disconnected.'
  const copy = await user.post('/invoice/send', { id, message })
  expect(copy.status, copy.text).toBe(200)
  const poor = await user.post('/customer', { id: customer_id, version: 1, in_hardship: true })
  expect(poor.status, poor.text).toBe(261)
  const all = await messagesOf(id)
  const idOf = (kind: string) => all.find((one) => one.kind === kind)?.id ?? 0
  const again = idOf('copy')
  // What the template alone says reaches them.
  expect((await tried(idOf('invoice'))).status).toBe('accepted')
  expect(await tried(again)).toMatchObject({ status: 'blocked', error_code: 'care' })
  expect(await evidence(customer_id)).toMatchObject([{ kind: 'copy', message_id: again }])
  expect((await user.post('/message/resend', { id: again })).status).toBe(476)
})

test('an invoice whose mail did not get there is found in the list of invoices, until it is sent once more', async () => {
  const lost = async (invoice_id: number) => {
    const { data } = (await user.get('/invoices/undelivered', { limit: 500 })).body
    return (data ?? []).some((row: { id: number }) => row.id === invoice_id)
  }
  const customer_id = await someone({ email: 'closed@example.co.nz' })
  const [{ id }, other] = [
    await sentInvoice(accounting, customer_id),
    await sentInvoice(accounting, customer_id),
  ]
  const [mail] = await messagesOf(id)
  sink.refuseRecipients(550, 'Mailbox closed')
  expect((await tried(mail?.id ?? 0)).status).toBe('failed')
  sink.reset()
  expect([await lost(id), await lost(other.id)]).toEqual([true, false])
  // What a page of invoices shows beside them comes by one call.
  const asked = { 'invoice_id.in': `${id},${other.id}`, fields: 'id,invoice_id,status,recipient' }
  expect((await user.get('/messages/undelivered', asked)).body.data).toMatchObject([
    { invoice_id: id, status: 'failed', recipient: 'closed@example.co.nz' },
  ])
  const again = await user.post('/message/resend', { id: mail?.id, to: 'open@example.co.nz' })
  expect(again.status, again.text).toBe(201)
  expect(await lost(id)).toBe(false)
})
