import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareDebitsJob } from '#server/directdebit/compare-job.ts'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { booksHold, runJob } from '#tests/support/billing.ts'
import { type DebitStories, debitStories } from '#tests/support/debit-stories.ts'
import { type Debiting, debiting } from '#tests/support/debiting.ts'
import { silentSms } from '#tests/support/gateways.ts'

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

async function collected(page: Record<string, unknown> = due, given: Record<string, unknown> = {}) {
  const made = await stories.collected(page, given)
  customers.push(made.customer)
  return made
}

/** An invoice whose debit was called off, so that another may be asked for. */
async function open(given: Record<string, unknown> = {}) {
  const made = await collected(due, given)
  const stop = await office.accounting.post('/invoicepayment/cancel', {
    id: made.debit,
    ...because,
  })
  expect(stop.status, stop.text).toBe(200)
  await office.work()
  return { customer_id: made.customer, invoice_id: made.invoice, mandate: made.mandate }
}

const collect = (body: object, client = office.accounting) =>
  client.post('/invoicepayment/collect', body)
const codeOf = async (body: object, client = office.accounting) => {
  const reply = await collect(body, client)
  return reply.status === 476 ? reply.body.info?.code : reply.status
}

const next = { due_date: '2027-06-11', discounted_date: '2027-06-11' }

/** A debit that was not honoured, for a reason. */
async function failing(cause: string, given: Record<string, unknown> = {}) {
  const made = await collected(next, given)
  await office.double.simulate('payment_failed', await stories.paymentOf(made.debit), cause)
  await office.sync()
  return made
}

test('who is looked after is not tried again, and pays no fee', async () => {
  await stories.set('dd_dishonour_fee', '5.00')
  const care = await failing('insufficient_funds', { in_hardship: true })
  const normal = await failing('insufficient_funds')
  await stories.set('dd_max_attempts', 1)
  const once = await failing('insufficient_funds')
  await stories.set('dd_max_attempts', 2)
  await stories.set('dd_dishonour_fee', '0.00')
  expect(await office.debitsOf(care.customer)).toHaveLength(1)
  expect(await office.debitsOf(normal.customer)).toHaveLength(2)
  expect(await office.debitsOf(once.customer)).toHaveLength(1)
  const fees =
    'select customer_id, amount::text from pending_charges where customer_id = any($1) order by 1'
  expect(await stories.ask(fees, [[care, normal, once].map(({ customer }) => customer)])).toEqual([
    { customer_id: normal.customer, amount: '5.00' },
    { customer_id: once.customer, amount: '5.00' },
  ])
  const spared =
    'select customer_id, what, rule, amount::text from care_sparings order by what desc'
  const kept = { customer_id: care.customer, rule: 'hardship' }
  expect(await stories.ask(spared)).toEqual([
    { ...kept, what: 'dishonour_fee', amount: '5.00' },
    { ...kept, what: 'debit_retry', amount: null },
  ])
})

test('what the provider tries again by itself is collected once: our own attempt is called off', async () => {
  const { customer, invoice, debit } = await failing('insufficient_funds')
  const id = await stories.paymentOf(debit)
  const again = await office.double.call('POST', `/payments/${id}/actions/retry`, { data: {} })
  expect(again.status, JSON.stringify(again.body)).toBe(200)
  await office.sync()
  const states = async () => (await office.debitsOf(customer)).map((one) => one.debit_state)
  expect(await states()).toEqual(['planned', 'cancelled'])
  await office.double.simulate('payment_confirmed', id)
  await office.sync()
  expect(await states()).toEqual(['confirmed', 'cancelled'])
  // Its plan is followed, although the page had another debit meanwhile.
  expect((await office.debitsOf(customer))[0]).toMatchObject({ allocated_amount: '103.50' })
  expect((await stories.invoice(invoice)).balance).not.toBe('115.00')
  await stories.holdsWhatTheProviderHolds()
})

