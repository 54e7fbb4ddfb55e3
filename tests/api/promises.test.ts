import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { booksHold, newCustomer, runJob } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { lettersWhere } from '#tests/support/letters.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

// What a customer was told stays true, whatever happens afterwards. Amounts are worked out by hand.

let world: World
let manager: Client
let customer_id: number

beforeAll(async () => {
  world = await makeWorld()
  manager = await world.as('manager')
})
afterAll(() => world.close())
beforeEach(async () => {
  await scope(world.owner, world.organisations[0])
  customer_id = (await newCustomer(manager)).id
})

const because = { reason: 'Because the test says so' }
const inDays = (days: number) => addDays(todayOf(world), days)

async function done(path: string, body: object) {
  const reply = await manager.post(path, body)
  expect(reply.status, `${path} ${reply.text}`).toBeLessThan(300)
  return reply.body.data
}

/** Of 100.00 and GST, 103.50 are asked in time and 115.00 later. */
async function approved(rate: string, due: number) {
  const made = await manager.put('/invoice', {
    customer_id,
    lines: [{ name: 'Energy', quantity: '1', rate, unit: 'each' }],
    discount_percent: '10',
    due_date: inDays(due),
    discounted_date: inDays(due),
  })
  expect(made.status, made.text).toBe(201)
  const { id } = made.body.data
  await done('/invoice/approve', { id, acknowledge: ['W02', 'W05'] })
  return id as number
}

async function send(rate: string, due: number): Promise<number> {
  const id = await approved(rate, due)
  await done('/invoice/send', { id, posted: true })
  return id
}

