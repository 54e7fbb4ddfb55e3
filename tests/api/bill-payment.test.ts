import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { businessDayOf } from '#domain/kit/calendar.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { billingRows } from '#tests/support/billing-rows.ts'
import type { Client } from '#tests/support/client.ts'
import { dayIn } from '#tests/support/days.ts'
import { everyWarning } from '#tests/support/supplied.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let admin: Client
let accounting: Client
let manager: Client

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.as('admin')
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  await world.owner.query('update organisations set bank_account_number = $2 where id = $1', [
    world.organisations[0],
    makeBankAccount('02', '0012'),
  ])
})
afterAll(() => world.close())
beforeEach(() => scope(world.owner, world.organisations[0]))

/** An approved bill of $92.00. */
async function approvedBill(): Promise<number> {
  const id = await billingRows.bill?.(admin)
  const reply = await accounting.post('/bill/approve', { id })
  expect(reply.body.data, reply.text).toMatchObject({ bill_status: 'approved', balance: '92.00' })
  return Number(id)
}

async function approvedPayment(bill_id: number, amount: string, given: object = {}) {
  const body = { bill_id, amount_incl_gst: amount, payment_date: '2026-11-10', ...given }
  const made = await accounting.put('/billpayment', body)
  expect(made.status, made.text).toBe(201)
  const { id } = made.body.data
  expect((await accounting.post('/billpayment/approve', { id })).status).toBe(200)
  return id
}

const billNow = async (id: number) => (await accounting.get('/bill', { id })).body.data

async function booked(bill_id: number) {
  const { rows } = await world.owner.query<{ account: number; amount: string }>(
    `select account, sum(a.amount) as amount from accounttransactions a
     join transactions t on t.id = a.transaction_id left join billpayments p on p.id = t.billpayment_id
     where coalesce(t.bill_id, p.bill_id) = $1
     group by account having sum(a.amount) <> 0 order by account`,
    [bill_id],
  )
  return rows.map(({ account, amount }) => [account, amount])
}

describe('a payment that clears its bill', () => {
  test('closes a small rest in the books, and taking it back opens the rest again', async () => {
    const bill_id = await approvedBill()
    const id = await approvedPayment(bill_id, '89.70', { clearsbill: true })
    expect((await accounting.post('/billpayment/pay', { id })).status).toBe(200)
    expect(await billNow(bill_id)).toMatchObject({ bill_status: 'paid', balance: '0.00' })
    expect(await booked(bill_id)).toEqual([
      [1000, '-89.70'],
      [2310, '12.00'],
      [5000, '80.00'],
      [5910, '-2.30'],
    ])
    const back = await accounting.post('/billpayment/returned', { id, reason: 'Account closed' })
    expect(back.status, back.text).toBe(200)
    expect(await billNow(bill_id)).toMatchObject({ bill_status: 'approved', balance: '92.00' })
    await accounting.post('/billpayment/pay', { id })
    expect(await billNow(bill_id)).toMatchObject({ bill_status: 'paid', balance: '0.00' })
    await accounting.post('/billpayment/cancel', { id, reason: 'Entered by mistake' })
    expect(await billNow(bill_id)).toMatchObject({ bill_status: 'approved', balance: '92.00' })
    expect(await booked(bill_id)).toEqual([
      [2000, '-92.00'],
      [2310, '12.00'],
      [5000, '80.00'],
    ])
  })

  test('is a manager’s to make when the rest is more than a little', async () => {
    const bill_id = await approvedBill()
    const id = await approvedPayment(bill_id, '86.99', { clearsbill: true })
    expect((await accounting.post('/billpayment/pay', { id })).status).toBe(403)
    expect(await billNow(bill_id)).toMatchObject({ bill_status: 'approved', balance: '92.00' })
    expect((await manager.post('/billpayment/pay', { id })).status).toBe(200)
    expect(await billNow(bill_id)).toMatchObject({ bill_status: 'paid', balance: '0.00' })
  })

  test('leaves a rest alone when it does not say so', async () => {
    const bill_id = await approvedBill()
    const id = await approvedPayment(bill_id, '90.00')
    await accounting.post('/billpayment/pay', { id })
    expect(await billNow(bill_id)).toMatchObject({ bill_status: 'approved', balance: '2.00' })
  })
})

