import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { addDays } from '#domain/kit/day-number.ts'
import { todayOf } from '#server/kit/http/context.ts'
import type { Client } from '#tests/support/client.ts'
import { dayIn } from '#tests/support/days.ts'
import {
  adjustedAt,
  allBooksHold,
  brokenRules,
  correction,
  givenBefore,
  owedBefore,
  owedBill,
  paidTo,
  standsWith,
} from '#tests/support/owed-to-suppliers.ts'
import { type SuppliedAccount, suppliedAccount } from '#tests/support/supplied.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let admin: Client
let accounting: Client
let manager: Client
let account: SuppliedAccount

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.as('admin')
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  await scope(world.owner, world.organisations[0])
  await world.owner.query('update organisations set bank_account_number = $2 where id = $1', [
    world.organisations[0],
    makeBankAccount('02', '0012'),
  ])
})
afterAll(() => world.close())
beforeEach(async () => {
  account = await suppliedAccount(admin)
})
afterEach(() => allBooksHold(world))

const because = { reason: 'It was a mistake' }
const adjusted = (given: object) => adjustedAt(manager, account, given)
const adjustment = async (id: number) => (await accounting.get('/adjustment', { id })).body.data
const bill = async (id: number) => (await accounting.get('/bill', { id })).body.data
const stands = () => standsWith(world, account.supplier_id)

const golden: [string, object, object][] = [
  ['what we owed before', owedBefore, { 2000: '-50.00', 3000: '50.00' }],
  ['what we had there before', givenBefore, { 1210: '50.00', 3000: '-50.00' }],
  ['a correction we owe', { ...correction, side: 'debit' }, { 2000: '-50.00', 5910: '50.00' }],
  ['a correction in our favour', correction, { 1210: '50.00', 5910: '-50.00' }],
  [
    'a correction with GST, which its bills brought',
    { ...correction, with_gst: true },
    { 1210: '50.00', 5910: '-50.00' },
  ],
]

test.each(golden)('%s is booked as the books have it', async (_, given, lines) => {
  const made = await adjusted(given)
  expect(made.adjustment_number).toMatch(/^ADJ-\d+$/)
  const isDebt = made.side === 'debit'
  expect(made).toMatchObject({
    customer_id: null,
    adjustment_status: isDebt ? 'invoiced' : 'paid',
    balance: isDebt ? '50.00' : '0.00',
    credit_left: isDebt ? '0.00' : '50.00',
    due_date: isDebt ? todayOf(world) : null,
  })
  expect(await stands()).toEqual(lines)
})

const refused: [string, object, string][] = [
  ['nobody’s', { supplier_id: null }, 'customer_id'],
  ['goodwill', { kind: 'goodwill', side: 'credit' }, 'kind'],
  ['a returned refund', { kind: 'returned_refund' }, 'kind'],
  ['due, although it is a credit', { side: 'credit', due_date: dayIn(12) }, 'due_date'],
]

test.each(refused)('a supplier’s adjustment is not %s', async (_, given, field) => {
  const { supplier_id } = account
  const body = { supplier_id, amount: '50.00', ...owedBefore, ...given }
  const reply = await manager.put('/adjustment', body)
  expect(reply.status, reply.text).toBe(400)
  expect(reply.body.errors).toContainEqual(expect.objectContaining({ field }))
})

test('it is a customer’s or a supplier’s, and accounting makes neither of this kind', async () => {
  const { supplier_id, customer_id } = account
  const both = { supplier_id, customer_id, amount: '50.00', ...owedBefore }
  expect((await manager.put('/adjustment', both)).status).toBe(400)
  const own = { supplier_id, amount: '50.00', ...owedBefore }
  expect((await accounting.put('/adjustment', own)).status).toBe(403)
})

