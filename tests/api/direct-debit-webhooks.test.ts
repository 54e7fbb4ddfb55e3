import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchAllEventsJob } from '#server/directdebit/fetch-events-job.ts'
import { newCustomer, runJob } from '#tests/support/billing.ts'
import { type DebitStories, debitStories } from '#tests/support/debit-stories.ts'
import { type Debiting, debiting } from '#tests/support/debiting.ts'
import { doubleToken } from '#tests/support/gocardless-double.ts'

let office: Debiting
let stories: DebitStories
let path: string

const due = { due_date: '2027-05-21', discounted_date: '2027-05-21' }
const secret = 'a-secret-of-the-tests'
const signed = (body: string, by = secret) => createHmac('sha256', by).update(body).digest('hex')

beforeAll(async () => {
  office = await debiting('2027-05-05')
  stories = debitStories(office)
  const { body } = await office.accounting.get('/directdebit')
  path = new URL(body.data.connection.webhook_url).pathname
}, 60_000)
afterAll(() => office.close())

/** As the provider sends it: the very bytes, and what proves them. */
function tell(body: string, signature: string | null = signed(body), url = path) {
  const proof: Record<string, string> = signature === null ? {} : { 'webhook-signature': signature }
  const headers = { 'content-type': 'application/json', ...proof }
  return office.world.guest().send({ method: 'POST', url, headers, payload: body })
}

let count = 0
function event(resource_type: string, action: string, links: object, details: object = {}) {
  count += 1
  const id = `EV${String(count).padStart(6, '0')}`
  const created_at = office.world.clock.now().toISOString()
  return { id, created_at, resource_type, action, links, details: { origin: 'bank', ...details } }
}
const bodyOf = (...events: object[]) => JSON.stringify({ events, meta: { webhook_id: 'WB1' } })

async function kept(): Promise<number> {
  return Number((await stories.ask<{ n: string }>('select count(*) as n from ddevents'))[0]?.n)
}
const eventsNamed = (...ids: string[]) =>
  stories.ask<Record<string, unknown>>(
    'select event_id, event_status, message, invoicepayment_id from ddevents where event_id = any($1)',
    [ids],
  )

// Shows: R10, T15
test('what nobody signed is refused, and leaves nothing', async () => {
  const body = bodyOf(event('payments', 'confirmed', { payment: 'PM1' }))
  const before = await kept()
  const wrong = [
    null,
    '',
    'nonsense',
    signed(body, 'another secret'),
    signed(body).slice(0, -1),
    signed(body).toUpperCase(),
    signed(` ${body}`),
    `${signed(body)}00`,
  ]
  for (const signature of wrong) {
    const reply = await tell(body, signature)
    expect(reply.status, String(signature)).toBe(498)
  }
  // The proof is of these bytes: the same in another order, or with one space more, is another.
  const reordered = JSON.stringify({ meta: { webhook_id: 'WB1' }, events: JSON.parse(body).events })
  expect((await tell(reordered, signed(body))).status).toBe(498)
  expect((await tell(`${body} `, signed(body))).status).toBe(498)
  expect(await kept()).toBe(before)
})

test('what is signed is kept and answered within a second', async () => {
  const one = event('payments', 'confirmed', { payment: 'PM0000' })
  const began = performance.now()
  const reply = await tell(bodyOf(one))
  expect(reply.status, reply.text).toBe(204)
  expect(performance.now() - began).toBeLessThan(1000)
  expect(await eventsNamed(one.id)).toMatchObject([{ event_status: 'waiting' }])
  await office.work()
  // Nobody there has such a payment: it is looked up, and nothing comes of it.
  expect(await eventsNamed(one.id)).toMatchObject([{ event_status: 'ignored' }])
})

test('an address that nobody has, and one that is cut, are not found', async () => {
  const body = bodyOf(event('payments', 'confirmed', { payment: 'PM1' }))
  const other = path.replace(/\d+\./, `${office.world.organisations[1]}.`)
  for (const url of [`${path}x`, path.slice(0, -5), other, path.replace(/[^/]+$/, 'nobody')])
    expect((await tell(body, signed(body), url)).status, url).toBe(404)
})

test('too much is refused, and what cannot be read is said to be so', async () => {
  const much = bodyOf({ ...event('payments', 'created', {}), filler: 'x'.repeat(1_100_000) })
  expect((await tell(much)).status).toBe(413)
  for (const body of ['{', '[]', '{"events":[{}]}', '{"events":"many"}', '"text"', 'null', ''])
    expect((await tell(body)).status, body).toBe(400)
})

