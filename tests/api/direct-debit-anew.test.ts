import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { booksHold, runJob } from '#tests/support/billing.ts'
import { type DebitStories, debitStories } from '#tests/support/debit-stories.ts'
import { type Debiting, debiting } from '#tests/support/debiting.ts'

// What a debit keeps when it is made anew, of less or on a later day.
let office: Debiting
let stories: DebitStories
const customers: number[] = []

// Wednesday 5 May; two weeks later is Friday the 21st.
const DUE = '2027-05-21'
const due = { due_date: DUE, discounted_date: DUE }
const because = { reason: 'They asked' }

beforeAll(async () => {
  office = await debiting('2027-05-05')
  stories = debitStories(office)
}, 60_000)
afterAll(async () => {
  await runJob(office.world, settleDiscounts)
  for (const customer of customers) await booksHold(office.world, customer)
  await office.close()
})

async function collected(page = due) {
  const made = await stories.collected(page)
  customers.push(made.customer)
  return made
}

/** An invoice whose debit was called off, so that another may be asked for. */
async function open() {
  const made = await stories.open(due)
  customers.push(made.customer_id)
  return made
}

const collect = (body: object, client = office.accounting) =>
  client.post('/invoicepayment/collect', body)

/** Money that arrives by transfer, on the day it is. */
async function transfer(customer_id: number, invoice_id: number, amount_incl_gst: string) {
  const payment_date = office.world.clock.now().toISOString().slice(0, 10)
  const money = { customer_id, invoice_id, payment_date, amount_incl_gst }
  const reply = await office.accounting.put('/invoicepayment', money)
  expect(reply.status, reply.text).toBe(201)
  await office.work()
}

async function giveLonger(id: number, days: { due_date?: string; discounted_date?: string }) {
  const { version } = await stories.invoice(id)
  const reply = await office.accounting.post('/invoice', { id, version, ...days, ...because })
  expect(reply.status, reply.text).toBeLessThan(300)
  await office.work()
}

test('whoever is given longer is collected from by the later day, and told so', async () => {
  const later = { due_date: '2027-06-04', discounted_date: '2027-06-04' }
  const [page, half, chosen] = [await collected(), await collected(), await open()]
  await giveLonger(page.invoice, later)
  expect(await office.debitsOf(page.customer)).toMatchObject([
    { debit_state: 'cancelled', charge_date: DUE },
    { debit_state: 'planned', charge_date: '2027-06-04', amount_incl_gst: '103.50' },
  ])
  expect(await stories.told(page.customer)).toEqual(['set', 'changed'])
  // Longer once more: it follows again. What is shown as planned is what the provider has.
  await giveLonger(page.invoice, { due_date: '2027-06-11', discounted_date: '2027-06-11' })
  const moved = (await office.debitsOf(page.customer)).at(-1)
  expect(moved).toMatchObject({ debit_state: 'planned', charge_date: '2027-06-11' })
  const held = await office.double.list('payments', 'limit=500')
  const there = await stories.paymentOf(moved?.id ?? 0)
  expect(held.find(({ id }) => id === there)).toMatchObject({ charge_date: '2027-06-11' })
  // The discount is still to be had by the day before: that is when it is collected.
  await giveLonger(half.invoice, { due_date: '2027-06-04' })
  expect(await office.debitsOf(half.customer)).toMatchObject([{ charge_date: DUE }])
  // A day that somebody agreed with the customer stays.
  const { customer_id, invoice_id } = chosen
  const day = { charge_date: '2027-05-19' }
  expect((await collect({ customer_id, invoice_id, ...day })).status).toBe(201)
  await giveLonger(invoice_id, later)
  expect((await office.debitsOf(customer_id)).slice(1)).toMatchObject([day])
})

test('a debit that is made smaller stays the attempt it was: there is no third', async () => {
  const { customer, invoice, debit } = await collected()
  await office.double.simulate('payment_failed', await stories.paymentOf(debit))
  await office.sync()
  await transfer(customer, invoice, '40.00')
  const again = { attempt: 2, retry_of_id: debit }
  expect(await office.debitsOf(customer)).toMatchObject([
    { debit_state: 'failed', attempt: 1 },
    { debit_state: 'cancelled', ...again, amount_incl_gst: '103.50' },
    // By its day the discount is lost: 115.00 less 40.00.
    { debit_state: 'planned', ...again, amount_incl_gst: '75.00' },
  ])
  const last = (await office.debitsOf(customer)).at(-1)
  await office.double.simulate('payment_failed', await stories.paymentOf(last?.id ?? 0))
  await office.sync()
  expect((await office.debitsOf(customer)).slice(2)).toMatchObject([{ debit_state: 'failed' }])
})

test('what a manager has let go over the limit is made smaller, and tried again', async () => {
  const { customer_id, invoice_id } = await open()
  await stories.set('dd_max_amount', '100.00')
  expect((await collect({ customer_id, invoice_id }, office.manager)).status).toBe(201)
  await office.work()
  await transfer(customer_id, invoice_id, '2.00')
  const [, , smaller] = await office.debitsOf(customer_id)
  expect(smaller).toMatchObject({ debit_state: 'planned', amount_incl_gst: '101.50' })
  await office.double.simulate('payment_failed', await stories.paymentOf(smaller?.id ?? 0))
  await office.sync()
  await stories.set('dd_max_amount', '10000.00')
  expect((await office.debitsOf(customer_id)).at(-1)).toMatchObject({
    retry_of_id: smaller?.id,
    amount_incl_gst: '101.50',
  })
})

test('what is collected of the account is made smaller too, and moves to a new authority', async () => {
  const { customer_id, invoice_id, mandate } = await open()
  expect((await collect({ customer_id })).status).toBe(201)
  await office.work()
  await transfer(customer_id, invoice_id, '40.00')
  const [, , smaller] = await office.debitsOf(customer_id)
  const whole = { invoice_id: null, debit_state: 'planned', charge_date: '2027-05-17' }
  expect(smaller).toMatchObject({ ...whole, amount_incl_gst: '63.50', mandate_id: mandate })
  const next = await office.accounting.put(
    '/mandate',
    stories.byPhone(customer_id, { replace: true }),
  )
  expect(next.status, next.text).toBe(201)
  await office.work()
  const live = (await office.debitsOf(customer_id)).filter((one) => one.debit_state === 'planned')
  expect(live).toMatchObject([
    { ...whole, amount_incl_gst: '63.50', mandate_id: next.body.data.id },
  ])
})

test('a debit that grants the discount grants it when it is made smaller, also past its day', async () => {
  await office.at('2027-06-01')
  const soon = { due_date: '2027-06-04', discounted_date: '2027-06-04' }
  const { customer, invoice } = await collected(soon)
  await office.at('2027-06-09')
  await transfer(customer, invoice, '40.00')
  const on = { charge_date: '2027-06-11', grant_ppd: true }
  expect(await office.debitsOf(customer)).toMatchObject([
    { ...on, debit_state: 'cancelled', amount_incl_gst: '103.50' },
    { ...on, debit_state: 'planned', amount_incl_gst: '63.50' },
  ])
  expect(await stories.invoice(invoice)).toMatchObject({ ppd_state: 'open', balance: '63.50' })
  const [, smaller] = await office.debitsOf(customer)
  await office.double.simulate('payment_confirmed', await stories.paymentOf(smaller?.id ?? 0))
  await office.sync()
  expect(await stories.invoice(invoice)).toMatchObject({ ppd_state: 'granted', balance: '0.00' })
  expect((await stories.customer(customer)).balance_total).toBe('0.00')
})
