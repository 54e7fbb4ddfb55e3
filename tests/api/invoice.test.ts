import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#domain/contracts/contract.ts'
import { customer } from '#domain/customers/customer.ts'
import { makeIcp } from '#domain/kit/icp.ts'
import { meter } from '#domain/meters/meter.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import { todayOf } from '#server/kit/http/context.ts'
import type { Client } from '#tests/support/client.ts'
import { dayIn } from '#tests/support/days.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let accounting: Client
let manager: Client
let supplier_id: number
let sequence = 9_100_000

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  supplier_id = (await makeRow(manager, supplier)).id
})
afterAll(() => world.close())

async function newCustomer(given: Record<string, unknown> = {}) {
  sequence += 1
  const email = `bill${sequence}@example.co.nz`
  return makeRow(user, customer, { email, customer_status: 'active', ...given })
}

const line = (name: string, rate: string, more: Record<string, unknown> = {}) => ({
  name,
  quantity: '1',
  rate,
  unit: 'each',
  ...more,
})

/** A sent invoice with lines of its own: 10 % discount, 15 % GST, no fee. */
async function sent(customer_id: number, given: Record<string, unknown> = {}) {
  const made = await user.put('/invoice', {
    customer_id,
    lines: [line('Energy', '100.00')],
    discount_percent: '10',
    ...given,
  })
  expect(made.status, made.text).toBe(201)
  const { id } = made.body.data
  const reply = await accounting.post('/invoice/approve', {
    id,
    send: true,
    acknowledge: ['W01', 'W02'],
  })
  expect(reply.status, reply.text).toBe(200)
  expect(['invoiced', 'cleared', 'paid'], reply.text).toContain(reply.body.data.invoice_status)
  return reply.body.data
}

/** Time passes, and everybody signs in again. */
async function passDays(days: number) {
  world.clock.advance(days * 86_400_000)
  user = await world.as('user')
  accounting = await world.as('accounting')
  manager = await world.as('manager')
}

const read = async (id: number) => (await user.get('/invoice', { id })).body.data
const readCustomer = async (id: number) => (await user.get('/customer', { id })).body.data
const today = () => todayOf(world)

