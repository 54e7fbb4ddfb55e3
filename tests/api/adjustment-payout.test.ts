import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { adjustedBy, because, debt, goodwill, paidBy } from '#tests/support/adjusting.ts'
import { booksHold, newCustomer, runJob, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'

// Credit that leaves, money that the bank takes back, and credit that nobody used.
let world: World
let user: Client
let accounting: Client
let manager: Client
let customer_id: number

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
  accounting = await world.as('accounting')
  manager = await world.as('manager')
})
afterAll(() => world.close())
beforeEach(async () => {
  await scope(world.owner, world.organisations[0])
  customer_id = (await newCustomer(user)).id
})

const adjusted = (given: object) => adjustedBy(manager, customer_id, given)
const paid = (amount: string, more: object = {}) =>
  paidBy({ client: accounting, world }, customer_id, amount, more)
const adjustment = async (id: number) => (await user.get('/adjustment', { id })).body.data
const invoice = async (id: number) => (await user.get('/invoice', { id })).body.data
const customer = async () => (await user.get('/customer', { id: customer_id })).body.data

// Shows: T14, V2.3.2
test('what one person sends back in a day has a limit; above it a manager does, who proves it', async () => {
  const admin = await world.as('admin')
  const limit = { name: 'refund_daily_limit', value: '100.00' }
  const { id: setting } = (await admin.put('/organisationconfig', limit)).body.data
  const payment_date = todayOf(world)
  const out = (client: Client, amount: string) =>
    client.put('/invoicepayment', { customer_id, payment_date, amount_incl_gst: `-${amount}` })
  const refund = (client: Client, id: number) =>
    client.post('/invoicepayment/refund', { id, ...because })
  await adjusted({ ...goodwill, amount: '5000.00' })
  const small = (await paid('40.00')).id
  expect((await out(accounting, '60.00')).status).toBe(201)
  expect((await refund(accounting, small)).status).toBe(200)
  const another = (await paid('0.01')).id
  for (const more of [await out(accounting, '0.01'), await refund(accounting, another)]) {
    expect(more.status, more.text).toBe(403)
    expect(more.body.message).toBe(
      'That is more than the $100.00 you may pay back in a day. Ask a manager.',
    )
  }
  expect((await out(admin, '100.00')).status).toBe(201)
  world.clock.advance(6 * 60_000)
  const refused = [await out(admin, '0.01'), await out(manager, '1000.01')]
  expect(refused.map(({ status }) => status)).toEqual([403, 403])
  expect(refused.map(({ body }) => body.info)).toEqual([{ step_up: true }, { step_up: true }])
  expect((await admin.post('/user/stepup', { password })).status).toBeLessThan(300)
  expect((await out(admin, '0.01')).status).toBe(201)
  world.clock.advance(-6 * 60_000)
  await admin.delete('/organisationconfig', { id: setting })
  await booksHold(world, customer_id)
})

test('credit that was given is paid out, no more than is left, and comes back with its payout', async () => {
  const given = await adjusted(goodwill)
  await adjusted({ ...debt, amount: '20.00' })
  const out = { amount_incl_gst: '-30.01', adjustment_id: given.id }
  const more = { customer_id, payment_date: todayOf(world), ...out }
  const refused = await accounting.put('/invoicepayment', more)
  expect(refused.status, refused.text).toBe(400)
  expect(refused.body.errors[0].message).toBe(
    'At most $30.00 of credit that was given can be paid out.',
  )
  const payout = await paid('-30.00', { adjustment_id: given.id, reference: 'Paid out' })
  expect((await adjustment(given.id)).credit_left).toBe('0.00')
  expect(await customer()).toMatchObject({ balance_total: '0.00', account_credit: '0.00' })
  await booksHold(world, customer_id)
  for (const action of ['refund', 'dishonour'])
    expect(
      (await accounting.post(`/invoicepayment/${action}`, { id: payout.id, ...because })).status,
    ).toBe(476)
  expect(
    (await accounting.post('/invoicepayment/cancel', { id: payout.id, ...because })).status,
  ).toBe(200)
  expect((await adjustment(given.id)).credit_left).toBe('30.00')
  await booksHold(world, customer_id)
})

