import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { adjustedBy, goodwill, paidBy } from '#tests/support/adjusting.ts'
import { customersMoney } from '#tests/support/bank-refusals.ts'
import { type Bank, makeBank } from '#tests/support/banking.ts'
import { newCustomer, sentInvoice } from '#tests/support/billing.ts'
import { billingRows } from '#tests/support/billing-rows.ts'
import type { Client } from '#tests/support/client.ts'
import { paidTo } from '#tests/support/owed-to-suppliers.ts'
import { sendForm, textFile } from '#tests/support/upload.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let accounting: Client
let manager: Client
let admin: Client
let bank: Bank
let customer: { id: number }
let page: { id: number; discounted_total: string }

beforeAll(async () => {
  world = await makeWorld()
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  admin = await world.as('admin')
  await scope(world.owner, world.organisations[0])
  bank = await makeBank(world, accounting, manager)
})
afterAll(() => world.close())
beforeEach(async () => {
  await scope(world.owner, world.organisations[0])
  customer = await newCustomer(accounting)
  page = await sentInvoice(accounting, customer.id)
})

// What a match made is cancelled with it, and counts nowhere any more.
const BOOKS = `
  select 'account ' || account as what, sum(amount)::text as stands from accounttransactions
    group by account having sum(amount) <> 0
  union all select 'invoice ' || id, concat_ws(' ', invoice_status, balance) from invoices
  union all select 'adjustment ' || id, concat_ws(' ', adjustment_status, balance, credit_left)
    from adjustments
  union all select 'bill ' || id, concat_ws(' ', bill_status, balance) from bills
  union all select 'customer ' || id, concat_ws(' ', balance_total, balance_overdue) from customers
  union all select 'from a customer ' || id, concat_ws(' ', payment_status, payment_date,
    allocated_amount, unallocated_amount, refunded_amount, banktransaction_id)
    from invoicepayments where payment_status <> 'cancelled'
  union all select 'to a supplier ' || id, concat_ws(' ', payment_status, payment_date,
    allocated_amount, unallocated_amount, coalesce(refunded_amount, 0), banktransaction_id)
    from billpayments where payment_status <> 'cancelled'
  union all select 'line ' || id, transaction_status from banktransactions
    where deleted_at is null
  order by 1`
const booksNow = async () => (await world.owner.query(BOOKS)).rows

async function verified() {
  const reply = await manager.post('/ledger/verify', {})
  expect(reply.body.data.violations, reply.text).toEqual([])
}

async function approvedBill(): Promise<number> {
  const id = Number(await billingRows.bill?.(admin))
  expect((await accounting.post('/bill/approve', { id })).status).toBe(200)
  return id
}

/** A supplier who asks for less after we have paid: the rest is our credit there. */
async function paidTooMuch(): Promise<number> {
  const wrong = await approvedBill()
  await paidTo(accounting, { bill_id: wrong }, '92.00', today())
  const said = { id: wrong, reason: 'The supplier sent another one' }
  const { id, version, supplier_id } = (await accounting.post('/bill/replace', said)).body.data
  const lines = [{ name: 'Energy', quantity: '1', rate: '60.00', discountable: true }]
  await accounting.post('/bill', { id, version, lines })
  expect((await accounting.post('/bill/approve', { id })).status).toBe(200)
  return supplier_id
}

const paid = (amount: string, given: object = {}) =>
  paidBy({ client: accounting, world }, customer.id, amount, given)
const today = () => ({ payment_date: todayOf(world) })