async function pay(
  customer_id: number,
  amount_incl_gst: string,
  given: Record<string, unknown> = {},
) {
  const reply = await accounting.put('/invoicepayment', {
    customer_id,
    amount_incl_gst,
    payment_date: today(),
    ...given,
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

describe('the proposal', () => {
  test('explicit lines need only a customer and answer both GST outcomes and the trace', async () => {
    const { id } = await newCustomer()
    const reply = await user.post('/invoice/new', {
      customer_id: id,
      lines: [line('Energy', '573.26'), line('Special read', '5.00', { discountable: false })],
      discount_percent: '10',
      service_fee_percent: '5',
      late_payment_fee_amount: '10.00',
      opening_balance: '39.36',
    })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.data).toMatchObject({
      discounted_total: '679.89',
      undiscounted_total: '749.11',
    })
    expect(reply.body.info).toMatchObject({ gst_if_discounted: '83.55', gst_if_not: '92.58' })
    expect(reply.body.info.trace.length).toBeGreaterThan(10)
    expect((await user.get('/invoices', { customer_id: id })).status).toBe(260)
  })

  test('a contract brings its readings, rates and percentages', async () => {
    const who = await newCustomer()
    const icp = makeIcp(++sequence, 'UN')
    const deal = await makeRow(user, contract, {
      customer_id: who.id,
      supplier_id,
      connections: [icp],
      date_start: '2026-01-01',
      discount_percent: '10',
      service_fee_percent: '5',
    })
    const rate = { contract_id: deal.id, rate_type: 'variable', rate_unit: 'kWh' }
    const rates = [
      { ...rate, rate_name: 'Energy', rate_amount: '0.25', valid_from_date: '2026-01-01' },
      {
        ...rate,
        rate_name: 'Daily',
        rate_type: 'fixed',
        rate_unit: 'day',
        rate_amount: '1.5',
        valid_from_date: '2026-01-01',
      },
    ]
    for (const one of rates) expect((await user.put('/rate', one)).status).toBe(201)
    await accounting.post('/contract/activate', { id: deal.id, reason: 'Agreed elsewhere' })
    const box = await makeRow(user, meter, { customer_id: who.id, icp_number: icp })
    for (const [reading_date, reading_latest] of [
      ['2026-03-31', '1000'],
      ['2026-04-30', '1600'],
    ])
      expect(
        (
          await user.put('/meterreading', {
            meter_id: box.id,
            reading_date,
            reading_latest,
            reading_latest_type: 'actual',
          })
        ).status,
      ).toBe(201)
    const reply = await user.post('/invoice/new', {
      customer_id: who.id,
      period_start: '2026-04-01',
      period_end: '2026-04-30',
    })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.data.lines).toMatchObject([
      { name: 'Energy', quantity: '600.000000', amount: '150.00' },
      { name: 'Daily', quantity: '30.000000', amount: '45.00' },
    ])
    expect(reply.body.data).toMatchObject({ charges_sum: '195.00', discount_percent: '10' })
  })
})

describe('the life of an invoice', () => {
  test('numbers are given at approval, without gaps, and money is frozen from then on', async () => {
    const { id } = await newCustomer()
    const first = await sent(id)
    const second = await sent(id)
    const number = (text: string) => Number(text.replace(/\D/g, ''))
    expect(number(second.invoice_number)).toBe(number(first.invoice_number) + 1)
    const change = { id: first.id, version: first.version, lines: [line('Energy', '1.00')] }
    const refused = await accounting.post('/invoice', change)
    expect(refused.status).toBe(476)
    expect(refused.body.message).toContain('Redo')
    expect((await accounting.delete('/invoice', { id: first.id })).status).toBe(476)
  })

  test('paid in time, the discount is earned and nothing is owed', async () => {
    const who = await newCustomer()
    const bill = await sent(who.id)
    expect(bill).toMatchObject({
      discounted_total: '103.50',
      undiscounted_total: '115.00',
      balance: '103.50',
    })
    await pay(who.id, '103.50', { reference: bill.invoice_number })
    expect(await read(bill.id)).toMatchObject({
      invoice_status: 'cleared',
      ppd_state: 'earned',
      balance: '0.00',
    })
    expect(await readCustomer(who.id)).toMatchObject({
      balance_total: '0.00',
      account_credit: '0.00',
    })
  })

  test('paid late the discount is lost, granting it settles the invoice', async () => {
    const who = await newCustomer()
    const bill = await sent(who.id, { due_date: today() })
    await passDays(2)
    await pay(who.id, '103.50', { reference: bill.invoice_number })
    expect(await read(bill.id)).toMatchObject({ ppd_state: 'lost', balance: '11.50' })
    expect((await readCustomer(who.id)).balance_overdue).toBe('11.50')
    const granted = await manager.post('/invoice/grantppd', {
      id: bill.id,
      reason: 'Bank was closed',
    })
    expect(granted.body.data).toMatchObject({
      ppd_state: 'granted',
      balance: '0.00',
      invoice_status: 'cleared',
    })
  })

  test('granting it with the payment settles the invoice the payment names, once', async () => {
    const who = await newCustomer()
    const bill = await sent(who.id, { due_date: today() })
    await passDays(2)
    const { id } = await pay(who.id, '103.50', { reference: bill.invoice_number })
    const reason = 'Bank was closed'
    expect((await accounting.post('/invoicepayment/grantppd', { id, reason })).status).toBe(403)
    const granted = await manager.post('/invoicepayment/grantppd', { id, reason })
    expect(granted.body.data, granted.text).toMatchObject({ grant_ppd: true })
    expect(await read(bill.id)).toMatchObject({ ppd_state: 'granted', balance: '0.00' })
    expect((await manager.post('/invoicepayment/grantppd', { id, reason })).status).toBe(476)
  })

  test('what is overdue is asked for on the next page, and paying that page settles both', async () => {
    const who = await newCustomer()
    const old = await sent(who.id, { due_date: today() })
    await passDays(3)
    const next = await sent(who.id)
    // The discount of the old one is lost by now.
    expect(next).toMatchObject({ opening_balance: '115.00' })
    await pay(who.id, next.discounted_total)
    expect((await read(next.id)).balance).toBe('0.00')
    expect((await read(old.id)).balance).toBe('0.00')
  })

  test('a cancelled invoice leaves its money as credit, and the next page takes it off', async () => {
    const who = await newCustomer()
    const bill = await sent(who.id)
    await pay(who.id, '103.50', { reference: bill.invoice_number })
    const gone = await manager.post('/invoice/cancel', { id: bill.id, reason: 'Wrong site' })
    expect(gone.body.data, gone.text).toMatchObject({ invoice_status: 'cancelled' })
    expect(await readCustomer(who.id)).toMatchObject({
      balance_total: '-103.50',
      account_credit: '103.50',
    })
    const next = await sent(who.id)
    expect(next).toMatchObject({
      opening_balance: '-103.50',
      discounted_total: '0.00',
      balance: '0.00',
    })
  })

  test('a redo carries its money over to the new invoice', async () => {
    const who = await newCustomer()
    const bill = await sent(who.id)
    await pay(who.id, '103.50', { reference: bill.invoice_number })
    const redo = await accounting.post('/invoice/redo', { id: bill.id, reason: 'Wrong reading' })
    expect(redo.status, redo.text).toBe(200)
    const draft = redo.body.data
    expect(draft).toMatchObject({ invoice_status: 'draft', redo_of_id: bill.id })
    expect((await read(bill.id)).invoice_status).toBe('cancelled')
    const changed = await user.post('/invoice', {
      id: draft.id,
      version: draft.version,
      lines: [line('Energy', '80.00')],
    })
    expect(changed.status, changed.text).toBe(261)
    const out = await accounting.post('/invoice/approve', { id: draft.id, send: true })
    expect(out.body.data, out.text).toMatchObject({ invoice_status: 'cleared', balance: '0.00' })
    expect((await readCustomer(who.id)).account_credit).toBe('20.70')
  })

  // Shows: T14
  test('over the limit, whoever edited last does not approve', async () => {
    const who = await newCustomer()
    const made = await accounting.put('/invoice', {
      customer_id: who.id,
      lines: [line('Energy', '9000.00')],
    })
    const { id } = made.body.data
    expect((await accounting.post('/invoice/approve', { id })).status).toBe(476)
    expect((await manager.post('/invoice/approve', { id })).status).toBe(200)
  })
})

describe('payments', () => {
  test('a payment over several invoices pays the oldest first, the rest is credit', async () => {
    const who = await newCustomer()
    const first = await sent(who.id, { due_date: dayIn(26) })
    const second = await sent(who.id, { due_date: dayIn(31) })
    await pay(who.id, '150.00')
    expect((await read(first.id)).balance).toBe('0.00')
    expect((await read(second.id)).balance).toBe('57.00')
    await pay(who.id, '60.00')
    expect(await readCustomer(who.id)).toMatchObject({
      account_credit: '3.00',
      balance_total: '-3.00',
    })
  })

  test('refunding reopens nothing while credit covers it, and a cancelled payment reopens its invoice', async () => {
    const who = await newCustomer()
    const bill = await sent(who.id)
    const money = await pay(who.id, '120.00', { reference: bill.invoice_number })
    expect(money.unallocated_amount).toBe('16.50')
    const back = await accounting.post('/invoicepayment/refund', {
      id: money.id,
      amount: '16.50',
      reason: 'Paid too much',
    })
    expect(back.body.data, back.text).toMatchObject({
      payment_status: 'partly_refunded',
      refunded_amount: '16.50',
    })
    expect((await read(bill.id)).balance).toBe('0.00')
    const other = await pay(who.id, '50.00')
    expect(
      (await accounting.post('/invoicepayment/cancel', { id: other.id, reason: 'Not ours' }))
        .status,
    ).toBe(200)
    expect((await readCustomer(who.id)).balance_total).toBe('0.00')
  })

  test('a credit invoice is the customer’s at once and leaves nothing at stake', async () => {
    const who = await newCustomer()
    const credit = await sent(who.id, { lines: [line('Goodwill', '-100.00')] })
    expect(credit).toMatchObject({ invoice_status: 'paid', discounted_total: '-103.50' })
    expect(await readCustomer(who.id)).toMatchObject({ account_credit: '103.50' })
    await scope(world.owner, world.organisations[0])
    const left = await world.owner.query(
      `select account, sum(amount) from accounttransactions where invoice_id = $1
         and account in (1100, 1190) group by account having sum(amount) <> 0`,
      [credit.id],
    )
    expect(left.rows).toEqual([])
  })

  test('a small rest is cleared with the payment', async () => {
    const who = await newCustomer()
    const bill = await sent(who.id)
    await pay(who.id, '103.00', { invoice_id: bill.id, clearsinvoice: true })
    expect(await read(bill.id)).toMatchObject({ invoice_status: 'cleared', balance: '0.00' })
  })
})

test('the books balance, entry by entry, and nobody can change them', async () => {
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query(
    'select transaction_id from accounttransactions group by 1 having sum(amount) <> 0',
  )
  expect(rows).toEqual([])
  await expect(world.owner.query('update accounttransactions set amount = 0')).rejects.toThrow(
    /only added/,
  )
  await expect(world.owner.query('delete from transactions')).rejects.toThrow(/only added/)
  const cached = await world.owner.query(
    `select c.id, c.balance_total, coalesce(sum(a.amount), 0) as books from customers c
     join accounttransactions a on a.customer_id = c.id and a.account in (1100, 2100)
     group by c.id having c.balance_total <> coalesce(sum(a.amount), 0)`,
  )
  expect(cached.rows).toEqual([])
})

test('a stored invoice is proved and every amount explained', async () => {
  const who = await newCustomer()
  const bill = await sent(who.id)
  expect((await user.get('/invoice/verify', { id: bill.id })).body.data).toEqual({
    isProved: true,
    differences: [],
  })
  const why = await user.get('/invoice/explain', { id: bill.id, field: 'discounted_total' })
  expect(why.body.data[0]).toMatchObject({ key: 'discounted_total', amount: '103.50' })
  expect(why.body.data.map((step: { key: string }) => step.key)).toContain('line.1')
})