test('an adjustment or a credit invoice whose credit was paid out stays', async () => {
  const given = await adjusted(goodwill)
  const payout = await paid('-50.00', { adjustment_id: given.id })
  const reverse = { id: given.id, ...because }
  const refused = await manager.post('/adjustment/reverse', reverse)
  expect(refused.status).toBe(476)
  expect(refused.body.message).toContain('its credit was paid out')
  await accounting.post('/invoicepayment/cancel', { id: payout.id, ...because })
  expect((await manager.post('/adjustment/reverse', reverse)).status).toBe(200)
  const lines = [{ name: 'Given back', quantity: '1', rate: '-100.00', unit: 'each' }]
  const credit = await sentInvoice(accounting, customer_id, { lines })
  // Which credit it is may be left to us.
  expect(await paid('-60.00')).toMatchObject({ invoice_id: credit.id })
  await booksHold(world, customer_id)
  const cancelled = await manager.post('/invoice/cancel', { id: credit.id, ...because })
  expect(cancelled.status, cancelled.text).toBe(476)
})

test('a payment the bank took back is owed again, and so is what we had paid back of it', async () => {
  const page = await sentInvoice(accounting, customer_id)
  const { id } = await paid('133.50')
  await accounting.post('/invoicepayment/refund', { id, amount: '30.00', ...because })
  expect((await invoice(page.id)).balance).toBe('0.00')
  const reply = await accounting.post('/invoicepayment/dishonour', { id, ...because })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body.data).toMatchObject({ payment_status: 'failed', allocated_amount: '0.00' })
  expect(await invoice(page.id)).toMatchObject({ balance: '103.50', ppd_state: 'open' })
  const [back] = (await user.get('/adjustments', { customer_id })).body.data
  expect(back).toMatchObject({
    kind: 'returned_refund',
    side: 'debit',
    balance: '30.00',
    due_date: todayOf(world),
    gst_amount: '0.00',
  })
  // The customer's money is its other side.
  const own = { adjustment_id: back.id, event: 'returned_refund' }
  const [entry] = (await manager.get('/transactions', own)).body.data
  const lines = (await manager.get('/accounttransactions', { transaction_id: entry.id })).body.data
  expect(
    Object.fromEntries(
      lines.map((one: { account: number; amount: string }) => [one.account, one.amount]),
    ),
  ).toEqual({ 1100: '30.00', 2100: '-30.00' })
  expect((await customer()).balance_total).toBe('133.50')
  await booksHold(world, customer_id)
  // The failed payment stays, and with it what it left us short of.
  const refused = await manager.post('/adjustment/reverse', { id: back.id, ...because })
  expect(refused.status, refused.text).toBe(476)
  expect(refused.body.message).toContain('write it off instead')
  await paid('133.50')
  expect((await customer()).balance_total).toBe('0.00')
  await booksHold(world, customer_id)
})

test('credit that lies idle beside something open pays it within the hour', async () => {
  const owed = await adjusted(debt)
  const money = await paid('50.00')
  const to = { id: money.id, adjustment_id: owed.id }
  expect((await accounting.post('/invoicepayment/unallocate', to)).status).toBe(200)
  await runJob(world, settleDiscounts)
  expect((await adjustment(owed.id)).balance).toBe('50.00')
  // Nothing keeps it any more, as with credit that came from other books.
  await scope(world.owner, world.organisations[0])
  await world.owner.query('delete from money_set_aside where customer_id = $1', [customer_id])
  await runJob(world, settleDiscounts)
  expect((await adjustment(owed.id)).balance).toBe('0.00')
  await booksHold(world, customer_id)
})
