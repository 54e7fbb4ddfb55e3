import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { makeBank } from '#tests/support/banking.ts'
import { booksHold, newCustomer, runJob, sentInvoice } from '#tests/support/billing.ts'
import { type Debiting, debiting } from '#tests/support/debiting.ts'

let office: Debiting

// Days without a holiday among them: told on a Wednesday, due on the Friday two weeks later.
const TOLD = '2027-05-05'
const DUE = '2027-05-21'
const due = { due_date: DUE, discounted_date: DUE }

/** Customers who were all sent an invoice on the same day; their stories part afterwards. */
const stories = [
  'good',
  'short of money',
  'closed account',
  'late failure',
  'taken back',
  'paid all before',
  'paid some before',
  'paid meanwhile',
  'cancelled',
  'paid back',
] as const
type Story = (typeof stories)[number]
const of = {} as Record<Story, { customer: number; invoice: number; debit: number }>

beforeAll(async () => {
  office = await debiting(TOLD)
  for (const story of stories) {
    const { id: customer } = await newCustomer(office.user)
    await office.authorise(customer)
    const invoice = (await sentInvoice(office.accounting, customer, due)).id
    await office.work()
    const [debit] = await office.debitsOf(customer)
    of[story] = { customer, invoice, debit: debit?.id ?? 0 }
  }
}, 120_000)
afterAll(async () => {
  await runJob(office.world, settleDiscounts)
  for (const { customer } of Object.values(of)) await booksHold(office.world, customer)
  await office.close()
})

const debitOf = async (story: Story) => (await office.debitsOf(of[story].customer))[0]
const invoiceOf = async (story: Story) =>
  (await office.accounting.get('/invoice', { id: of[story].invoice })).body.data
const balanceOf = async (story: Story) =>
  (await office.accounting.get('/customer', { id: of[story].customer })).body.data.balance_total

/** The provider's name for a debit of ours. */
async function providerId(story: Story): Promise<string> {
  const { rows } = await office.world.owner.query(
    'select provider_payment_id as id from invoicepayments where id = $1',
    [of[story].debit],
  )
  return rows[0].id
}

/** Money that arrives by transfer. */
async function transfer(story: Story, amount: string, payment_date: string) {
  const { customer: customer_id, invoice: invoice_id } = of[story]
  const money = { customer_id, invoice_id, payment_date, amount_incl_gst: amount }
  const reply = await office.accounting.put('/invoicepayment', money)
  expect(reply.status, reply.text).toBe(201)
  await office.work()
}

test('a page is collected on the last working day that earns its discount', async () => {
  expect(await debitOf('good')).toMatchObject({
    invoice_id: of.good.invoice,
    payment_status: 'pending',
    debit_state: 'planned',
    charge_date: DUE,
    amount_incl_gst: '103.50',
  })
  // What is promised is not there yet.
  expect(await balanceOf('good')).toBe('103.50')
  const held = await office.double.list('payments', 'limit=500')
  expect(held).toHaveLength(stories.length)
  expect(held.map(({ status }) => status)).toEqual(stories.map(() => 'pending_submission'))
})