test('what the provider will not take is said, costs nothing and freezes nobody', async () => {
  await stories.set('dd_dishonour_fee', '5.00')
  const { customer_id, invoice_id } = await open()
  const asked = { customer_id, requested_by_customer: true, note: 'By phone', amount: '2.00' }
  for (let n = 0; n < 3; n += 1) {
    await office.double.control('faults', { on: 'POST /payments', mode: '403' })
    expect((await collect(asked)).status).toBe(201)
    await office.work()
  }
  await stories.set('dd_dishonour_fee', '0.00')
  const debits = (await office.debitsOf(customer_id)).slice(1)
  expect(debits.map(({ debit_state }) => debit_state)).toEqual(['failed', 'failed', 'failed'])
  expect(
    await stories.ask('select id from pending_charges where customer_id = $1', [customer_id]),
  ).toEqual([])
  expect((await stories.customer(customer_id)).debits_frozen_date).toBeNull()
  const look = { ids: [invoice_id], dry_run: true }
  const { body } = await office.accounting.post('/invoices/collect', look)
  expect(body.data[0]).toMatchObject({ code: null })
})

test('a debit whose answer was lost and whose second try is refused is there once all the same', async () => {
  const { customer_id } = await open()
  const asked = { customer_id, requested_by_customer: true, note: 'By phone', amount: '2.00' }
  const refused = { on: 'POST /payments', mode: '403' }
  const lost = { on: 'POST /payments', mode: 'after' }
  await office.double.control('faults', lost)
  await office.double.control('faults', refused)
  const told = await stories.told(customer_id)
  const reply = await collect(asked)
  expect(reply.status, reply.text).toBe(201)
  await office.work()
  const mine = (await office.debitsOf(customer_id)).at(-1)
  expect(mine).toMatchObject({ debit_state: 'planned', amount_incl_gst: '2.00' })
  const there = (await office.double.list('payments', 'limit=500')).filter(({ metadata }) =>
    (metadata as Record<string, string>).sb_key?.includes(`-debit-${mine?.id}-`),
  )
  expect(there.map(({ id }) => id)).toEqual([await stories.paymentOf(mine?.id ?? 0)])
  expect(await stories.told(customer_id)).toEqual([...told, 'planned'])
  // Where nobody may look, nothing is known: it is asked again until somebody can.
  for (const fault of [lost, refused, { on: 'GET /payments', mode: '403' }])
    await office.double.control('faults', fault)
  expect((await collect(asked)).status).toBe(201)
  await office.work()
  const second = (await office.debitsOf(customer_id)).at(-1)
  expect(second).toMatchObject({ debit_state: 'planned', amount_incl_gst: '2.00' })
  expect(await stories.paymentOf(second?.id ?? 0)).not.toBe('')
})

test('when the account holder has died nobody is written to, and a manager looks', async () => {
  const { customer, invoice } = await failing('payer_deceased')
  expect(await stories.told(customer)).toEqual(['set'])
  expect(await stories.tasks('%account holder has died')).not.toEqual([])
  expect(await codeOf({ customer_id: customer, amount: '1.00' })).toBe('M006')
  expect(await office.debitsOf(customer)).toHaveLength(1)
  await office.at('2027-06-14')
  const reminded = await office.accounting.post('/invoice/remind', { id: invoice })
  expect(reminded.status).toBe(476)
  expect(reminded.body.message).toContain('died')
  // Money that comes is thanked for by people alone.
  await stories.set('send_receipts', true)
  const money = { customer_id: customer, payment_date: '2027-06-14', amount_incl_gst: '20.00' }
  const paid = await office.accounting.put('/invoicepayment', money)
  expect(paid.status, paid.text).toBe(201)
  await stories.set('send_receipts', false)
  const receipts = async () =>
    (await office.accounting.get('/messages', { customer_id: customer, kind: 'receipt' })).body.data
  expect((await receipts()) ?? []).toEqual([])
  const { id } = paid.body.data
  expect((await office.accounting.post('/invoicepayment/receipt', { id })).status).toBe(200)
  expect(await receipts()).toHaveLength(1)
})

test('whoever no email may go to is told on the phone; somebody calls whoever has none', async () => {
  const [organisation_id] = office.world.organisations
  office.world.config.channels = { organisations: [{ organisation_id, sms: silentSms }] }
  await stories.set('sms_sender_service', '4321')
  const [texted, called] = ['Texted by phone', 'Called by phone']
  const withPhone = { name: texted, phone_mobile: '+64215550177', email: 'no-mail@example.co.nz' }
  const blocked = { contact: withPhone.email, type: 'email' }
  expect((await office.user.put('/messageblacklist', blocked)).status).toBe(201)
  const { customer } = await collected(due, withPhone)
  await collected(due, { name: called, email: null })
  const { body } = await office.accounting.get('/messages', { customer_id: customer, type: 'sms' })
  expect(body.data).toMatchObject([{ kind: 'direct_debit', recipient: withPhone.phone_mobile }])
  expect(body.data[0].text_plain).toContain('Your direct debit is set up.')
  expect(await stories.tasks(`${texted} has to be told%`)).toEqual([])
  expect(await stories.tasks(`${called} has to be told%`)).toHaveLength(1)
})