/** A line and what it is said to be; what it is about is there before. */
interface SaidParts {
  line: number
  parts: object[]
}
const kinds: [kind: string, prepare: () => Promise<SaidParts>][] = [
  [
    'a customer’s payment of a page',
    async () => {
      const amount = page.discounted_total
      const about = { customer_id: customer.id, page: `i${page.id}` }
      return { line: await bank.line(amount), parts: [{ kind: 'customer', amount, ...about }] }
    },
  ],
  [
    'a customer’s payment on the second account, more than is owed',
    async () => {
      const line = await bank.line('150.00', { bankaccount_id: bank.savings })
      return { line, parts: [{ kind: 'customer', amount: '150.00', customer_id: customer.id }] }
    },
  ],
  [
    'a payment that was recorded, on an earlier day',
    async () => {
      const { id } = await paid(page.discounted_total)
      const amount = page.discounted_total
      const line = await bank.line(amount, { transaction_date: addDays(todayOf(world), -3) })
      return { line, parts: [{ kind: 'payment', amount, payment_ids: [id] }] }
    },
  ],
  [
    'cheques banked together, less the bank’s fee',
    async () => {
      const cheque = { payment_type: 'cheque' }
      const payment_ids = [(await paid('20.00', cheque)).id, (await paid('30.00', cheque)).id]
      const fee = { kind: 'account', amount: '-0.50', account: 6020 }
      const parts = [{ kind: 'deposit', amount: '50.00', payment_ids }, fee]
      return { line: await bank.line('49.50'), parts }
    },
  ],
  [
    'a payment to a supplier',
    async () => {
      const payment = await paidTo(accounting, { bill_id: await approvedBill() }, '92.00', today())
      const parts = [{ kind: 'billpayment', amount: '-92.00', payment_ids: [payment] }]
      return { line: await bank.line('-92.00'), parts }
    },
  ],
  [
    'a bill that the supplier took',
    async () => {
      const parts = [{ kind: 'bill', amount: '-92.00', bill_ids: [await approvedBill()] }]
      return { line: await bank.line('-92.00'), parts }
    },
  ],
  [
    'what a supplier paid back',
    async () => {
      const parts = [{ kind: 'supplier_refund', amount: '8.00', supplier_id: await paidTooMuch() }]
      return { line: await bank.line('8.00'), parts }
    },
  ],
  [
    'what a supplier paid back of our payment and of what it had given us',
    async () => {
      const supplier_id = await paidTooMuch()
      const given = { supplier_id, kind: 'correction', side: 'credit', amount: '20.00' }
      const made = await manager.put('/adjustment', { ...given, reason: 'Charged twice' })
      expect(made.status, made.text).toBe(201)
      const parts = [{ kind: 'supplier_refund', amount: '25.00', supplier_id }]
      return { line: await bank.line('25.00'), parts }
    },
  ],
  [
    'a payment to a supplier that came back',
    async () => {
      const payment = await paidTo(accounting, { bill_id: await approvedBill() }, '92.00', today())
      const out = await bank.line('-92.00')
      await bank.match(out, [{ kind: 'billpayment', amount: '-92.00', payment_ids: [payment] }])
      const parts = [{ kind: 'returned', amount: '92.00', payment_ids: [payment] }]
      return { line: await bank.line('92.00'), parts }
    },
  ],
  [
    'a refund to the customer',
    async () => {
      const { id } = await paid('130.00')
      const about = { id, amount: '10.00', reason: 'Paid too much' }
      expect((await accounting.post('/invoicepayment/refund', about)).status).toBe(200)
      const parts = [{ kind: 'refund', amount: '-10.00', payment_ids: [id] }]
      return { line: await bank.line('-10.00'), parts }
    },
  ],
  [
    'a refund that came back',
    async () => {
      const { id } = await paid(page.discounted_total)
      const about = { id, amount: '10.00', invoice_id: page.id, reason: 'Asked for it' }
      expect((await accounting.post('/invoicepayment/refund', about)).status).toBe(200)
      const out = await bank.line('-10.00')
      await bank.match(out, [{ kind: 'refund', amount: '-10.00', payment_ids: [id] }])
      const parts = [{ kind: 'refund', amount: '10.00', payment_ids: [id] }]
      return { line: await bank.line('10.00'), parts }
    },
  ],
  [
    'a payout of credit that came back',
    async () => {
      const { id: nobody } = await newCustomer(accounting)
      await adjustedBy(manager, nobody, { ...goodwill, amount: '15.00' })
      const { id } = await paidBy({ client: accounting, world }, nobody, '-15.00')
      const out = await bank.line('-15.00')
      await bank.match(out, [{ kind: 'refund', amount: '-15.00', payment_ids: [id] }])
      const parts = [{ kind: 'refund', amount: '15.00', payment_ids: [id] }]
      return { line: await bank.line('15.00'), parts }
    },
  ],
  [
    'a payment that the bank took back',
    async () => {
      const { payment } = await customersMoney(bank, customer.id, page.discounted_total)
      const amount = `-${page.discounted_total}`
      const parts = [{ kind: 'dishonour', amount, payment_ids: [payment] }]
      return { line: await bank.line(amount), parts }
    },
  ],
  [
    'a transfer that is seen on both sides',
    async () => {
      const counterpart_id = await bank.line('71.00', { bankaccount_id: bank.savings })
      const parts = [{ kind: 'transfer', amount: '-71.00', counterpart_id }]
      return { line: await bank.line('-71.00'), parts }
    },
  ],
  [
    'a transfer that is half seen',
    async () => {
      const parts = [{ kind: 'transfer', amount: '-72.00' }]
      return { line: await bank.line('-72.00'), parts }
    },
  ],
  [
    'a customer’s payment, interest and money nobody knows, in one line',
    async () => {
      const parts = [
        { kind: 'customer', amount: '60.00', customer_id: customer.id },
        { kind: 'account', amount: '25.00', account: 4050 },
        { kind: 'aside', amount: '15.00' },
      ]
      return { line: await bank.line('100.00'), parts }
    },
  ],
]