test('money that arrives first makes the debit smaller, or takes its place', async () => {
  await office.at('2027-05-10')
  await transfer('paid all before', '103.50', '2027-05-10')
  await transfer('paid some before', '40.00', '2027-05-10')
  expect(await debitOf('paid all before')).toMatchObject({
    payment_status: 'cancelled',
    debit_state: 'cancelled',
  })
  const [first, second, ...more] = await office.debitsOf(of['paid some before'].customer)
  expect(more).toEqual([])
  expect(first).toMatchObject({ payment_status: 'cancelled' })
  expect(second).toMatchObject({
    payment_status: 'pending',
    amount_incl_gst: '63.50',
    charge_date: DUE,
  })
  const live = (await office.double.list('payments', 'limit=500')).filter(
    ({ status }) => status === 'pending_submission',
  )
  expect(live.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([
    6350,
    ...stories.slice(2).map(() => 10350),
  ])
})

test('a debit is cancelled until the afternoon before it, and refunded from then on', async () => {
  await office.at('2027-05-20', 15)
  const cancel = (story: Story) =>
    office.accounting.post('/invoicepayment/cancel', { id: of[story].debit, reason: 'They asked' })
  const asked = await cancel('cancelled')
  expect(asked.status, asked.text).toBe(200)
  await office.work()
  expect(await debitOf('cancelled')).toMatchObject({ payment_status: 'cancelled' })
  await office.at('2027-05-20', 16)
  const late = await cancel('good')
  expect(late.status).toBe(476)
  expect(late.body.message).toContain('Refund it instead')
})

test('with the bank, it counts as promised: nothing is overdue and no fee is raised', async () => {
  await office.at(DUE)
  expect(await debitOf('good')).toMatchObject({
    payment_status: 'pending',
    debit_state: 'submitted',
  })
  await office.at('2027-05-24')
  const { body } = await office.accounting.get('/customer', { id: of.good.customer })
  expect(body.data).toMatchObject({ balance_total: '103.50', balance_overdue: '0.00' })
  expect(await invoiceOf('good')).toMatchObject({ ppd_state: 'open', balance: '103.50' })
  // Too late to change it: it runs, and what is too much is credit.
  await transfer('paid meanwhile', '103.50', '2027-05-21')
  expect(await debitOf('paid meanwhile')).toMatchObject({ debit_state: 'submitted' })
})

test('an account that was short is tried again on the best day, and the customer told', async () => {
  await office.double.simulate('payment_failed', await providerId('short of money'))
  await office.sync()
  const [failed, next] = await office.debitsOf(of['short of money'].customer)
  expect(failed).toMatchObject({
    payment_status: 'failed',
    debit_state: 'failed',
    debit_cause: 'insufficient_funds',
  })
  // Told on Monday the 24th: from Wednesday on; a Thursday pays best, a Friday has just failed.
  expect(next).toMatchObject({
    payment_status: 'pending',
    charge_date: '2027-05-27',
    attempt: 2,
    retry_of_id: failed?.id,
    // Never more than they were told of; what the lost discount adds is owed.
    amount_incl_gst: '103.50',
  })
  expect(next?.notes).toContain('A Thursday counts 5.')
  const told = await office.accounting.get('/messages', {
    customer_id: of['short of money'].customer,
    kind: 'direct_debit',
  })
  expect(told.text).toContain('We couldn’t collect $103.50')
  expect(told.text).toContain('27 May 2027')
})

test('a closed account is not tried again: a new authority is asked for', async () => {
  const closed = await providerId('closed account')
  await office.double.simulate('payment_failed', closed, 'bank_account_closed')
  await office.sync()
  const debits = await office.debitsOf(of['closed account'].customer)
  expect(debits).toHaveLength(1)
  expect(debits[0]).toMatchObject({ debit_state: 'failed', debit_cause: 'bank_account_closed' })
  const { body } = await office.accounting.get('/customer', { id: of['closed account'].customer })
  expect(body.data.gocardless_mandate_status).toBe('cancelled')
  const tasks = await office.accounting.get('/tasks', { q: 'new direct debit authority' })
  expect(tasks.body.data?.length).toBeGreaterThan(0)
})

test('once the banks had their say the money is there, from the day it was collected', async () => {
  await office.at('2027-05-26', 13)
  expect(await debitOf('good')).toMatchObject({
    payment_status: 'received',
    debit_state: 'confirmed',
    payment_date: DUE,
    allocated_amount: '103.50',
  })
  expect(await invoiceOf('good')).toMatchObject({ ppd_state: 'earned', invoice_status: 'cleared' })
  // Who had paid meanwhile has it as credit; nobody pays twice for the same.
  expect(await debitOf('paid meanwhile')).toMatchObject({ unallocated_amount: '103.50' })
  expect(await balanceOf('paid meanwhile')).toBe('-103.50')
})

test('a payout is booked with its fees, and its invoices are paid', async () => {
  await office.at('2027-05-27')
  expect(await debitOf('good')).toMatchObject({
    payment_status: 'reconciled',
    debit_state: 'paid_out',
  })
  expect(await invoiceOf('good')).toMatchObject({ invoice_status: 'paid' })
  const { body } = await office.accounting.get('/payouts', {})
  expect(body.data).toHaveLength(1)
  const [payout] = body.data
  const sum = Number(payout.amount) + Number(payout.fees) + Number(payout.fees_gst)
  expect(sum.toFixed(2)).toBe(payout.collected)
  expect((await debitOf('good'))?.payout_id).toBe(payout.id)
  await holdsWhatTheProviderHolds()
})

/** 1010 is what the provider has of ours, to the cent. */
async function holdsWhatTheProviderHolds() {
  const { rows } = await office.world.owner.query(
    'select coalesce(sum(amount), 0)::text as amount from accounttransactions where account = 1010',
  )
  const theirs = await office.double.balance()
  expect(Math.round(Number(rows[0].amount) * 100)).toBe(theirs.balance)
}

test('the bank’s line is known as the payout, to the cent', async () => {
  const bank = await makeBank(office.world, office.accounting, office.manager)
  const { body } = await office.accounting.get('/payouts', {})
  const [payout] = body.data
  const line = await bank.line(payout.amount, {
    transaction_date: payout.arrival_date,
    other_party: 'GoCardless',
    reference: payout.reference,
  })
  const { info } = await bank.get(line)
  expect(info.candidates?.[0]).toMatchObject({
    parts: [{ kind: 'payout', counterpart_id: payout.id }],
  })
  await bank.match(line, [{ kind: 'payout', amount: payout.amount, counterpart_id: payout.id }])
  const after = await office.accounting.get('/payout', { id: payout.id })
  expect(after.body.data.banktransaction_id).toBe(line)
})

test('a failure after the payout takes the money back, and the discount with it', async () => {
  await office.double.simulate('payment_late_failure', await providerId('late failure'))
  await office.sync()
  expect(await debitOf('late failure')).toMatchObject({ payment_status: 'failed' })
  expect(await invoiceOf('late failure')).toMatchObject({
    invoice_status: 'invoiced',
    balance: '115.00',
  })
  await holdsWhatTheProviderHolds()
})

test('what the bank takes back freezes debits until a person has looked', async () => {
  const id = await providerId('taken back')
  await office.double.simulate('payment_charged_back', id)
  await office.sync()
  const { customer } = of['taken back']
  expect(await debitOf('taken back')).toMatchObject({
    payment_status: 'failed',
    debit_state: 'charged_back',
  })
  const asked = await office.accounting.post('/invoicepayment/collect', { customer_id: customer })
  expect(asked.status).toBe(476)
  expect(asked.body.info.code).toBe('M006')
  const resume = { customer_id: customer, reason: 'Spoke with them' }
  expect((await office.accounting.post('/directdebit/resume', resume)).status).toBe(403)
  const resumed = await office.manager.post('/directdebit/resume', resume)
  expect(resumed.status, resumed.text).toBe(200)
})

test('the provider pays back what it paid out, after a week', async () => {
  const { debit: id } = of['paid back']
  const refund = { id, amount: '20.00', via: 'provider', reason: 'Agreed' }
  const early = await office.manager.post('/invoicepayment/refund', refund)
  expect(early.status).toBe(476)
  expect(early.body.message).toContain('28 May 2027')
  await office.at('2027-05-28')
  const asked = await office.manager.post('/invoicepayment/refund', refund)
  expect(asked.status, asked.text).toBe(200)
  await office.work()
  const [made] = await office.double.list('refunds')
  expect(made).toMatchObject({ amount: 2000 })
  const told = await office.accounting.get('/invoicepayment/evidence', { id })
  expect(told.body.data.refunds).toMatchObject([{ amount: '20.00', refund_status: 'sent' }])
  await holdsWhatTheProviderHolds()
})

test('what the provider says does not wait for a form that somebody has left open', async () => {
  const { id: customer } = await newCustomer(office.user)
  await office.authorise(customer)
  await sentInvoice(office.accounting, customer)
  await office.work()
  const [debit] = await office.debitsOf(customer)
  const object_path = `/app/invoicepayment?id=${debit?.id}`
  expect((await office.manager.put('/datalock', { object_path })).status).toBe(201)
  const { rows } = await office.world.owner.query(
    'select provider_payment_id as id from invoicepayments where id = $1',
    [debit?.id],
  )
  await office.double.simulate('payment_submitted', rows[0].id)
  await office.sync()
  expect((await office.debitsOf(customer))[0]).toMatchObject({ debit_state: 'submitted' })
})