describe('what we owe without a bill', () => {
  test('is paid by a payment that names it, and owed again when the bank sends that back', async () => {
    const { id } = await adjusted(owedBefore)
    const payment = await paidTo(accounting, { adjustment_id: id }, '50.00')
    expect(await adjustment(id)).toMatchObject({ adjustment_status: 'cleared', balance: '0.00' })
    expect(await stands()).toEqual({ 1000: '-50.00', 3000: '50.00' })
    const found = (await accounting.get('/billpayment', { id: payment })).body.data
    expect(found).toMatchObject({ supplier_id: account.supplier_id, unallocated_amount: '0.00' })
    const back = await accounting.post('/billpayment/returned', { id: payment, ...because })
    expect(back.status, back.text).toBe(200)
    expect(await adjustment(id)).toMatchObject({ adjustment_status: 'invoiced', balance: '50.00' })
  })

  test('is paid in parts, and a small rest is closed with the last of them', async () => {
    const { id } = await adjusted(owedBefore)
    await paidTo(accounting, { adjustment_id: id }, '20.00')
    expect(await adjustment(id)).toMatchObject({ adjustment_status: 'invoiced', balance: '30.00' })
    await paidTo(accounting, { adjustment_id: id }, '28.00', { clearsbill: true })
    expect(await adjustment(id)).toMatchObject({
      adjustment_status: 'cleared',
      balance: '0.00',
      written_off: '2.00',
    })
    expect(await stands()).toEqual({ 1000: '-48.00', 3000: '50.00', 5910: '-2.00' })
  })

  test('is paid with the bill that asks for it as its opening balance', async () => {
    const { id } = await adjusted(owedBefore)
    const asked = { opening_balance: '50.00', date_issued: '2026-05-01' }
    const owed = await owedBill(accounting, account, asked)
    expect(owed).toMatchObject({ supplier_difference: '0.00', balance: '115.00' })
    expect(owed.due_total).toBe('165.00')
    await paidTo(accounting, { bill_id: owed.id }, '165.00')
    expect(await bill(owed.id)).toMatchObject({ bill_status: 'paid', balance: '0.00' })
    expect(await adjustment(id)).toMatchObject({ adjustment_status: 'cleared', balance: '0.00' })
  })

  test('is never paid twice, nor more than the account owes', async () => {
    const { id } = await adjusted(owedBefore)
    const body = { adjustment_id: id, payment_date: '2026-11-10' }
    const plan = async (amount_incl_gst: string) => {
      const made = await accounting.put('/billpayment', { ...body, amount_incl_gst })
      const payment = { id: made.body.data.id }
      await accounting.post('/billpayment/approve', payment)
      return payment
    }
    const [first, second] = [await plan('50.00'), await plan('50.00')]
    expect((await accounting.post('/billpayment/pay', await plan('50.01'))).status).toBe(476)
    expect((await accounting.post('/billpayment/pay', first)).status).toBe(200)
    const again = await accounting.post('/billpayment/pay', second)
    expect(again.status).toBe(476)
    expect(again.body.message).toContain('the adjustment is cleared and $0.00 is left')
  })

  test('is left out of payments and credit while it is held, and pays itself when released', async () => {
    const { id } = await adjusted({ ...owedBefore, due_date: dayIn(12) })
    const held = await accounting.post('/adjustment/hold', { id, ...because })
    expect(held.body.data, held.text).toMatchObject({ is_held: true })
    const given = await adjusted({ ...correction, amount: '30.00' })
    expect((await adjustment(given.id)).credit_left).toBe('30.00')
    const planned = { adjustment_id: id, amount_incl_gst: '50.00', payment_date: '2026-11-10' }
    const payment = (await accounting.put('/billpayment', planned)).body.data
    await accounting.post('/billpayment/approve', { id: payment.id })
    const refusal = await accounting.post('/billpayment/pay', { id: payment.id })
    expect(refusal.body.message).toContain('the adjustment is held')
    const released = await accounting.post('/adjustment/release', { id })
    expect(released.body.data, released.text).toMatchObject({
      balance: '20.00',
      due_date: dayIn(12),
    })
    expect((await adjustment(given.id)).credit_left).toBe('0.00')
  })

  test('is written off by a manager, without any GST', async () => {
    const { id } = await adjusted({ ...owedBefore, with_gst: true })
    await paidTo(accounting, { adjustment_id: id }, '20.00')
    expect((await accounting.post('/adjustment/writeoff', { id, ...because })).status).toBe(403)
    const done = await manager.post('/adjustment/writeoff', { id, ...because })
    expect(done.body.data, done.text).toMatchObject({
      adjustment_status: 'cleared',
      balance: '0.00',
      written_off: '30.00',
    })
    expect(await stands()).toEqual({ 1000: '-20.00', 3000: '50.00', 5910: '-30.00' })
  })

  test('is reversed while no money lies on it, and nobody is reminded of it', async () => {
    const { id } = await adjusted({ ...owedBefore, due_date: '2026-10-01' })
    expect((await manager.post('/adjustment/remind', { id })).status).toBe(476)
    const payment = await paidTo(accounting, { adjustment_id: id }, '20.00')
    const refusal = await manager.post('/adjustment/reverse', { id, ...because })
    expect(refusal.status).toBe(476)
    expect(refusal.body.message).toContain('money lies on it')
    await accounting.post('/billpayment/cancel', { id: payment, ...because })
    const reversed = await manager.post('/adjustment/reverse', { id, ...because })
    expect(reversed.body.data, reversed.text).toMatchObject({ adjustment_status: 'cancelled' })
    expect(await stands()).toEqual({})
  })
})

