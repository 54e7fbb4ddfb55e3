import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareDebitsJob } from '#server/directdebit/compare-job.ts'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { booksHold, runJob } from '#tests/support/billing.ts'
import { type DebitStories, debitStories } from '#tests/support/debit-stories.ts'
import { type Debiting, debiting } from '#tests/support/debiting.ts'

// What the provider says late, in another order, or otherwise than it was asked.
let office: Debiting
let stories: DebitStories
const customers: number[] = []

// Wednesday 5 May; two weeks later is Friday the 21st.
const DUE = '2027-05-21'
const due = { due_date: DUE, discounted_date: DUE }

beforeAll(async () => {
  office = await debiting('2027-05-05')
  stories = debitStories(office)
}, 60_000)
afterAll(async () => {
  await runJob(office.world, settleDiscounts)
  for (const customer of customers) await booksHold(office.world, customer)
  await office.close()
})

async function collected() {
  const made = await stories.collected(due)
  customers.push(made.customer)
  return made
}

async function open() {
  const made = await stories.open(due)
  customers.push(made.customer_id)
  return made
}

const collect = async (body: object): Promise<number> => {
  const reply = await office.accounting.post('/invoicepayment/collect', body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}

const lastOf = async (customer: number) => (await office.debitsOf(customer)).at(-1)

const waiting = () =>
  stories.ask<object>(`select resource_type, action from ddevents where event_status = 'waiting'`)

const lettersOf = async (customer_id: number) =>
  (await office.accounting.get('/messages', { customer_id, kind: 'direct_debit' })).text

test('at night nothing is booked of a failure before it is known why', async () => {
  const { customer, debit } = await collected()
  await office.double.simulate('payment_failed', await stories.paymentOf(debit), 'refer_to_payer')
  const job = { ...office.world, signal: new AbortController().signal, isLastAttempt: false }
  await compareDebitsJob.run(job, {})
  expect(await office.debitsOf(customer)).toMatchObject([{ debit_state: 'planned' }])
  await office.sync()
  expect(await office.debitsOf(customer)).toMatchObject([
    { debit_state: 'failed', debit_cause: 'refer_to_payer' },
    { debit_state: 'planned', attempt: 2 },
  ])
})

test('what the provider tries again at once is planned anew here, on its new day', async () => {
  const { customer, debit } = await collected()
  const id = await stories.paymentOf(debit)
  await office.double.simulate('payment_submitted', id)
  await office.sync()
  expect(await lastOf(customer)).toMatchObject({ debit_state: 'submitted' })
  await office.double.simulate('payment_failed', id, 'insufficient_funds')
  const data = { charge_date: '2027-05-26' }
  const again = await office.double.call('POST', `/payments/${id}/actions/retry`, { data })
  expect(again.status, JSON.stringify(again.body)).toBe(200)
  await office.sync()
  expect(await waiting()).toEqual([])
  expect(await office.debitsOf(customer)).toMatchObject([
    { debit_state: 'planned', payment_status: 'pending', charge_date: '2027-05-26' },
  ])
  expect(await stories.tasks('%did not pay by direct debit%')).toEqual([])
  await office.double.simulate('payment_confirmed', id)
  await office.sync()
  expect(await office.debitsOf(customer)).toMatchObject([{ debit_state: 'confirmed' }])
  await stories.holdsWhatTheProviderHolds()
})

test('a debit of the account that was short is tried again, and once where the provider does so', async () => {
  const { customer_id } = await open()
  const debit = await collect({ customer_id })
  await office.work()
  const id = await stories.paymentOf(debit)
  await office.double.simulate('payment_failed', id, 'insufficient_funds')
  await office.sync()
  const again = { invoice_id: null, attempt: 2, retry_of_id: debit, amount_incl_gst: '103.50' }
  expect(await lastOf(customer_id)).toMatchObject({ ...again, debit_state: 'planned' })
  const retried = await office.double.call('POST', `/payments/${id}/actions/retry`, { data: {} })
  expect(retried.status, JSON.stringify(retried.body)).toBe(200)
  await office.sync()
  const states = (await office.debitsOf(customer_id)).slice(1).map((one) => one.debit_state)
  expect(states).toEqual(['planned', 'cancelled'])
})

test('the day that the provider names instead of ours is the debit’s day', async () => {
  const { customer_id, invoice_id } = await open()
  const asked = { charge_date: DUE, requested_by_customer: true, note: 'By phone' }
  const debit = await collect({ customer_id, invoice_id, ...asked })
  // A day that is none at the bank, which we did not know.
  await stories.ask(
    `update invoicepayments set charge_date = '2027-05-22', payment_date = '2027-05-22' where id = $1`,
    [debit],
  )
  await office.work()
  const day = { charge_date: '2027-05-24', payment_date: '2027-05-24' }
  expect(await lastOf(customer_id)).toMatchObject({ ...day, debit_state: 'planned' })
  expect(await stories.tasks('A debit is collected on 2027-05-24%')).toHaveLength(1)
})

test('what the provider would not take is said to be no bank’s doing, and no weekday’s', async () => {
  const { customer_id, invoice_id } = await open()
  const asked = { customer_id, requested_by_customer: true, note: 'By phone' }
  await office.double.control('faults', { on: 'POST /payments', mode: '403' })
  // A Thursday, which would count four less.
  await collect({ ...asked, amount: '2.00', charge_date: '2027-05-20' })
  await office.work()
  expect(await lastOf(customer_id)).toMatchObject({ debit_state: 'failed' })
  const letters = await lettersOf(customer_id)
  expect(letters).toContain('our payment provider did not take it')
  expect(letters).not.toContain('the bank gave no reason')
  const debit = await collect({ ...asked, invoice_id, charge_date: DUE })
  await office.work()
  await office.double.simulate('payment_failed', await stories.paymentOf(debit))
  await office.sync()
  const next = await lastOf(customer_id)
  expect(next).toMatchObject({ charge_date: '2027-05-27', attempt: 2 })
  expect(next?.notes).not.toContain('It failed on 1 Thursday')
})

test('a debit that was given up, and that the provider has after all, is ours and no second one', async () => {
  const { customer_id, mandate } = await open()
  const asked = { customer_id, requested_by_customer: true, note: 'By phone', amount: '3.00' }
  await office.double.control('faults', { on: 'POST /payments', mode: '403' })
  const debit = await collect(asked)
  await office.work()
  const count = (await office.debitsOf(customer_id)).length
  expect(await lastOf(customer_id)).toMatchObject({ debit_state: 'failed' })
  const found = 'select call_key from ddcalls where invoicepayment_id = $1'
  const [call] = await stories.ask<{ call_key: string }>(found, [debit])
  const metadata = { sb_key: call?.call_key }
  const there = await office.double.payment(await stories.mandateOf(mandate), 300, { metadata })
  await office.sync()
  expect(await office.debitsOf(customer_id)).toHaveLength(count)
  expect(await lastOf(customer_id)).toMatchObject({ id: debit, debit_state: 'planned' })
  expect(await stories.paymentOf(debit)).toBe(there.id)
})

test('money is dated by the day it was collected, however old the event that shows it', async () => {
  const { customer, debit } = await collected()
  const [early, last] = [await collected(), await collected()]
  await office.double.simulate('payment_confirmed', await stories.paymentOf(early.debit))
  await office.double.simulate('payment_submitted', await stories.paymentOf(last.debit))
  // Nothing was heard since: the first that is read is that they were made.
  await office.at('2027-05-26', 13)
  const dated = { debit_state: 'confirmed', payment_date: DUE }
  expect(await office.debitsOf(customer)).toMatchObject([dated])
  expect(await office.debitsOf(last.customer)).toMatchObject([dated])
  // The provider was quicker.
  expect(await office.debitsOf(early.customer)).toMatchObject([
    { debit_state: 'confirmed', payment_date: '2027-05-05' },
  ])
  expect(await stories.paymentOf(debit)).not.toBe('')
})