describe('a supplier is paid once', () => {
  const file = (ids: number[]) =>
    accounting.post('/billpayments/file', { ids, layout: 'bnz', payment_date: dayIn(40) })

  async function withAccount(bill_id: number) {
    await world.owner.query(
      `update suppliers set bank_account_number = $2
       where id = (select supplier_id from bills where id = $1)`,
      [bill_id, makeBankAccount('01', '0902', bill_id)],
    )
  }

  test('although two payments were planned for the same bill', async () => {
    const bill_id = await approvedBill()
    await withAccount(bill_id)
    const [one, two] = [
      await approvedPayment(bill_id, '92.00'),
      await approvedPayment(bill_id, '92.00'),
    ]
    const both = await file([one, two])
    expect(both.status, both.text).toBe(476)
    expect(await billNow(bill_id)).toMatchObject({ bill_status: 'approved', balance: '92.00' })
    expect((await file([one])).status).toBe(200)
    const again = await file([two])
    expect(again.status).toBe(476)
    expect(again.body.message).toContain('$0.00 is left')
    expect((await accounting.post('/billpayment/pay', { id: two })).status).toBe(476)
    expect(await booked(bill_id)).toContainEqual([1000, '-92.00'])
  })

  test('although the same file is asked for ten times at once', async () => {
    const bill_id = await approvedBill()
    await withAccount(bill_id)
    const id = await approvedPayment(bill_id, '92.00')
    const replies = await Promise.all(Array.from({ length: 10 }, () => file([id])))
    const statuses = replies.map((reply) => reply.status).sort()
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 476)])
    expect(await booked(bill_id)).toContainEqual([1000, '-92.00'])
  })
})

describe('a bill the supplier corrected after it was invoiced', () => {
  async function invoicedBill() {
    const invoice_id = Number(await billingRows.invoice?.(admin))
    const [bill] = (await accounting.get('/bills', { invoice_id })).body.data
    const approve = { id: invoice_id, send: true, posted: true, acknowledge: everyWarning }
    const sent = await accounting.post('/invoice/approve', approve)
    expect(sent.body.data.invoiced_at, sent.text).not.toBeNull()
    return { invoice_id, bill_id: Number(bill.id) }
  }
  const replace = (id: number) =>
    accounting.post('/bill/replace', { id, reason: 'The supplier sent a corrected one' })

  test('is booked back, and the redone invoice takes the new one up', async () => {
    const { invoice_id, bill_id } = await invoicedBill()
    const draft = await replace(bill_id)
    expect(draft.status, draft.text).toBe(200)
    expect(draft.body.data).toMatchObject({ bill_status: 'draft', invoice_id, due_total: '92.00' })
    const old = await billNow(bill_id)
    expect(old).toMatchObject({ bill_status: 'cancelled', balance: '0.00' })
    expect(businessDayOf(old.cancelled_at)).toBe(todayOf(world))
    expect(draft.body.data.cancelled_at).toBeNull()
    expect(await booked(bill_id)).toEqual([])
    const { id, version } = draft.body.data
    const lines = [{ name: 'Energy', quantity: '1', rate: '60.00', discountable: true }]
    const mended = await accounting.post('/bill', { id, version, lines })
    expect(mended.body.data.due_total, mended.text).toBe('69.00')
    const other = await accounting.post('/invoice/new', {
      customer_id: draft.body.data.customer_id,
      contract_id: draft.body.data.contract_id,
      period_start: '2026-05-01',
      period_end: '2026-05-31',
    })
    expect(other.body.info.bills).toEqual([])
    const again = { id: invoice_id, reason: 'A corrected bill' }
    const redone = await accounting.post('/invoice/redo', again)
    expect(redone.status, redone.text).toBe(200)
    expect(redone.body.data.supplier_discounted_total).toBe('69.00')
    expect(await billNow(id)).toMatchObject({ invoice_id: redone.body.data.id })
    expect(await billNow(bill_id)).toMatchObject({ invoice_id: null, bill_status: 'cancelled' })
  })

  test('lets what was paid wait for the new one, which takes it up when it is approved', async () => {
    const { bill_id } = await invoicedBill()
    const id = await approvedPayment(bill_id, '92.00')
    await accounting.post('/billpayment/pay', { id })
    expect(await billNow(bill_id)).toMatchObject({ bill_status: 'paid' })
    const draft = await replace(bill_id)
    expect(draft.status, draft.text).toBe(200)
    const corrected = Number(draft.body.data.id)
    expect(draft.body.data).toMatchObject({ bill_status: 'draft', replaces_id: bill_id })
    expect(await billNow(bill_id)).toMatchObject({ bill_status: 'cancelled', balance: '0.00' })
    expect(await booked(bill_id)).toEqual([])
    const waiting = (await accounting.get('/billpayment', { id })).body.data
    expect(waiting).toMatchObject({ bill_id: corrected, unallocated_amount: '92.00' })
    const lines = [{ name: 'Energy', quantity: '1', rate: '60.00', discountable: true }]
    const { version } = draft.body.data
    await accounting.post('/bill', { id: corrected, version, lines })
    const approved = await accounting.post('/bill/approve', { id: corrected })
    expect(approved.body.data, approved.text).toMatchObject({
      bill_status: 'paid',
      balance: '0.00',
    })
    const after = (await accounting.get('/billpayment', { id })).body.data
    expect(after).toMatchObject({ allocated_amount: '69.00', unallocated_amount: '23.00' })
    expect(await booked(corrected)).toEqual([
      [1000, '-92.00'],
      [1210, '23.00'],
      [2310, '9.00'],
      [5000, '60.00'],
    ])
    const tooMuch = await accounting.post('/billpayment/payback', { id, amount: '23.01' })
    expect(tooMuch.status).toBe(476)
    const back = await accounting.post('/billpayment/payback', { id })
    expect(back.status, back.text).toBe(200)
    expect(back.body.data).toMatchObject({ unallocated_amount: '0.00', refunded_amount: '23.00' })
    expect(await booked(corrected)).toContainEqual([1000, '-69.00'])
    expect((await accounting.post('/billpayment/payback', { id })).status).toBe(476)
    const cancel = await accounting.post('/billpayment/cancel', { id, reason: 'By mistake' })
    expect(cancel.status).toBe(476)
  })

  test('is replaced before it was invoiced, too', async () => {
    const bill_id = await approvedBill()
    const draft = await replace(bill_id)
    expect(draft.body.data, draft.text).toMatchObject({ bill_status: 'draft' })
    expect(await booked(bill_id)).toEqual([])
  })
})