test('a text message that waits to announce a debit leaves no more once that is called off', async () => {
  const given = { phone_mobile: '+64215550178', email: null }
  const { customer_id } = await open(given)
  const asked = { customer_id, requested_by_customer: true, note: 'By phone', amount: '2.00' }
  const planned = await collect(asked)
  expect(planned.status, planned.text).toBe(201)
  const texts = async () => {
    const query = { customer_id, type: 'sms', order: 'id' }
    const { data } = (await office.accounting.get('/messages', query)).body
    return data.map((one: { status: string; text_plain: string }) => [one.text_plain, one.status])
  }
  const [words] = (await texts()).at(-1)
  expect(words).toContain('$2.00')
  const { id } = planned.body.data
  expect((await office.accounting.post('/invoicepayment/cancel', { id, ...because })).status).toBe(
    200,
  )
  await office.work()
  const now = await texts()
  expect(now).toContainEqual([words, 'cancelled'])
  expect(now.at(-1)[0], 'that it does not come is told').toContain('won’t collect $2.00')
})

test('what the provider refuses of an authority asks somebody, and is said on the home page', async () => {
  const notices = async () => {
    const reply = await office.accounting.get('/dashboard', { set: 'work' })
    return reply.body.data.notices.map(({ text }: { text: string }) => text)
  }
  const { mandate: id } = await collected()
  const cancel = async () => {
    const reply = await office.accounting.post('/mandate/cancel', { id, ...because })
    expect(reply.status, reply.text).toBe(200)
    await office.work()
  }
  await office.double.control('faults', { on: 'POST /mandates/:id/actions/cancel', mode: '403' })
  await cancel()
  expect((await stories.mandate(id)).problem).not.toBeNull()
  expect(await stories.tasks('The provider refused%')).toHaveLength(1)
  expect(await notices()).toContain('The provider refused 1 direct debit authority')
  await cancel()
  expect(await stories.tasks('The provider refused%')).toEqual([])
  expect(await notices()).toEqual(
    expect.not.arrayContaining([expect.stringContaining('The provider refused')]),
  )
  await stories.ask('update ddconnections set waiting_until = $1', [
    new Date(office.world.clock.now().getTime() + 60_000),
  ])
  expect(await notices()).toContain('Direct debit waits for the provider to answer')
  await stories.ask('update ddconnections set waiting_until = null')
})

test('the third failure in 90 days stops debits until a manager lets them go on', async () => {
  const { customer, debit } = await collected(due)
  const fail = async (id: number) => {
    await office.double.simulate('payment_failed', await stories.paymentOf(id))
    await office.sync()
  }
  await fail(debit)
  const [, again] = await office.debitsOf(customer)
  expect(again).toMatchObject({ attempt: 2 })
  await fail(again?.id ?? 0)
  // The third try is asked for by the customer.
  const asked = { customer_id: customer, requested_by_customer: true, note: 'By phone' }
  const third = await collect(asked)
  expect(third.status, third.text).toBe(201)
  await office.work()
  await fail(third.body.data.id)
  expect((await stories.customer(customer)).debits_frozen_reason).toContain('3 debits failed')
  expect(await codeOf({ customer_id: customer, amount: '1.00' })).toBe('M006')
  const resume = { customer_id: customer, ...because }
  expect((await office.manager.post('/directdebit/resume', resume)).status).toBe(200)
  expect((await office.manager.post('/directdebit/resume', resume)).status).toBe(476)
})

