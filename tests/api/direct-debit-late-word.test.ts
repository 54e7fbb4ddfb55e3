import { afterAll, beforeAll, expect, test } from 'vitest'
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

const lettersOf = async (customer_id: number) =>
  (await office.accounting.get('/messages', { customer_id, kind: 'direct_debit' })).text

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