test('kinds that nobody knows are kept, and do nothing', async () => {
  const odd = [
    event('creditors', 'updated', { creditor: 'CR1' }),
    event('payments', 'surprised', { payment: 'PM0000' }),
    event('mandates', 'created', {}),
    event('subscriptions', 'created', { subscription: 'SB1' }),
  ]
  expect((await tell(bodyOf(...odd))).status).toBe(204)
  await office.work()
  const found = await eventsNamed(...odd.map(({ id }) => id))
  expect(found.map(({ event_status }) => event_status)).toEqual(odd.map(() => 'ignored'))
  expect((await tell(bodyOf())).status).toBe(204)
})

test('the secret before the last is good as well, the one before that is not', async () => {
  const connect = (webhook_secret: string) =>
    office.admin.post('/directdebit/connect', { token: doubleToken, webhook_secret })
  expect((await connect('the second')).status).toBe(200)
  const body = bodyOf(event('payments', 'created', { payment: 'PM2' }))
  for (const by of ['the second', secret])
    expect((await tell(body, signed(body, by))).status).toBe(204)
  expect((await connect('the third')).status).toBe(200)
  expect((await tell(body, signed(body, secret))).status).toBe(498)
  expect((await connect(secret)).status).toBe(200)
})

/** What the provider itself sends about a debit, delivered here. */
async function deliver(times: number): Promise<void> {
  await office.double.control('quiet')
  const bodies = office.double.heard.bodies.splice(0)
  for (let round = 0; round < times; round += 1)
    for (const body of bodies) expect((await tell(body)).status).toBe(204)
}

// Shows: R10
test('each event counts once, however often it is told', async () => {
  office.double.heard.bodies.splice(0)
  const { customer, invoice, debit } = await stories.collected(due)
  const id = await stories.paymentOf(debit)
  await office.double.simulate('payment_paid_out', id)
  await deliver(3)
  await office.work()
  expect((await office.debitsOf(customer))[0]).toMatchObject({ debit_state: 'paid_out' })
  expect(await stories.invoice(invoice)).toMatchObject({ balance: '0.00' })
  const booked = `select event, count(*)::int as n from transactions where invoicepayment_id = $1
    group by 1 having count(*) > 1`
  expect(await stories.ask(booked, [debit])).toEqual([])
  await stories.holdsWhatTheProviderHolds()
  const twice = `select event_id from ddevents group by 1 having count(*) > 1`
  expect(await stories.ask(twice)).toEqual([])
})

// Shows: R10
test('why it failed is known, whichever event is read first', async () => {
  office.double.heard.bodies.splice(0)
  const { customer, debit } = await stories.collected(due)
  await office.double.simulate('payment_failed', await stories.paymentOf(debit), 'refer_to_payer')
  await office.double.control('quiet')
  const events = office.double.heard.bodies
    .splice(0)
    .flatMap((body) => JSON.parse(body).events as { action: string }[])
  const failure = events.filter(({ action }) => action === 'failed')
  expect((await tell(bodyOf(...events.filter((one) => !failure.includes(one))))).status).toBe(204)
  await office.work()
  // That it failed is seen already; nothing is done before it is known why.
  expect((await office.debitsOf(customer))[0]).toMatchObject({ payment_status: 'pending' })
  expect((await tell(bodyOf(...failure))).status).toBe(204)
  await office.work()
  expect((await office.debitsOf(customer))[0]).toMatchObject({
    debit_state: 'failed',
    debit_cause: 'refer_to_payer',
  })
})

test('who ended an authority is known, whichever event is read first', async () => {
  const { id: customer } = await newCustomer(office.user)
  office.double.heard.bodies.splice(0)
  const mandate = await office.authorise(customer)
  await office.double.simulate('mandate_cancelled', await stories.mandateOf(mandate))
  await office.double.control('quiet')
  const events = office.double.heard.bodies.splice(0).flatMap((body) => JSON.parse(body).events)
  // The one of its making comes last: it was made by us, but ended by a bank.
  expect((await tell(bodyOf(...events.toReversed()))).status).toBe(204)
  await office.work()
  expect(await stories.mandate(mandate)).toMatchObject({ ended_by: 'bank' })
})

