import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { booksHold, newCustomer, runJob, sentInvoice } from '#tests/support/billing.ts'
import { type DebitStories, debitStories } from '#tests/support/debit-stories.ts'
import { type Debiting, debiting } from '#tests/support/debiting.ts'

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
  const made = await stories.open(due, given)
  customers.push(made.customer_id)
  return made
}

const collect = (body: object, client = office.accounting) =>
  client.post('/invoicepayment/collect', body)
const codeOf = async (body: object, client = office.accounting) => {
  const reply = await collect(body, client)
  return reply.status === 476 ? reply.body.info?.code : reply.status
}
const preview = async (...ids: number[]) =>
  (await office.accounting.post('/invoices/collect', { ids, dry_run: true })).body.data

test('what is asked for by hand is collected as soon as the notice allows, and announced', async () => {
  const { customer_id, invoice_id } = await open()
  expect((await collect({ customer_id }, office.user)).status).toBe(403)
  const [line] = await preview(invoice_id)
  expect(line).toMatchObject({ code: null, amount: '103.50', charge_date: DUE })
  expect(await office.debitsOf(customer_id)).toHaveLength(1)
  const asked = await collect({ customer_id, amount: '40.00' })
  expect(asked.status, asked.text).toBe(201)
  // Ten days from the 5th are a Saturday.
  expect(asked.body.data).toMatchObject({ amount: '40.00', charge_date: '2027-05-17' })
  await office.work()
  expect(await stories.told(customer_id)).toEqual(['set', 'cancelled', 'planned'])
  // The rest can be asked for as well, and not a cent more.
  const more = await collect({ customer_id, amount: '63.51' })
  expect(more.status).toBe(476)
  expect(more.body.message).toContain('$63.50')
  expect((await collect({ customer_id, amount: '63.50' })).status).toBe(201)
  expect(await codeOf({ customer_id })).toBe('M002')
  await office.work()
  const sums = (await office.debitsOf(customer_id)).map((one) => one.amount_incl_gst)
  expect(sums).toEqual(['103.50', '40.00', '63.50'])
})

/** Whoever is asked for little, again and again. */
let patient: Awaited<ReturnType<typeof open>>

test('days on which no bank works, of the past or far away are no days', async () => {
  patient = await open()
  const { customer_id } = patient
  const on = async (charge_date: string) => {
    const reply = await collect({ customer_id, amount: '1.00', charge_date })
    expect(reply.status, reply.text).toBe(400)
    return reply.text
  }
  expect(await on('2027-05-22')).toContain('24 May 2027')
  // King’s Birthday.
  expect(await on('2027-06-07')).toContain('8 June 2027'.replace('June', 'Jun'))
  await on('2027-05-05')
  await on('2027-05-04')
  expect(await on('2027-07-05')).toContain('60 days')
  expect(await codeOf({ customer_id, amount: '0.00' })).toBe('M002')
  expect(await codeOf({ customer_id, amount: '0.99' })).toBe('M002')
  for (const amount of ['-1.00', '1.005', 'all'])
    expect((await collect({ customer_id, amount })).status, amount).toBe(400)
})

test('a customer who asks for it needs no notice, but somebody says when they asked', async () => {
  const { customer_id, invoice_id } = await open()
  const asked = { customer_id, invoice_id, requested_by_customer: true }
  expect((await collect(asked)).status).toBe(400)
  expect((await collect({ ...asked, note: '   ' })).status).toBe(400)
  const soon = { ...asked, charge_date: '2027-05-06', note: 'By phone' }
  const early = await collect(soon)
  expect(early.body.info).toMatchObject({ code: 'M004' })
  expect(early.body.message).toContain('7 May 2027')
  const done = await collect({ ...soon, charge_date: '2027-05-07' })
  expect(done.status, done.text).toBe(201)
  await office.work()
  const [, debit] = await office.debitsOf(customer_id)
  expect(debit).toMatchObject({ debit_state: 'planned', notes: 'By phone' })
})