describe('a file that is taken back', () => {
  const rows = (...days: number[]) =>
    days.map((ago) => `${slashed(addDays(todayOf(world), -ago))},PAYER ${ago},${40 + ago}.00,`)
  const slashed = (iso: string) => iso.split('-').reverse().join('/')
  async function accepted(lines: readonly string[]): Promise<number> {
    const content = textFile(['Date,Description,Amount,Balance', ...lines].join('\n'))
    const sent = { content, bankaccount_id: bank.account }
    const { id } = (await sendForm(accounting, 'PUT /bankimport', sent)).body.data
    expect((await accounting.post('/bankimport/accept', { id })).status).toBe(200)
    return id
  }
  const linesOf = async (bankimport_id: number) =>
    (await accounting.get('/banktransactions', { bankimport_id })).body?.data ?? []
  const undo = (id: number, client = accounting, more: object = {}) =>
    client.post('/bankimport/undo', { id, reason: 'The wrong file', ...more })

  test('leaves the lines that a second file holds, matched as they are', async () => {
    const first = await accepted(rows(9, 8, 7, 6))
    const second = await accepted(rows(7, 6, 5))
    const [shared, , , alone] = await linesOf(first)
    expect((await linesOf(second)).length).toBe(1)
    await bank.match(shared.id, [{ kind: 'aside', amount: shared.amount }])
    const done = await undo(first)
    expect(done.body.data, done.text).toMatchObject({ import_status: 'undone' })
    expect(await linesOf(second)).toHaveLength(3)
    expect((await bank.get(shared.id)).data).toMatchObject({ transaction_status: 'matched' })
    expect((await bank.get(alone.id)).data.deleted_at).not.toBeNull()
    await verified()
  })

  test('leaves the books as before, with what its lines had made', async () => {
    const before = await booksNow()
    const id = await accepted(rows(4, 3))
    for (const { id: line, amount } of await linesOf(id))
      await bank.match(line, [{ kind: 'customer', amount, customer_id: customer.id }])
    expect((await undo(id)).body.info.counts).toEqual({ matched: 2, reconciled: 0 })
    const done = await undo(id, manager, { unmatch: true })
    expect(done.body.data, done.text).toMatchObject({ import_status: 'undone' })
    expect(await booksNow()).toEqual(before)
    await verified()
  })
})

describe('taken off again, the books are as before', () => {
  test.each(kinds)('%s', async (_kind, prepare) => {
    const { line, parts } = await prepare()
    const before = await booksNow()
    await bank.match(line, parts)
    expect(await booksNow()).not.toEqual(before)
    await verified()
    await bank.unmatch(line)
    expect(await booksNow()).toEqual(before)
    await verified()
    // And what was taken off can be said once more.
    await bank.match(line, parts)
    await verified()
  })
})