describe('what a supplier gives us', () => {
  test('is put on what is open at once, the oldest first, and the rest waits for the next bill', async () => {
    const first = await owedBill(accounting, account)
    const second = await adjusted({ ...correction, side: 'debit', amount: '40.00' })
    const given = await adjusted({ ...correction, amount: '170.00' })
    expect(await bill(first.id)).toMatchObject({ bill_status: 'cleared', balance: '0.00' })
    expect(await adjustment(second.id)).toMatchObject({ adjustment_status: 'paid' })
    expect(await adjustment(given.id)).toMatchObject({ credit_left: '15.00' })
    const may = { period_start: '2026-05-01', period_end: '2026-05-31', date_issued: '2026-06-01' }
    const next = await owedBill(accounting, account, may)
    expect(next).toMatchObject({ bill_status: 'approved', balance: '100.00' })
    expect(await adjustment(given.id)).toMatchObject({ credit_left: '0.00' })
    const used = (await accounting.get('/allocations', { credit_adjustment_id: given.id })).body
    const places = used.data.map((one: { bill_id: number; amount: string }) => [
      one.bill_id,
      one.amount,
    ])
    expect(places).toEqual([
      [first.id, '115.00'],
      [next.id, '15.00'],
      [null, '40.00'],
    ])
  })

  test('stays with its account, unless it was given by the supplier as a whole', async () => {
    const { customer_id, contract_id, supplier_id } = account
    const elsewhere = { ...account, account: 'Another one' }
    await adjustedAt(manager, elsewhere, correction)
    const owed = await owedBill(accounting, { customer_id, contract_id, supplier_id, account: '' })
    expect(owed).toMatchObject({ balance: '115.00' })
    const whole = { supplier_id, amount: '15.00', ...correction }
    const reply = await manager.put('/adjustment', whole)
    expect(reply.body.data, reply.text).toMatchObject({ credit_left: '0.00' })
    expect(await bill(owed.id)).toMatchObject({ balance: '100.00' })
  })

  test('is no difference for the next bill, which prints it', async () => {
    await adjusted(correction)
    const asked = { opening_balance: '-50.00', date_issued: todayOf(world) }
    const owed = await owedBill(accounting, account, asked)
    expect(owed).toMatchObject({ supplier_difference: '0.00', balance: '65.00' })
  })

  test('comes back to our bank, and is not reversed after that', async () => {
    const { id } = await adjusted(correction)
    const payback = (amount?: string) =>
      accounting.post('/adjustment/payback', { id, ...(amount ? { amount } : {}) })
    expect((await payback('50.01')).status).toBe(476)
    const part = await payback('20.00')
    expect(part.body.data, part.text).toMatchObject({ credit_left: '30.00' })
    expect((await payback()).body.data).toMatchObject({ credit_left: '0.00' })
    expect((await payback()).status).toBe(476)
    expect(await stands()).toEqual({ 1000: '50.00', 5910: '-50.00' })
    const refusal = await manager.post('/adjustment/reverse', { id, ...because })
    expect(refusal.body.message).toContain('its credit was used')
  })

  test('is free again when the bill it lay on was a mistake', async () => {
    const given = await adjusted(correction)
    const owed = await owedBill(accounting, account)
    const { invoice_id } = await bill(owed.id)
    await accounting.delete('/invoice', { id: invoice_id })
    const cancelled = await accounting.post('/bill/cancel', { id: owed.id, ...because })
    expect(cancelled.status, cancelled.text).toBe(200)
    expect(cancelled.body.data.cancelled_at).not.toBeNull()
    expect(await adjustment(given.id)).toMatchObject({ credit_left: '50.00' })
    expect(await stands()).toEqual({ 1210: '50.00', 5910: '-50.00' })
  })

  test('is free again when the bill it lay on is replaced, and can be reversed then', async () => {
    const given = await adjusted(correction)
    const owed = await owedBill(accounting, account)
    expect(owed.balance).toBe('65.00')
    const draft = await accounting.post('/bill/replace', { id: owed.id, ...because })
    expect(draft.status, draft.text).toBe(200)
    expect(await adjustment(given.id)).toMatchObject({ credit_left: '50.00' })
    const reversed = await manager.post('/adjustment/reverse', { id: given.id, ...because })
    expect(reversed.status, reversed.text).toBe(200)
    expect(await stands()).toEqual({})
  })
})