describe('a bill the supplier gave back as a whole', () => {
  const refund = (id: number, to: string) =>
    accounting.post('/bill/refund', { id, to, reason: 'Billed the wrong site' })

  test.each([
    ['bank', []],
    [
      'credit',
      [
        [1000, '-92.00'],
        [1210, '92.00'],
      ],
    ],
  ])('is booked back, with the money in our bank or left there: %s', async (to, left) => {
    const bill_id = await approvedBill()
    expect((await refund(bill_id, to)).status).toBe(476)
    const id = await approvedPayment(bill_id, '92.00')
    await accounting.post('/billpayment/pay', { id })
    const reply = await refund(bill_id, to)
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.data).toMatchObject({ bill_status: 'refunded', balance: '0.00' })
    expect(await booked(bill_id)).toEqual(left)
  })
})

describe('a payment that was only planned', () => {
  test('is deleted while it is a draft, and not after that', async () => {
    const bill_id = await approvedBill()
    const body = { bill_id, amount_incl_gst: '10.00', payment_date: '2026-11-10' }
    const { id } = (await accounting.put('/billpayment', body)).body.data
    expect((await accounting.delete('/billpayment', { id })).status).toBe(262)
    const other = await approvedPayment(bill_id, '10.00')
    expect((await accounting.delete('/billpayment', { id: other })).status).toBe(476)
  })
})

describe('a disputed bill', () => {
  test('is left out of payments while it is withheld, and paid otherwise', async () => {
    const bill_id = await approvedBill()
    const id = await approvedPayment(bill_id, '92.00')
    await accounting.post('/bill/dispute', { id: bill_id, reason: 'Wrong meter' })
    expect(await billNow(bill_id)).toMatchObject({ is_disputed: true, is_withheld: true })
    expect((await accounting.post('/billpayment/pay', { id })).status).toBe(476)
    await accounting.post('/bill/resolve', { id: bill_id })
    const said = { id: bill_id, reason: 'Wrong meter', withhold: false }
    await accounting.post('/bill/dispute', said)
    expect(await billNow(bill_id)).toMatchObject({ is_disputed: true, is_withheld: false })
    expect((await accounting.post('/billpayment/pay', { id })).status).toBe(200)
  })
})
