import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobs } from '#server/jobs.ts'
import { systemClock } from '#server/kit/http/context.ts'
import type { Client } from '#tests/support/client.ts'
import { testConfig } from '#tests/support/config.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import {
  makeSentInvoices,
  months,
  type SentInvoices,
  sentInApril,
} from '#tests/support/sent-invoices.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let invoices: SentInvoices
let guest: Client

beforeAll(async () => {
  world = await makeWorld()
  invoices = await makeSentInvoices(world)
  guest = world.guest()
  await guest.get('/options')
}, 60_000)
afterAll(() => world.close())

const sentApril = (given?: Record<string, unknown>) => sentInApril(invoices, given)

const write = (token: string, text_plain: string, more: object = {}) =>
  guest.put('/public/invoice/chat', { text_plain, ...more }, { 'x-link-token': token })
const read = (token: string, query = '') => invoices.read(token, `/public/invoice/chat${query}`)
const answer = (customer_id: number, text_plain: string) =>
  invoices.user.put('/message', { customer_id, text_plain })
const mailsTo = async (address: string) => {
  const { rows } = await world.owner.query<{ text_plain: string }>(
    `select text_plain from letters where mail_to = $1 and unique_key like 'chat %' order by id`,
    [address],
  )
  return rows
}

test('other words under the key of a message are not taken for it', async () => {
  const { token } = await sentApril()
  const client_key = randomUUID()
  expect((await write(token, 'I pay on Friday', { client_key })).status).toBe(201)
  expect((await write(token, 'I pay on Monday', { client_key })).status).toBe(409)
  expect((await write(token, ' I pay on Friday ', { client_key })).status).toBe(201)
  expect((await read(token)).body.data).toHaveLength(1)
})

test('an answer that the page was not given is not taken for read, and is mailed', async () => {
  const { customer_id, token } = await sentApril({ email: 'asks-later@example.co.nz' })
  const { id, created_at } = (await answer(customer_id, 'Kia ora')).body.data
  const later = new Date(Date.parse(created_at) + 3_600_000).toISOString()
  expect((await read(token, `?created_from=${later}`)).status).toBe(260)
  const { data } = (await invoices.user.get('/message', { id })).body
  expect(data).toMatchObject({ status: 'accepted', sent: false })
  await runQueue(world)
  expect(await mailsTo('asks-later@example.co.nz')).toHaveLength(1)
})

test('an answer reaches the longest address there is', async () => {
  const parts = Array.from({ length: 3 }, () => 'a'.repeat(55))
  const email = `${'m'.repeat(60)}@${parts.join('.')}.example.co.nz`
  const { customer_id, token } = await sentApril()
  const reply = await invoices.user.get('/customer', { id: customer_id })
  const { version } = reply.body.data
  const changed = await invoices.user.post('/customer', { id: customer_id, version, email })
  expect(changed.status, changed.text).toBeLessThan(300)
  await write(token, 'Hello?')
  await answer(customer_id, 'Kia ora')
  await runQueue(world)
  expect(await mailsTo(email)).toHaveLength(1)
})

test('after an invoice was cancelled the answer stands on the page that is open', async () => {
  const { customer_id, contract_id, invoice, token } = await sentApril()
  await write(token, 'This is wrong')
  await invoices.manager.post('/invoice/cancel', { id: invoice.id, reason: 'Wrong reading' })
  const again = await invoices.draft({ customer_id, contract_id, ...months.april })
  const replaced = await invoices.send(again.id)
  const reply = await answer(customer_id, 'It was, here is the right one')
  expect(reply.body.data.invoice_id).toBe(replaced.id)
  expect(reply.body.info).toMatchObject({ is_on_page: true })
})

test('letters no text can have are refused, and so are numbers no record can have', async () => {
  const { token, customer_id } = await sentApril()
  for (const text of ['a\u0000b', 'a\ud83d'])
    expect((await write(token, text)).status, JSON.stringify(text)).toBe(400)
  for (const query of [
    { reference_id: '99999999999' },
    { created_from: '9999-12-31T23:59:59+00:00' },
    { created_from: '1970-01-01T00:00:03Z' },
  ])
    expect((await invoices.user.get('/messages', query)).status).toBeLessThan(500)
  const far = { reference_object: 'customer', reference_id: 99_999_999_999, text_plain: 'x' }
  expect((await invoices.user.put('/message', far)).status).toBe(400)
  const until = { customer_id, until_id: Number.MAX_SAFE_INTEGER }
  expect((await invoices.user.post('/messages/read', until)).status).toBeLessThan(300)
  expect((await invoices.user.get('/messages/chats', { before: '99999999999' })).status).toBe(200)
})

test('an answer waiting at two workers at once is mailed once', async () => {
  const { customer_id } = await sentApril({ email: 'two-workers@example.co.nz' })
  const first = (await answer(customer_id, 'One')).body.data
  const second = (await answer(customer_id, 'Two')).body.data
  const job = jobs.find(({ name }) => name === 'mail-answers')
  const context = {
    database: world.database,
    config: testConfig(),
    clock: systemClock,
    signal: new AbortController().signal,
    isLastAttempt: false,
  }
  const organisation_id = world.organisations[0]
  const run = (message_id: number) => job?.run(context, { organisation_id, message_id })
  await Promise.all([first.id, second.id, second.id].map(run))
  const mails = await mailsTo('two-workers@example.co.nz')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text_plain).toContain('One\n\nTwo')
})

// Shows: T21
test('who has opted out since, or gets the invoices no more, gets no answer either', async () => {
  const { customer_id } = await sentApril({
    invoice_recipients: ['former@example.co.nz', 'leaves@example.co.nz', 'stays@example.co.nz'],
  })
  await answer(customer_id, 'Kia ora')
  const contact = 'Leaves@Example.co.nz'
  expect((await invoices.user.put('/messageblacklist', { contact, type: 'all' })).status).toBe(201)
  const { version } = (await invoices.user.get('/customer', { id: customer_id })).body.data
  const invoice_recipients = ['leaves@example.co.nz', 'stays@example.co.nz']
  const left = { id: customer_id, version, invoice_recipients }
  expect((await invoices.user.post('/customer', left)).status).toBeLessThan(300)
  await runQueue(world)
  expect(await mailsTo('former@example.co.nz')).toEqual([])
  expect(await mailsTo('leaves@example.co.nz')).toEqual([])
  expect(await mailsTo('stays@example.co.nz')).toHaveLength(1)
})

test('a link of a cancelled invoice is mailed to nobody', async () => {
  const { customer_id, invoice } = await sentApril({ email: 'cancelled@example.co.nz' })
  await answer(customer_id, 'Kia ora')
  await invoices.manager.post('/invoice/cancel', { id: invoice.id, reason: 'Wrong site' })
  await runQueue(world)
  const [mail] = await mailsTo('cancelled@example.co.nz')
  expect(mail?.text_plain).toContain('The page of this invoice is closed.')
  expect(mail?.text_plain).not.toContain('/invoice/#')
})

test('a key used at one invoice says nothing of, and stops nothing at, another', async () => {
  const [one, other] = [await sentApril(), await sentApril()]
  const client_key = randomUUID()
  expect((await write(one.token, 'Mine', { client_key })).status).toBe(201)
  const reply = await write(other.token, 'Yours', { client_key })
  expect(reply.status).toBe(201)
  expect(reply.body.data.text_plain).toBe('Yours')
})