async function pay(amount_incl_gst: string, given: object = {}) {
  const payment_date = todayOf(world)
  const reply = await manager.put('/invoicepayment', {
    customer_id,
    payment_date,
    amount_incl_gst,
    ...given,
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

const invoice = async (id: number) => (await manager.get('/invoice', { id })).body.data
const credit = async () =>
  (await manager.get('/customer', { id: customer_id })).body.data.account_credit

const DAY_MS = 86_400_000

async function wait(days: number) {
  world.clock.advance(days * DAY_MS)
  manager = await world.as('manager')
}

async function pass(days: number) {
  await wait(days)
  await runJob(world, settleDiscounts)
}

describe('an event moves only the money it is about', () => {
  test('an invoice due earlier takes no credit from one that was sent before it', async () => {
    await pay('100.00')
    const x = await send('200.00', 30)
    expect(await invoice(x)).toMatchObject({ discounted_total: '107.00', balance: '107.00' })
    const y = await send('50.00', 15)
    expect(await invoice(x)).toMatchObject({ balance: '107.00' })
    await pay('107.00')
    expect(await invoice(x)).toMatchObject({ balance: '0.00', ppd_state: 'earned' })
    await pass(31)
    expect(await invoice(x)).toMatchObject({ balance: '0.00', ppd_state: 'earned' })
    expect(await invoice(y)).toMatchObject({ balance: '57.50', ppd_state: 'lost' })
    await booksHold(world, customer_id)
  })

  test('a redo keeps what lay on its own invoice, and leaves the others paid', async () => {
    const a = await send('420.00', 20)
    const b = await send('193.58', 21)
    await pay('500.00', { invoice_id: a })
    expect(await invoice(a)).toMatchObject({ balance: '0.00', ppd_state: 'earned' })
    expect(await invoice(b)).toMatchObject({ balance: '135.06' })
    const anew = await done('/invoice/redo', { id: b, ...because })
    expect(await invoice(a)).toMatchObject({ balance: '0.00', ppd_state: 'earned' })
    expect(await credit()).toBe('65.30')
    await done('/invoice/approve', { id: anew.id, send: true, posted: true })
    expect(await invoice(anew.id)).toMatchObject({ balance: '135.06' })
    expect(await credit()).toBe('0.00')
    await booksHold(world, customer_id)
  })

  test('a refunded overpayment earns no discount of a later invoice', async () => {
    const first = await send('100.00', 20)
    const { id } = await pay('303.50', { invoice_id: first })
    await done('/invoicepayment/refund', { id, amount: '200.00', ...because })
    const second = await send('100.00', 20)
    await pass(21)
    expect(await invoice(second)).toMatchObject({ balance: '115.00', ppd_state: 'lost' })
    expect(await invoice(first)).toMatchObject({ balance: '0.00', ppd_state: 'earned' })
    await booksHold(world, customer_id)
  })
})

describe('settings hold from the day they are set', () => {
  const set = (name: string, value: unknown) =>
    world.owner.query(
      `insert into organisationconfigs (organisation_id, name, value) values ($1, $2, $3)
       on conflict (organisation_id, lower(name)) where deleted_at is null
         do update set value = excluded.value`,
      [world.organisations[0], name, JSON.stringify(value)],
    )

  test('less grace takes no discount away that was earned with more', async () => {
    await set('ppd_grace_working_days', 3)
    const id = await send('100.00', 10)
    await pass(11)
    await pay('103.50', { invoice_id: id })
    expect(await invoice(id)).toMatchObject({ balance: '0.00', ppd_state: 'earned' })
    await set('ppd_grace_working_days', 0)
    await pass(1)
    // Anything about the customer is looked at again, and nothing is lost.
    await send('10.00', 20)
    expect(await invoice(id)).toMatchObject({ balance: '0.00', ppd_state: 'earned' })
    await booksHold(world, customer_id)
  })
})

describe('money by hand', () => {
  test('goes back to credit where the invoice comes to less', async () => {
    const id = await send('100.00', 5)
    await pass(10)
    const paid = await pay('115.00')
    await done('/invoicepayment/unallocate', { id: paid.id, invoice_id: id })
    expect([(await invoice(id)).balance, await credit()]).toEqual(['115.00', '115.00'])
    await done('/invoicepayment/allocate', { id: paid.id, invoice_id: id, amount: '115.00' })
    await done('/invoice/grantppd', { id, ...because })
    expect([(await invoice(id)).balance, await credit()]).toEqual(['0.00', '11.50'])
    await done('/invoice/revokeppd', { id, ...because })
    expect([(await invoice(id)).balance, await credit()]).toEqual(['0.00', '0.00'])
    await booksHold(world, customer_id)
  })

  test('said to be for another invoice moves there, and never to another customer’s', async () => {
    const [first, second] = [await send('100.00', 10), await send('100.00', 12)]
    const paid = await pay('103.50')
    expect(await invoice(second)).toMatchObject({ balance: '0.00' })
    const { version } = (await manager.get('/invoicepayment', { id: paid.id })).body.data
    await done('/invoicepayment', { id: paid.id, version, invoice_id: first })
    expect(await invoice(first)).toMatchObject({ balance: '0.00' })
    expect(await invoice(second)).toMatchObject({ balance: '103.50' })
    customer_id = (await newCustomer(manager)).id
    const foreign = await send('100.00', 10)
    const now = (await manager.get('/invoicepayment', { id: paid.id })).body.data
    const refused = await manager.post('/invoicepayment', {
      id: paid.id,
      version: now.version,
      invoice_id: foreign,
    })
    expect(refused.status).toBe(400)
    await booksHold(world, customer_id)
  })
})

test('money that names a redone invoice is for the one in its place', async () => {
  const [other, old] = [await send('100.00', 5), await send('100.00', 20)]
  const { invoice_number } = await invoice(old)
  const anew = await done('/invoice/redo', { id: old, ...because })
  await done('/invoice/approve', { id: anew.id, send: true, posted: true })
  const figures = /[0-9]+$/.exec(invoice_number)?.[0]
  const paid = await pay('90.00', { reference: `Invoice ${figures}` })
  expect(paid.invoice_id).toBe(anew.id)
  expect((await invoice(anew.id)).balance).toBe('13.50')
  expect((await invoice(other)).balance).toBe('103.50')
  await booksHold(world, customer_id)
})

describe('a bad debt', () => {
  test('is given up with its GST, and paid after all undoes that first', async () => {
    const id = await send('100.00', 5)
    await pass(10)
    await done('/invoice/writeoff', { id, ...because })
    expect(await invoice(id)).toMatchObject({
      balance: '0.00',
      written_off: '115.00',
      invoice_status: 'cleared',
    })
    await pay('60.00', { invoice_id: id })
    expect(await invoice(id)).toMatchObject({ balance: '0.00', written_off: '55.00' })
    await pay('80.00', { invoice_id: id })
    expect(await invoice(id)).toMatchObject({ balance: '0.00', written_off: '0.00' })
    expect(await credit()).toBe('25.00')
    await booksHold(world, customer_id)
  })
})

describe('nothing arrives late', () => {
  test('one approved weeks ago goes out with new dates, or not at all', async () => {
    const id = await approved('100.00', 14)
    await wait(13)
    const refused = await manager.post('/invoice/send', { id, posted: true })
    expect(refused.status).toBe(476)
    expect(refused.body.message).toContain('Send it with new dates.')
    await done('/invoice/send', { id, posted: true, new_dates: true })
    const { due_date, discounted_date } = await invoice(id)
    expect(due_date >= inDays(14)).toBe(true)
    expect(discounted_date).toBe(due_date)
  })

  test('a redo counts its dates from the day it is made', async () => {
    const id = await send('100.00', 3)
    await wait(20)
    const anew = await done('/invoice/redo', { id, ...because })
    expect(anew.invoice_date).toBe(todayOf(world))
    expect(anew.due_date > todayOf(world)).toBe(true)
  })
})

describe('money paid back in full', () => {
  const paid = async () => {
    const id = await send('100.00', 20)
    const money = await pay('103.50', { invoice_id: id })
    return { id, money }
  }

  test('leaves an invoice that is refunded, and nothing owed', async () => {
    const { id, money } = await paid()
    await done('/invoicepayment/refund', { id: money.id, ...because })
    expect(await invoice(id)).toMatchObject({ invoice_status: 'refunded', balance: '0.00' })
    const { balance_total } = (await manager.get('/customer', { id: customer_id })).body.data
    expect(balance_total).toBe('0.00')
    await booksHold(world, customer_id)
  })

  test('may give the invoice up instead, or ask for it again', async () => {
    const [one, other] = [await paid(), await paid()]
    const refund = (id: number, invoice_outcome: string) =>
      done('/invoicepayment/refund', { id, invoice_outcome, ...because })
    await refund(one.money.id, 'written_off')
    await refund(other.money.id, 'reopened')
    expect(await invoice(one.id)).toMatchObject({ invoice_status: 'refunded', balance: '0.00' })
    // Our own refund does not take the discount away.
    expect(await invoice(other.id)).toMatchObject({
      invoice_status: 'invoiced',
      balance: '103.50',
      ppd_state: 'earned',
    })
    await booksHold(world, customer_id)
  })
})

describe('a correction is told', () => {
  const mails = async (id: number) => {
    const { rows } = await world.owner.query<{ text_plain: string }>(
      'select text_plain from letters where unique_key like $1',
      [`correction ${id} %`],
    )
    return rows.map((row) => row.text_plain)
  }

  test('when a sent invoice is cancelled or made anew, with what it corrects and its GST', async () => {
    const [gone, anew] = [await send('100.00', 20), await send('100.00', 21)]
    await done('/invoice/cancel', { id: gone, ...because })
    await done('/invoice/redo', { id: anew, ...because })
    const [told] = await mails(gone)
    expect(told).toContain('Supply correction information')
    expect(told).toContain('Taken off: $115.00, GST in it $15.00')
    expect((await mails(anew))[0]).toContain('A new one takes its place')
  })

  test('and not where nothing was sent', async () => {
    const id = await approved('100.00', 20)
    await done('/invoice/cancel', { id, ...because })
    expect(await mails(id)).toEqual([])
  })
})

test('the public page asks for all that its paper carries, an adjustment too, and for no more', async () => {
  const debt = { kind: 'opening_balance', side: 'debit', amount: '40.00', due_date: inDays(-1) }
  const made = await manager.put('/adjustment', { customer_id, ...debt, reason: 'From before' })
  expect(made.status, made.text).toBe(201)
  const id = await approved('100.00', 20)
  await done('/invoice/send', { id, to: ['payer@example.co.nz'] })
  expect(await invoice(id)).toMatchObject({ discounted_total: '143.50' })
  const asked = async () => {
    const rows = await lettersWhere(world.owner, 'unique_key like $1', [`invoice ${id} %`])
    const token = /\/invoice\/#([\w-]{43})\s/.exec(rows[0]?.text_plain ?? '')?.[1] ?? ''
    const url = '/api/v1/public/invoice'
    const page = await world
      .guest()
      .send({ method: 'GET', url, headers: { 'x-link-token': token } })
    return page.body.data
  }
  expect(await asked()).toMatchObject({ still_to_pay: '143.50', status: 'open' })
  await pay('43.50', { invoice_id: id })
  expect(await asked()).toMatchObject({ still_to_pay: '100.00', status: 'open' })
  await pay('100.00', { invoice_id: id })
  expect(await asked()).toMatchObject({ still_to_pay: '0.00', status: 'settled' })
  expect([await credit(), (await invoice(id)).ppd_state]).toEqual(['0.00', 'earned'])
  await booksHold(world, customer_id)
})

describe('money that is gone', () => {
  test('is kept for no draft any more: the next page does not ask for it', async () => {
    const old = await send('50.00', 10)
    const payment = await pay('51.75', { invoice_id: old })
    await done('/invoice/redo', { id: old, ...because })
    await done('/invoicepayment/cancel', { id: payment.id, ...because })
    const next = await send('10.00', 20)
    expect(await invoice(next)).toMatchObject({
      opening_balance: '0.00',
      discounted_total: '10.35',
      undiscounted_total: '11.50',
    })
    await booksHold(world, customer_id)
  })

  test('reopens what it paid, and leaves credit of that day on the page it was printed on', async () => {
    const owed = { customer_id, kind: 'opening_balance', side: 'debit', amount: '10.00' }
    const adjust = async (given: object) => {
      const reply = await manager.put('/adjustment', { ...owed, ...because, ...given })
      expect(reply.status, reply.text).toBe(201)
      return reply.body.data.id as number
    }
    await adjust({})
    const second = await adjust({})
    const payment = await pay('10.00', { adjustment_id: second })
    await adjust({ kind: 'goodwill', side: 'credit', amount: '10.01' })
    const page = await send('10.00', 20)
    expect((await invoice(page)).discounted_total).toBe('10.34')
    await done('/invoicepayment/cancel', { id: payment.id, ...because })
    await pay('10.34', { invoice_id: page })
    expect(await invoice(page)).toMatchObject({ balance: '0.00', ppd_state: 'earned' })
    await booksHold(world, customer_id)
  })
})