test('every reason against a debit has its code', async () => {
  const { customer_id, invoice_id, mandate } = await open()
  const page = { customer_id, invoice_id }
  // M004: before the notice is over.
  expect(await codeOf({ ...page, charge_date: '2027-05-14' })).toBe('M004')
  // M003: a manager may, nobody below.
  await stories.set('dd_max_amount', '100.00')
  expect(await codeOf(page)).toBe('M003')
  expect((await preview(invoice_id))[0]).toMatchObject({ code: 'M003' })
  // M005: held.
  const hold = await office.manager.post('/invoice/hold', { id: invoice_id, ...because })
  expect(hold.status, hold.text).toBe(200)
  expect((await preview(invoice_id))[0]).toMatchObject({ code: 'M005' })
  expect(await codeOf(page)).toBe('M005')
  await office.manager.post('/invoice/release', { id: invoice_id, ...because })
  // M008: parked until its books are checked.
  const park = `insert into parked_accounts (organisation_id, customer_id, reason)
    values ($1, $2, 'Checked')`
  await stories.ask(park, [office.world.organisations[0], customer_id])
  expect(await codeOf(page)).toBe('M008')
  await stories.ask('delete from parked_accounts where customer_id = $1', [customer_id])
  // M007: once it is planned.
  const planned = await collect(page, office.manager)
  expect(planned.status, planned.text).toBe(201)
  await stories.set('dd_max_amount', '10000.00')
  expect(await codeOf({ ...page, amount: '1.00' })).not.toBe(201)
  expect((await preview(invoice_id))[0]).toMatchObject({ code: 'M007' })
  // M001: without an authority, and M002 where nothing is open.
  await office.accounting.post('/mandate/cancel', { id: mandate, ...because })
  await office.work()
  expect(await codeOf(page)).toBe('M001')
  const { id: poor } = await newCustomer(office.user)
  expect(await codeOf({ customer_id: poor })).toBe('M001')
  await office.authorise(poor)
  expect(await codeOf({ customer_id: poor })).toBe('M002')
})

test('what is another’s is not found, and what is another customer’s is refused', async () => {
  const { customer_id } = await open()
  const { invoice_id: strange } = await open()
  expect((await collect({ customer_id, invoice_id: strange })).status).toBe(400)
  const other = await office.world.as('other')
  const { id: foreign } = await newCustomer(other)
  expect((await collect({ customer_id: foreign })).status).toBe(404)
  expect((await collect({ customer_id, invoice_id: 99_999_999 })).status).toBe(404)
  const many = { ids: [strange, 99_999_999], dry_run: true }
  expect((await office.accounting.post('/invoices/collect', many)).status).toBe(404)
  expect((await office.user.post('/invoices/collect', { ids: [strange] })).status).toBe(403)
})

test('many are planned at once, each once, and those that cannot be say why', async () => {
  const [one, two, three] = [await open(), await open(), await open()]
  await office.manager.post('/invoice/hold', { id: three.invoice_id, ...because })
  const ids = [one, two, three].map(({ invoice_id }) => invoice_id)
  const { body } = await office.accounting.post('/invoices/collect', { ids: [...ids, ids[0]] })
  expect(body.data.map(({ code }: { code: string | null }) => code)).toEqual([null, null, 'M005'])
  await office.work()
  const again = await preview(...ids)
  expect(again.map(({ code }: { code: string }) => code)).toEqual(['M007', 'M007', 'M005'])
})

test('in the evening the provider’s file is closed: the soonest day is one later', async () => {
  const { customer_id } = patient
  await office.at('2027-05-05', 18)
  const asked = { customer_id, amount: '5.00', requested_by_customer: true, note: 'By phone' }
  const early = await collect({ ...asked, charge_date: '2027-05-07' })
  expect(early.body.info).toMatchObject({ code: 'M004' })
  const done = await collect(asked)
  expect(done.body.data).toMatchObject({ charge_date: '2027-05-10' })
  await office.work()
  expect((await office.debitsOf(customer_id)).at(-1)).toMatchObject({ debit_state: 'planned' })
})

test('a page that comes too late for its discount keeps it, where our notice is to blame', async () => {
  const soon = { due_date: '2027-05-13', discounted_date: '2027-05-13' }
  const granted = await collected(soon)
  expect((await office.debitsOf(granted.customer))[0]).toMatchObject({
    charge_date: '2027-05-17',
    amount_incl_gst: '103.50',
    grant_ppd: true,
  })
  await stories.set('dd_late_by_us_grants', false)
  const not = await collected(soon)
  await stories.set('dd_late_by_us_grants', true)
  expect((await office.debitsOf(not.customer))[0]).toMatchObject({
    charge_date: '2027-05-17',
    amount_incl_gst: '115.00',
    grant_ppd: false,
  })
  await stories.set('dd_notice_days', 5)
  const quick = await collected(soon)
  await stories.set('dd_notice_days', 10)
  expect((await office.debitsOf(quick.customer))[0]).toMatchObject({
    charge_date: '2027-05-13',
    amount_incl_gst: '103.50',
    grant_ppd: false,
  })
})

test('where the provider sends no notice we do', async () => {
  await stories.set('dd_notices', 'ours')
  const { customer } = await collected()
  await stories.set('dd_notices', 'provider')
  expect(await stories.told(customer)).toEqual(['set', 'planned'])
})

