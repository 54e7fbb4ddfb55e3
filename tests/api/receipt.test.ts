import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adjustedBy, because, debt, paidBy } from '#tests/support/adjusting.ts'
import { newCustomer, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { departing } from '#tests/support/departing.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let accounting: Client
let manager: Client
let customer: { id: number; email: unknown }

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
  accounting = await world.as('accounting')
  manager = await world.as('manager')
})
afterAll(() => world.close())
beforeEach(async () => {
  await scope(world.owner, world.organisations[0])
  const { id, email } = await newCustomer(user)
  customer = { id, email }
})

const paid = (amount: string, more: object = {}) =>
  paidBy({ client: accounting, world }, customer.id, amount, more)

async function receipts() {
  const { rows } = await world.owner.query<{ mail_to: string; subject: string; text: string }>(
    `select mail_to, subject, text_plain as text from letters
     where subject like 'Receipt %' and mail_to = $1 order by id`,
    [customer.email],
  )
  return rows
}

async function wanted(value: boolean): Promise<void> {
  const admin = await world.as('admin')
  const [known] = (await admin.get('/organisationconfigs', { name: 'send_receipts' })).body.data
  const reply = known
    ? await admin.post('/organisationconfig', { id: known.id, version: known.version, value })
    : await admin.put('/organisationconfig', { name: 'send_receipts', value })
  expect(reply.status, reply.text).toBeLessThan(300)
}

test('a payment is receipted by mail when somebody says so, and again as things stand then', async () => {
  const page = await sentInvoice(accounting, customer.id)
  const { id } = await paid('60.00', { reference: page.invoice_number })
  expect(await receipts()).toEqual([])
  const sent = await user.post('/invoicepayment/receipt', { id })
  expect(sent.status, sent.text).toBe(200)
  expect(sent.body.data.receipt_sent_at).not.toBeNull()
  const [first] = await receipts()
  expect(first?.subject).toBe('Receipt for $60.00 from First Energy')
  expect(first?.text).toContain(`Invoice ${page.invoice_number}: $60.00, $43.50 still to pay`)
  expect(first?.text).toContain('Still to pay on your account: $43.50.')
  await adjustedBy(manager, customer.id, { ...debt, amount: '10.00' })
  await paid('43.50')
  await user.post('/invoicepayment/receipt', { id })
  const [, again, ...more] = await receipts()
  expect(more).toEqual([])
  expect(again?.text).toContain(`Invoice ${page.invoice_number}: $60.00, `)
  expect(again?.text).toContain('Still to pay on your account: $10.00.')
})

test('it is read and held before it leaves, and one that would say something else stays behind', async () => {
  const page = await sentInvoice(accounting, customer.id)
  const { id } = await paid('60.00', { reference: page.invoice_number })
  const going = departing(world)
  const asked = { action: 'payment_receipt', ids: [id] }
  const look = await going.look(user, asked)
  expect(look).toMatchObject({ problem: null, messages: [{ to: customer.email }] })
  expect(look.messages[0].text).toContain('Still to pay on your account: $43.50.')
  const held = await going.hold(user, asked, look.seen)
  await going.takeBack(user, held.id)
  await going.pass()
  expect(await receipts()).toEqual([])
  const late = await going.letGo(user, asked)
  await paid('43.50')
  await going.pass()
  expect(await going.outcome(user, late.id)).toEqual([
    ['refused', expect.stringContaining('it reads otherwise by now')],
  ])
  await going.letGo(user, asked)
  await going.pass()
  expect((await receipts()).map(({ text }) => text)).toEqual([
    expect.stringContaining('Nothing is left to pay on your account.'),
  ])
  await going.isUnknownToOthers('payment_receipt', id)
})

test('by itself only where the organisation wants it', async () => {
  await wanted(true)
  const payment = await paid('25.00')
  expect(payment.receipt_sent_at).not.toBeNull()
  const [one] = await receipts()
  expect(one?.text).toContain('Kept as credit for your next invoice: $25.00')
  const silent = await newCustomer(user, { email: null })
  const quiet = await paidBy({ client: accounting, world }, silent.id, '25.00')
  expect(quiet.receipt_sent_at).toBeNull()
  const { payment_date, payment_type } = payment
  const money = { amount_incl_gst: '7.00', payment_date, payment_type }
  const payments = [customer.id, silent.id].map((customer_id) => ({ customer_id, ...money }))
  expect((await accounting.put('/invoicepayments', { payments })).status).toBe(201)
  const texts = (await receipts()).map(({ text }) => text)
  expect(texts.filter((text) => text.includes('$7.00'))).toHaveLength(1)
  await wanted(false)
  expect((await paid('1.00')).receipt_sent_at).toBeNull()
})

test('nobody is mailed who cannot be or does not want to be, nor for money that left', async () => {
  const { id } = await paid('25.00')
  await user.put('/messageblacklist', { contact: customer.email, type: 'email' })
  const refused = await user.post('/invoicepayment/receipt', { id })
  expect(refused.status).toBe(476)
  expect(refused.body.message).toContain('the customer has opted out of emails')
  const credit = { kind: 'goodwill', side: 'credit', ...because }
  const given = await adjustedBy(manager, customer.id, credit)
  const payout = await paid('-50.00', { adjustment_id: given.id })
  expect((await user.post('/invoicepayment/receipt', { id: payout.id })).status).toBe(476)
  const cancelled = await accounting.post('/invoicepayment/cancel', { id, ...because })
  expect(cancelled.status).toBe(200)
  expect((await user.post('/invoicepayment/receipt', { id })).status).toBe(476)
})
