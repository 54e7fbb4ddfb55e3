import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { standards } from '#domain/messaging/template/standards.ts'
import { paidBy } from '#tests/support/adjusting.ts'
import { newCustomer, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { lettersWhere } from '#tests/support/letters.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { silentMail } from '#tests/support/smtp-sink.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let admin: Client
let user: Client
let accounting: Client
let padmin: Client
let other: Client

beforeAll(async () => {
  world = await makeWorld({ smtpUrl: silentMail })
  ;[admin, user, accounting, padmin, other] = await Promise.all([
    world.as('admin'),
    world.as('user'),
    world.as('accounting'),
    world.as('padmin'),
    world.as('other'),
  ])
})
afterAll(() => world.close())
beforeEach(() => scope(world.owner, world.organisations[0]))

const { subject, text_base } = standards.receipt
const receipt = { name: 'Receipt', type: 'email', key: 'receipt', context: 'payment' }
const made: number[] = []

/** The organisation's own words for receipts, in place of those it had. */
async function own(words: object) {
  for (const id of made.splice(0)) await admin.delete('/messagetemplate', { id })
  const reply = await admin.put('/messagetemplate', { ...receipt, subject, text_base, ...words })
  expect(reply.status, reply.text).toBe(201)
  made.push(reply.body.data.id)
  return reply.body.data
}

async function receiptFor(more: Record<string, unknown> = {}) {
  const customer = await newCustomer(user, more)
  await sentInvoice(accounting, customer.id)
  const { id } = await paidBy({ client: accounting, world }, customer.id, '60.00', {})
  const sent = await user.post('/invoicepayment/receipt', { id })
  expect(sent.status, sent.text).toBe(200)
  const found = await user.get('/messages', { customer_id: customer.id, kind: 'receipt' })
  return { payment_id: id, customer, message: found.body.data[0] }
}

describe('an organisation’s own words', () => {
  test('win over the standard until it goes back to it, and the message names them', async () => {
    const template = await own({ subject: 'Got {{amount}}', text_base: 'Cheers for {{amount}}!' })
    const { message } = await receiptFor()
    expect(message).toMatchObject({
      subject: 'Got $60.00',
      text_plain: 'Cheers for $60.00!\n',
      text_html: '<p>Cheers for $60.00!</p>',
      template_id: template.id,
      template_version: 1,
      status: 'queued',
    })
    const row = (await user.get('/messagetemplates/overview')).body.data
    expect(row.find((one: { key: string }) => one.key === 'receipt')).toMatchObject({
      in_force: 'own',
      template_id: template.id,
    })
    made.length = 0
    expect((await admin.delete('/messagetemplate', { id: template.id })).status).toBe(262)
    const standard = (await receiptFor()).message
    expect(standard).toMatchObject({ template_id: null, template_version: null })
    expect(standard.subject).toBe('Receipt for $60.00 from First Energy')
  })

  test('are refused with line, column and the nearest name', async () => {
    const reply = await admin.put('/messagetemplate', {
      ...receipt,
      subject: 'Hi',
      text_base: 'Paid {{amount}}\n and {{amuont}}',
    })
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toEqual([
      {
        field: 'text_base',
        code: 'bad_request',
        message: 'Line 2, column 6: There is no field {{amuont}} here. Did you mean {{amount}}?',
        line: 2,
        column: 6,
        nearest: 'amount',
      },
    ])
    const html = await admin.put('/messagetemplate', {
      name: 'Letter',
      type: 'email',
      html: '<p>{{contract_number}}',
    })
    expect(html.body.errors[0]).toMatchObject({ field: 'html', line: 1, column: 4 })
    expect(html.body.errors[0].message).toContain('belongs to “Contract”, not to “Customer”')
  })

  test('are kept version by version, whoever changed them', async () => {
    const { id, version } = await own({ text_base: 'First {{amount}}' })
    const change = { id, version, text_base: 'Second {{amount}}' }
    expect((await admin.post('/messagetemplate', change)).status).toBe(261)
    const { data } = (await user.get('/messagetemplate/versions', { id })).body
    expect(data.slice(0, 2)).toMatchObject([
      { template_id: id, version: 2, text_base: 'Second {{amount}}', is_removed: false },
      { template_id: id, version: 1, text_base: 'First {{amount}}', is_removed: false },
    ])
    expect(data[0].actor_name).toBeTruthy()
    // What the mail said before it went back to the standard stays readable, too.
    expect(data.length).toBeGreaterThan(2)
    expect((await other.get('/messagetemplate/versions', { id })).status).toBe(404)
  })
})

test('the platform’s own standard is everybody’s that has none, and goes again', async () => {
  for (const id of made.splice(0)) await admin.delete('/messagetemplate', { id })
  const words = { key: 'receipt', subject: 'Platform {{amount}}', text_base: 'We got {{amount}}.' }
  const put = await padmin.put('/platformtemplate', words)
  expect(put.status, put.text).toBe(201)
  expect((await admin.put('/platformtemplate', words)).status).toBe(403)
  expect((await receiptFor()).message).toMatchObject({
    subject: 'Platform $60.00',
    text_plain: 'We got $60.00.\n',
  })
  const standard = await user.get('/messagetemplate/standard', { key: 'receipt' })
  expect(standard.body.data).toMatchObject({ in_force: 'platform', subject: words.subject })
  const { id } = put.body.data
  expect((await padmin.get('/platformtemplate/versions', { id })).body.data).toHaveLength(1)
  expect((await padmin.delete('/platformtemplate', { id })).status).toBe(262)
  const back = await user.get('/messagetemplate/standard', { key: 'receipt' })
  expect(back.body.data).toMatchObject({ in_force: 'standard', subject })
})

describe('a mail with a hole in it', () => {
  test('waits with its reason, and leaves once the template is mended', async () => {
    const { id, version } = await own({ text_base: 'For {{amount}} by {{reference}}' })
    const { message } = await receiptFor()
    expect(message).toMatchObject({ status: 'blocked', error: 'Reference is empty.', sent: false })
    expect(message.text_plain).toBe('For $60.00 by [Reference]\n')
    const events = (await user.get('/message', { id: message.id })).body.info.events
    expect(events.at(-1)).toMatchObject({ event: 'blocked', words: 'Reference is empty.' })
    const early = await user.post('/message/resend', { id: message.id })
    expect(early.status).toBe(476)
    expect(early.body.message).toContain('reference is empty')
    const words = { id, version, text_base: 'For {{amount}} by {{reference|bank}}' }
    await admin.post('/messagetemplate', words)
    const again = await user.post('/message/resend', { id: message.id })
    expect(again.status, again.text).toBe(201)
    expect(again.body.data).toMatchObject({
      status: 'queued',
      text_plain: 'For $60.00 by bank\n',
      parent_id: message.id,
      template_version: 2,
    })
  })

  test('leaves once the record is mended', async () => {
    await own({ text_base: 'For {{amount}} by {{reference}}' })
    const { message, payment_id } = await receiptFor()
    expect(message.status).toBe('blocked')
    await world.owner.query(`update invoicepayments set reference = 'INV-7' where id = $1`, [
      payment_id,
    ])
    const again = await user.post('/message/resend', { id: message.id })
    expect(again.body.data).toMatchObject({ text_plain: 'For $60.00 by INV-7\n' })
  })
})

test('final words never reach whom power keeps alive, and the refusal is kept', async () => {
  await own({ tone: 'final', text_base: 'The last word: {{amount}}' })
  const medical = { required_for_medical: true, customer_type: 'residential' }
  const { message } = await receiptFor(medical)
  const other = await receiptFor()
  await runQueue(world, { clock: world.clock })
  const stopped = (await user.get('/message', { id: message.id })).body
  expect(stopped.data).toMatchObject({ status: 'blocked', error_code: 'care' })
  expect(stopped.data.error).toContain('a final reminder must never go to them')
  expect(stopped.info.events.at(-1)).toMatchObject({ event: 'blocked' })
  const evidence = await (await world.as('manager')).get('/carestops', { message_id: message.id })
  expect(evidence.body.data).toMatchObject([{ tone: 'final', customer_id: message.customer_id }])
  const read = await user.get('/message', { id: other.message.id })
  expect(read.body.data.error_code).not.toBe('care')
})

test('nor do final words of the platform, where the organisation has none of its own', async () => {
  for (const id of made.splice(0)) await admin.delete('/messagetemplate', { id })
  const words = { key: 'receipt', subject: 'The last', text_base: '{{amount}}', tone: 'final' }
  const put = await padmin.put('/platformtemplate', words)
  expect(put.status, put.text).toBe(201)
  const medical = { required_for_medical: true, customer_type: 'residential' }
  const { message } = await receiptFor(medical)
  await runQueue(world, { clock: world.clock })
  const { data } = (await user.get('/message', { id: message.id })).body
  expect(data).toMatchObject({ status: 'blocked', error_code: 'care' })
  await padmin.delete('/platformtemplate', { id: put.body.data.id })
})

describe('a preview', () => {
  const asked = {
    context: 'payment',
    subject: 'S {{amount}}',
    text_base: '{{amount}} {{reference}}',
  }

  test('prints a real record, names what is empty, and stores nothing', async () => {
    for (const id of made.splice(0)) await admin.delete('/messagetemplate', { id })
    const { payment_id } = await receiptFor()
    const before = (await user.get('/messages')).body.info.total
    expect(before).toBeGreaterThan(0)
    const reply = await user.post('/messagetemplate/preview', { ...asked, record_id: payment_id })
    expect(reply.body.data).toMatchObject({
      rendering: { subject: 'S $60.00', text: '$60.00 [Reference]\n' },
      empty: [{ name: 'reference', label: 'Reference' }],
      errors: [],
    })
    const wrong = await user.post('/messagetemplate/preview', { ...asked, text_base: '{{amnt}}' })
    expect(wrong.body.data).toMatchObject({
      rendering: null,
      errors: [{ field: 'text_base', line: 1, column: 1, nearest: 'amount' }],
    })
    expect((await user.get('/messages')).body.info.total).toBe(before)
    const theirs = { ...asked, record_id: payment_id }
    expect((await other.post('/messagetemplate/preview', theirs)).status).toBe(404)
  })

  test('never opens anything: a link is shown as it looks', async () => {
    const customer = await newCustomer(user)
    const { id } = await sentInvoice(accounting, customer.id)
    const words = { context: 'invoice', text_base: '{{invoice_number}} {{link}}', record_id: id }
    const { data } = (await user.post('/messagetemplate/preview', words)).body
    expect(data.rendering.text).toContain('/invoice/#…')
  })

  test('is mailed to oneself alone', async () => {
    expect((await user.post('/messagetemplate/trial', asked)).status).toBe(403)
    const sent = await admin.post('/messagetemplate/trial', asked)
    expect(sent.status, sent.text).toBe(200)
    const [mail] = await lettersWhere(world.owner, 'subject like $1', ['Test: S %'])
    expect(mail?.mail_to).toBe(sent.body.data.to)
    expect(mail?.text_plain).toBe('$420.00 INV-1001\n')
  })
})

// Shows: T13
test('what mails say is changed with a fresh password, and every admin is told', async () => {
  const words = { subject, text_base: 'Thanks for {{amount}}. Please pay to another account.' }
  const leftOpen = await world.as('admin')
  world.clock.advance(6 * 60_000)
  const refused = await leftOpen.put('/messagetemplate', { ...receipt, ...words })
  expect([refused.status, refused.body.info], refused.text).toEqual([403, { step_up: true }])
  const platform = { key: 'receipt', ...words }
  expect((await padmin.put('/platformtemplate', platform)).status).toBe(403)
  world.clock.advance(-6 * 60_000)
  for (const id of made.splice(0)) await admin.delete('/messagetemplate', { id })
  const before = await told()
  const { id, version } = await own({ text_base: 'Cheers for {{amount}}!' })
  const changed = await admin.post('/messagetemplate', { id, version, ...words })
  expect(changed.status, changed.text).toBe(261)
  const news = (await told()).slice(before.length)
  const admins = ['admin@example.co.nz', 'padmin@example.co.nz']
  expect(news.map(({ mail_to }) => mail_to)).toEqual([...admins, ...admins])
  expect(news.at(-1)?.text).toContain('admin Test changed the words of Receipt.')
})

async function told() {
  const { rows } = await world.owner.query<{ mail_to: string; text: string }>(
    `select mail_to, text_plain as text from letters where unique_key like 'template %' order by id`,
  )
  return rows
}