test('what was made elsewhere on an authority of ours is taken in, and somebody is told', async () => {
  const { id: customer } = await newCustomer(office.user)
  const mandate = await stories.mandateOf(await office.authorise(customer))
  const links = { mandate }
  await office.double.control('payments', { amount: 5000, links })
  await office.double.control('subscriptions', { amount: 700, links, name: 'Weekly' })
  await office.sync()
  const debits = await office.debitsOf(customer)
  expect(debits.map(({ amount_incl_gst, invoice_id }) => [amount_incl_gst, invoice_id])).toEqual([
    ['50.00', null],
    ['7.00', null],
  ])
  expect(await stories.tasks('%was made at the provider, not here')).toHaveLength(2)
  await office.double.simulate('payment_paid_out', await stories.paymentOf(debits[0]?.id ?? 0))
  await office.sync()
  // Nothing is owed, so that it is theirs.
  expect((await stories.customer(customer)).balance_total).toBe('-50.00')
  await stories.holdsWhatTheProviderHolds()
})

test('a series that was made at the provider is ended from here, and makes no more debits', async () => {
  const { id: customer } = await newCustomer(office.user)
  const links = { mandate: await stories.mandateOf(await office.authorise(customer)) }
  const made = { amount: 900, links, name: 'Weekly', interval_unit: 'weekly' }
  await office.double.control('subscriptions', made)
  await office.sync()
  const [debit] = await office.debitsOf(customer)
  const asked = { id: debit?.id, reason: 'We plan each debit ourselves' }
  expect((await office.user.post('/invoicepayment/endseries', asked)).status).toBe(403)
  const ending = await office.accounting.post('/invoicepayment/endseries', asked)
  expect(ending.status, ending.text).toBe(200)
  expect((await office.accounting.post('/invoicepayment/endseries', asked)).status).toBe(476)
  await office.work()
  const seen = await office.accounting.get('/invoicepayment', { id: debit?.id ?? 0 })
  expect(seen.body.data).toMatchObject({ series_state: 'ended', payment_status: 'pending' })
  const [series] = (await office.double.list('subscriptions', 'limit=1')) as { status: string }[]
  expect(series?.status).toBe('cancelled')
})

test('a series that ended at the provider is known to have ended', async () => {
  const { id: customer } = await newCustomer(office.user)
  const links = { mandate: await stories.mandateOf(await office.authorise(customer)) }
  const { id } = await office.double.control('subscriptions', { amount: 800, links })
  await office.sync()
  await office.double.call('POST', `/subscriptions/${id}/actions/cancel`)
  await office.sync()
  const [debit] = await office.debitsOf(customer)
  expect(debit).toMatchObject({ series_state: 'ended' })
})

test('what happens on an authority that is none of ours is none of our business', async () => {
  const foreign = await office.double.mandate()
  const payment = await office.double.payment(foreign.id, 4200)
  await office.sync()
  const found = `select event_status, customer_id from ddevents where resource_id = any($1)`
  const rows = await stories.ask<Record<string, unknown>>(found, [[foreign.id, payment.id]])
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row).toEqual({ event_status: 'ignored', customer_id: null })
  const named = 'select id from invoicepayments where provider_payment_id = $1'
  expect(await stories.ask(named, [payment.id])).toEqual([])
})

// Shows: R10
test('a webhook that was lost is fetched within a quarter of an hour', async () => {
  const { customer, debit } = await stories.collected(due)
  await office.double.simulate('payment_confirmed', await stories.paymentOf(debit))
  expect((await office.debitsOf(customer))[0]).toMatchObject({ debit_state: 'planned' })
  await runJob(office.world, fetchAllEventsJob)
  await office.work()
  expect((await office.debitsOf(customer))[0]).toMatchObject({ debit_state: 'confirmed' })
})

test('while the provider is away events wait, and are applied when it is back', async () => {
  const { customer, debit } = await stories.collected(due)
  office.double.heard.bodies.splice(0)
  await office.double.simulate('payment_confirmed', await stories.paymentOf(debit))
  await office.double.control('faults', { on: 'GET /payments/:id', mode: '500', times: 1 })
  await deliver(1)
  await office.work()
  await office.work()
  expect((await office.debitsOf(customer))[0]).toMatchObject({ debit_state: 'confirmed' })
})

test('managers read what was told, and nobody below them does', async () => {
  expect((await office.accounting.get('/ddevents')).status).toBe(403)
  const { body } = await office.manager.get('/ddevents', { limit: 5 })
  expect(body.data).toHaveLength(5)
  const other = await office.world.as('other')
  expect((await other.get('/ddevents')).body.data ?? []).toEqual([])
})

test('while the database is away the provider is told to come again', async () => {
  const body = bodyOf(event('payments', 'created', { payment: 'PM3' }))
  const { database } = office.world
  const { read } = database
  database.read = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
  const reply = await tell(body).finally(() => {
    database.read = read
  })
  expect(reply.status).toBe(503)
  expect((await tell(body)).status).toBe(204)
})