describe('a pay run', () => {
  test('pays an adjustment beside bills, and tells the supplier of both', async () => {
    account = await suppliedAccount(admin, { supplier: { email: 'accounts@retailer.example' } })
    const owed = await owedBill(accounting, account)
    const debt = await adjusted({ ...correction, side: 'debit' })
    const plan = async (what: object, amount_incl_gst: string) => {
      const body = { ...what, amount_incl_gst, payment_date: dayIn(40) }
      const { id } = (await accounting.put('/billpayment', body)).body.data
      await accounting.post('/billpayment/approve', { id })
      return Number(id)
    }
    const ids = [
      await plan({ bill_id: owed.id }, '115.00'),
      await plan({ adjustment_id: debt.id }, '50.00'),
    ]
    const run = { ids, layout: 'bnz', payment_date: dayIn(40) }
    await accounting.post('/adjustment/hold', { id: debt.id, ...because })
    const refusal = await accounting.post('/billpayments/file', run)
    expect(refusal.body.message).toContain('the adjustment is held')
    await accounting.post('/adjustment/release', { id: debt.id })
    const file = await accounting.post('/billpayments/file', run)
    expect(file.status, file.text).toBe(200)
    expect(file.text).toContain(debt.adjustment_number)
    expect(await adjustment(debt.id)).toMatchObject({ adjustment_status: 'cleared' })
    const { rows } = await world.owner.query(
      `select text_plain from letters where mail_to = 'accounts@retailer.example'`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].text_plain).toContain(`Adjustment ${debt.adjustment_number}`)
    expect(rows[0].text_plain).toContain('Total: $165.00')
  })
})

describe('what we owe a supplier', () => {
  test('is told item by item, with our credit there, and by how long it has been due', async () => {
    // Twenty days, whatever day it is when this is asked.
    const lately = addDays(todayOf(world), -20)
    const owed = await owedBill(accounting, account, { supplier_due_date: lately })
    const debt = await adjusted({ ...owedBefore, due_date: '2026-08-01' })
    const held = await adjusted({ ...owedBefore, amount: '7.00', due_date: '2026-08-01' })
    await accounting.post('/adjustment/hold', { id: held.id, ...because })
    const given = await adjustedAt(manager, { ...account, account: 'Another one' }, correction)
    const id = account.supplier_id
    const { data } = (await accounting.get('/supplier/account', { id })).body
    expect(data).toMatchObject({
      owed: '172.00',
      overdue: '165.00',
      credit: '50.00',
      balance: '122.00',
      items: [
        { adjustment_id: debt.id, number: debt.adjustment_number, balance: '50.00' },
        { adjustment_id: held.id, is_held: true },
        { bill_id: owed.id, balance: '115.00', due_date: lately },
      ],
      credits: [{ adjustment_id: given.id, free: '50.00' }],
    })
    const aged = (await accounting.get('/report', { name: 'payables', limit: 500 })).body
    const own = aged.data.find((row: { key: string }) => row.key === String(id))
    expect(own.values).toMatchObject({
      current: '0.00',
      days_1_30: '115.00',
      days_over_90: '50.00',
      held: '7.00',
      credit: '50.00',
      total: '122.00',
    })
    const { rows } = await world.owner.query(
      `select (-sum(amount))::text as owed from accounttransactions where account in (1210, 2000)`,
    )
    expect(aged.info.totals.total).toBe(rows[0].owed)
  })
})

describe('books that were tampered with', () => {
  const tampered: [string, string, string][] = [
    ['I4', 'a balance', 'update adjustments set balance = balance + 1 where id = $1'],
    ['I5', 'a state', `update adjustments set adjustment_status = 'cleared' where id = $1`],
    ['I15', 'a credit', 'update adjustments set credit_left = credit_left + 1 where id = $2'],
    ['I9', 'a payment', 'update billpayments set unallocated_amount = 1 where id = $3'],
    ['P6', 'all of it', 'update bills set balance = balance + 1 where id = $4'],
  ]

  test.each(tampered)('are found out by %s: %s', async (code, _, statement) => {
    const owed = await owedBill(accounting, account)
    const payment = await paidTo(accounting, { bill_id: owed.id }, '15.00')
    const given = await adjustedAt(manager, { ...account, account: 'Another one' }, correction)
    const debt = await adjusted(owedBefore)
    await scope(world.owner, world.organisations[0])
    await world.owner.query('begin')
    const ids = [debt.id, given.id, payment, owed.id]
    const numbered = statement.replace(/\$(\d)/, (_all, place) => ids[Number(place) - 1])
    await world.owner.query(numbered)
    const found = await brokenRules(world)
    await world.owner.query('rollback')
    expect(found).toContain(code)
  })
})