test('what is held, cancelled or redone is not collected, and the new one is', async () => {
  const [held, cancelled, redone] = [await collected(), await collected(), await collected()]
  const act = async (path: string, id: number) => {
    const reply = await office.manager.post(path, { id, ...because })
    expect(reply.status, reply.text).toBe(200)
    await office.work()
    return reply.body.data
  }
  await act('/invoice/hold', held.invoice)
  await act('/invoice/cancel', cancelled.invoice)
  const draft = await act('/invoice/redo', redone.invoice)
  for (const { customer } of [held, cancelled, redone])
    expect((await office.debitsOf(customer))[0]).toMatchObject({ debit_state: 'cancelled' })
  const live = await office.double.list('payments', 'limit=500')
  for (const { debit } of [held, cancelled, redone]) {
    const id = await stories.paymentOf(debit)
    expect(live.find((one) => one.id === id)).toMatchObject({ status: 'cancelled' })
  }
  const sent = await office.accounting.post('/invoice/approve', {
    id: draft.id,
    send: true,
    acknowledge: ['W01', 'W02'],
  })
  expect(sent.status, sent.text).toBe(200)
  await office.work()
  const [, next] = await office.debitsOf(redone.customer)
  expect(next).toMatchObject({ invoice_id: draft.id, debit_state: 'planned' })
  await act('/invoice/release', held.invoice)
  const [, again] = await office.debitsOf(held.customer)
  expect(again).toMatchObject({ invoice_id: held.invoice, debit_state: 'planned' })
})

test('money that comes on the last day is too late to make the debit smaller: it runs', async () => {
  const [some, all] = [await collected(), await collected()]
  await office.at('2027-05-20', 11)
  const pay = async ({ customer, invoice }: typeof some, amount_incl_gst: string) => {
    const payment_date = '2027-05-20'
    const money = { customer_id: customer, invoice_id: invoice, payment_date, amount_incl_gst }
    expect((await office.accounting.put('/invoicepayment', money)).status).toBe(201)
    await office.work()
  }
  await pay(some, '40.00')
  await pay(all, '103.50')
  expect(await office.debitsOf(some.customer)).toMatchObject([
    { debit_state: 'planned', amount_incl_gst: '103.50' },
  ])
  expect(await office.debitsOf(all.customer)).toMatchObject([{ debit_state: 'cancelled' }])
  await office.double.simulate('payment_confirmed', await stories.paymentOf(some.debit))
  await office.sync()
  // The surplus is theirs.
  expect((await stories.customer(some.customer)).balance_total).toBe('-40.00')
  await stories.holdsWhatTheProviderHolds()
})

test('what a page carries from before is collected item by item, and nothing that is held', async () => {
  const { id: customer } = await newCustomer(office.user)
  customers.push(customer)
  const old = { due_date: '2027-05-27', discounted_date: '2027-05-27' }
  const first = await sentInvoice(office.accounting, customer, old)
  await office.at('2027-06-01')
  await office.authorise(customer)
  const late = { due_date: '2027-06-18', discounted_date: '2027-06-18' }
  const page = await sentInvoice(office.accounting, customer, late)
  await office.work()
  const [debit] = await office.debitsOf(customer)
  expect(debit).toMatchObject({ amount_incl_gst: '218.50', charge_date: '2027-06-18' })
  const plans = 'select plan from invoicepayments where id = $1'
  expect((await stories.ask<{ plan: object }>(plans, [debit?.id]))[0]?.plan).toEqual([
    { key: `i${first.id}`, amount: '115.00' },
    { key: `i${page.id}`, amount: '103.50' },
  ])
  await office.manager.post('/invoice/hold', { id: first.id, ...because })
  await office.work()
  const [gone, less] = await office.debitsOf(customer)
  expect(gone).toMatchObject({ debit_state: 'cancelled' })
  expect(less).toMatchObject({ debit_state: 'planned', amount_incl_gst: '103.50' })
  // Released, it has a debit of its own. With neither, what is looked at is what is collected then:
  // the old page is not asked for twice.
  await office.manager.post('/invoice/release', { id: first.id, ...because })
  await office.work()
  const planned = (await office.debitsOf(customer)).filter((one) => one.debit_state === 'planned')
  expect(planned.map((one) => one.amount_incl_gst)).toEqual(['103.50', '115.00'])
  for (const { id } of planned)
    await office.accounting.post('/invoicepayment/cancel', { id, ...because })
  await office.work()
  const ids = [first.id, page.id]
  const figures = [{ amount: '115.00' }, { amount: '103.50' }]
  expect(await preview(...ids)).toMatchObject(figures)
  expect(await preview(page.id)).toMatchObject([{ amount: '218.50' }])
  const done = await office.accounting.post('/invoices/collect', { ids })
  expect(done.body.data).toMatchObject(figures)
})