test('a bank that gives the money back after all undoes what it did, but not the freeze', async () => {
  const page = { due_date: '2027-06-25', discounted_date: '2027-06-25' }
  const { customer, invoice, debit } = await collected(page)
  const id = await stories.paymentOf(debit)
  await office.double.simulate('payment_paid_out', id)
  await office.sync()
  await office.at('2027-07-02')
  const refund = { id: debit, amount: '20.00', via: 'provider', ...because }
  const back = await office.manager.post('/invoicepayment/refund', refund)
  expect(back.status, back.text).toBe(200)
  await office.work()
  await stories.holdsWhatTheProviderHolds()
  await office.double.simulate('payment_charged_back', id)
  await office.sync()
  expect((await office.debitsOf(customer))[0]).toMatchObject({ payment_status: 'failed' })
  expect((await stories.invoice(invoice)).invoice_status).toBe('invoiced')
  await office.double.simulate('payment_chargeback_cancelled', id)
  await office.sync()
  expect((await office.debitsOf(customer))[0]).toMatchObject({
    payment_status: 'partly_refunded',
    debit_state: 'paid_out',
  })
  // The returned refund is owed no more.
  const owed = `select id from adjustments where customer_id = $1 and cancelled_at is null`
  expect(await stories.ask(owed, [customer])).toEqual([])
  expect(await codeOf({ customer_id: customer, amount: '1.00' })).toBe('M006')
  await booksHold(office.world, customer)
})

test('a refund that comes back is undone, and can be paid again', async () => {
  const { customer, debit } = await collected({
    due_date: '2027-07-14',
    discounted_date: '2027-07-14',
  })
  await office.double.simulate('payment_paid_out', await stories.paymentOf(debit))
  await office.sync()
  await office.at('2027-07-21')
  const refund = { id: debit, amount: '20.00', via: 'provider', ...because }
  const ask = async (): Promise<string> => {
    const reply = await office.manager.post('/invoicepayment/refund', refund)
    expect(reply.status, reply.text).toBe(200)
    await office.work()
    const found = 'select provider_refund_id as name from ddrefunds order by id desc limit 1'
    return (await stories.ask<{ name: string }>(found))[0]?.name ?? ''
  }
  await office.double.simulate('refund_bounced', await ask())
  await office.sync()
  expect((await office.debitsOf(customer))[0]).toMatchObject({ payment_status: 'reconciled' })
  await stories.holdsWhatTheProviderHolds()
  const second = await ask()
  expect((await office.debitsOf(customer))[0]).toMatchObject({ payment_status: 'partly_refunded' })
  await office.double.simulate('refund_paid', second)
  await office.sync()
  await office.double.simulate('refund_returned', second)
  await office.sync()
  expect((await office.debitsOf(customer))[0]).toMatchObject({ payment_status: 'reconciled' })
  await stories.holdsWhatTheProviderHolds()
})

const nightLooks = () =>
  compareDebitsJob.run(
    { ...office.world, signal: new AbortController().signal, isLastAttempt: false },
    {},
  )

test('a payout that our bank sends back is seen at night, and undone', async () => {
  const { debit } = await collected({ due_date: '2027-08-06', discounted_date: '2027-08-06' })
  await office.double.simulate('payment_paid_out', await stories.paymentOf(debit))
  await office.sync()
  const paid = `select id, provider_payout_id from payouts order by id desc limit 1`
  const [payout] = await stories.ask<{ id: number; provider_payout_id: string }>(paid)
  await office.double.simulate('payout_bounced', payout?.provider_payout_id ?? '')
  await nightLooks()
  const { body } = await office.accounting.get('/payout', { id: payout?.id ?? 0 })
  expect(body.data.payout_status).toBe('bounced')
  expect(await stories.tasks('The payout%came back')).toHaveLength(1)
  await stories.holdsWhatTheProviderHolds()
  // What both hold is the same: nobody is asked to look.
  expect(await stories.tasks('Account 1010%')).toEqual([])
})

test('money that the provider holds and we know nothing of is a manager’s task until it is gone', async () => {
  const { id: strange } = await office.double.mandate()
  const { id } = await office.double.payment(strange, 1234)
  await office.double.simulate('payment_confirmed', id)
  await office.sync()
  const { balance } = await office.double.balance()
  const [ours, theirs] = [balance - 1234, balance].map((one) => (one / 100).toFixed(2))
  await nightLooks()
  const different = `Account 1010 is $${ours}, and the provider holds $${theirs}`
  expect(await stories.tasks('Account 1010%')).toEqual([different])
  await nightLooks()
  expect(await stories.tasks('Account 1010%')).toHaveLength(1)
  await office.double.simulate('payment_late_failure', id)
  await nightLooks()
  expect(await stories.tasks('Account 1010%')).toEqual([])
})
