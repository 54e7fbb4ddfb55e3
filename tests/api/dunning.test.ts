import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addWorkingDays } from '#domain/kit/working-day.ts'
import { chargeLateFeesJob } from '#server/invoices/dunning/dunning-late-fees.ts'
import { remindCustomers } from '#server/invoices/dunning/dunning-remind-job.ts'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { todayOf } from '#server/kit/http/context.ts'
import {
  booksHold,
  newCustomer,
  passWorkingDays,
  runJob,
  sentInvoice,
} from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let accounting: Client

beforeAll(async () => {
  world = await makeWorld()
  passWorkingDays(world, 1)
})
afterAll(() => world.close())
beforeEach(async () => {
  await scope(world.owner, world.organisations[0])
  accounting = await world.as('accounting')
})

/** Time passes, the jobs of the night and the morning run, and everybody signs in again. */
async function pass(workingDays: number) {
  passWorkingDays(world, workingDays)
  accounting = await world.as('accounting')
  await runJob(world, settleDiscounts)
  await runJob(world, chargeLateFeesJob)
  await runJob(world, remindCustomers)
}

async function overdueInvoice(given: Record<string, unknown> = {}) {
  const who = await newCustomer(accounting, { charge_late_fee: true, ...given })
  return sentInvoice(accounting, who.id, { due_date: todayOf(world) })
}

async function reminders(invoice_id: number) {
  const { rows } = await world.owner.query(
    'select step, outcome, reason from reminders where invoice_id = $1 order by id',
    [invoice_id],
  )
  return rows
}

const sparings = async (invoice_id: number) => {
  const kept = 'select what, rule, amount::text from care_sparings where invoice_id = $1'
  return (await world.owner.query(kept, [invoice_id])).rows
}
async function lateFees(invoice_id: number) {
  const { rows } = await world.owner.query(
    `select amount, dropped_at is not null as dropped, drop_reason from pending_charges
     where about_invoice_id = $1 order by id`,
    [invoice_id],
  )
  return rows
}

const read = async (id: number) => (await accounting.get('/invoice', { id })).body.data

test('the night takes a discount nobody earned and says what is overdue', async () => {
  const bill = await overdueInvoice()
  await pass(1)
  expect(await read(bill.id)).toMatchObject({ ppd_state: 'lost', balance: '115.00' })
  const who = await accounting.get('/customer', { id: bill.customer_id })
  expect(who.body.data).toMatchObject({ balance_overdue: '115.00', balance_current: '0.00' })
})

test('each step is reminded once, and never twice in a few days', async () => {
  const bill = await overdueInvoice()
  await pass(2)
  expect(await reminders(bill.id)).toEqual([])
  await pass(1)
  expect(await reminders(bill.id)).toEqual([{ step: 3, outcome: 'sent', reason: null }])
  await runJob(world, remindCustomers)
  await runJob(world, remindCustomers)
  await pass(1)
  expect(await reminders(bill.id)).toHaveLength(1)
  const { rows } = await world.owner.query(
    `select count(*)::int as letters from letters where unique_key like $1`,
    [`reminder ${bill.id} %`],
  )
  expect(rows[0].letters).toBe(1)
  await pass(6)
  expect((await reminders(bill.id)).map((row) => row.step)).toEqual([3, 10])
})

test('who depends on power for medical reasons is not reminded, and the refusal is kept', async () => {
  const bill = await overdueInvoice({ required_for_medical: true, customer_type: 'residential' })
  await pass(3)
  await pass(1)
  const kept = await reminders(bill.id)
  expect(kept).toHaveLength(1)
  expect(kept[0]).toMatchObject({ step: 3, outcome: 'refused' })
  expect(kept[0].reason).toContain('medical')
  expect(await lateFees(bill.id)).toEqual([])
  expect(await sparings(bill.id)).toEqual([{ what: 'late_fee', rule: 'medical', amount: '10.00' }])
  expect((await read(bill.id)).reminded_at).toBeNull()
})

test('a held invoice is left in peace until it is released', async () => {
  const bill = await overdueInvoice()
  await accounting.post('/invoice/hold', { id: bill.id, reason: 'The customer disputes it' })
  await pass(4)
  expect((await reminders(bill.id)).map((row) => row.outcome)).toEqual(['refused'])
  expect(await lateFees(bill.id)).toEqual([])
  expect(await sparings(bill.id)).toEqual([{ what: 'late_fee', rule: 'disputed', amount: '10.00' }])
  // It was held on its last day: that day is given back, and the clock goes on from there.
  await accounting.post('/invoice/release', { id: bill.id })
  await pass(1)
  expect((await reminders(bill.id)).map((row) => row.outcome)).toEqual(['refused'])
  await pass(4)
  expect((await reminders(bill.id)).map((row) => row.outcome)).toEqual(['refused', 'sent'])
})

test('a late invoice costs one fee, however many nights pass', async () => {
  const bill = await overdueInvoice()
  await pass(2)
  expect(await lateFees(bill.id)).toEqual([])
  await pass(1)
  expect(await lateFees(bill.id)).toMatchObject([{ amount: '10.00', dropped: false }])
  await pass(1)
  await runJob(world, chargeLateFeesJob)
  expect(await lateFees(bill.id)).toHaveLength(1)
})

test('a small rest and a customer who is not charged fees stay without one', async () => {
  const spared = await overdueInvoice({ charge_late_fee: false })
  const small = await overdueInvoice()
  await accounting.put('/invoicepayment', {
    customer_id: small.customer_id,
    amount_incl_gst: '83.50',
    payment_date: todayOf(world),
  })
  await pass(4)
  expect(await lateFees(spared.id)).toEqual([])
  // $20.00 is missing of the discounted amount, and that is the minimum.
  expect(await lateFees(small.id)).toHaveLength(1)
  const smaller = await overdueInvoice()
  await accounting.put('/invoicepayment', {
    customer_id: smaller.customer_id,
    amount_incl_gst: '83.51',
    payment_date: todayOf(world),
  })
  await pass(4)
  // $19.99 is below it, and the discount that was lost does not count.
  expect(await lateFees(smaller.id)).toEqual([])
})

test('a fee goes when the payment turns out to have come in time', async () => {
  const bill = await overdueInvoice()
  const paid_on = todayOf(world)
  await pass(3)
  expect(await lateFees(bill.id)).toMatchObject([{ dropped: false }])
  await accounting.put('/invoicepayment', {
    customer_id: bill.customer_id,
    amount_incl_gst: '103.50',
    payment_date: paid_on,
  })
  await runJob(world, settleDiscounts)
  expect(await lateFees(bill.id)).toMatchObject([
    { dropped: true, drop_reason: 'The invoice was paid in time.' },
  ])
})

/** An invoice by which a customer is billed what waits; answers it as it was sent. */
async function billWhatWaits(customer_id: number, given: Record<string, unknown> = {}) {
  const made = await accounting.put('/invoice', { customer_id, charges_only: true, ...given })
  expect(made.status, made.text).toBe(201)
  const approve = { id: made.body.data.id, send: true, posted: true }
  const reply = await accounting.post('/invoice/approve', approve)
  expect(reply.body.data.invoiced_at, reply.text).not.toBeNull()
  return reply.body.data
}

const balanceOf = async (id: number) =>
  (await accounting.get('/customer', { id })).body.data.balance_total

const waive = (id: number) =>
  accounting.post('/invoice/waivefee', { id, reason: 'A bank holiday got in the way' })

describe('a fee that was billed', () => {
  test('stands on an invoice of its own where no other follows', async () => {
    const late = await overdueInvoice()
    await pass(3)
    const waiting = await accounting.get('/charges', { customer_id: late.customer_id })
    expect(waiting.body.data).toMatchObject([{ amount: '10.00', about_invoice_id: late.id }])
    const proposal = await accounting.post('/invoice/new', { customer_id: late.customer_id })
    expect(proposal.body.data).toMatchObject({
      late_payment_fee_total: '11.50',
      undiscounted_total_this_period: '11.50',
      contract_id: null,
    })
    const fee = await billWhatWaits(late.customer_id)
    expect(fee).toMatchObject({ balance: '11.50', lines: [], warnings: [] })
    expect((await accounting.get('/charges', { customer_id: late.customer_id })).status).toBe(260)
    const again = { customer_id: late.customer_id, charges_only: true }
    expect((await accounting.post('/invoice/new', again)).status).toBe(400)
    await booksHold(world, late.customer_id)
  })

  test('goes along with lines written by hand, once', async () => {
    const late = await overdueInvoice()
    await pass(3)
    const next = await sentInvoice(accounting, late.customer_id)
    expect(next.late_payment_fee_total).toBe('11.50')
    const third = await sentInvoice(accounting, late.customer_id)
    expect(third.late_payment_fee_total).toBe('0.00')
  })

  test('is taken off again when it is waived, and is never charged again', async () => {
    const late = await overdueInvoice()
    expect((await waive(late.id)).status).toBe(476)
    await pass(3)
    expect((await read(late.id)).has_late_fee).toBe(true)
    const fee = await billWhatWaits(late.customer_id)
    expect((await waive(late.id)).body.data.has_late_fee).toBe(false)
    expect(await read(fee.id)).toMatchObject({ balance: '0.00', invoice_status: 'paid' })
    expect(await balanceOf(late.customer_id)).toBe('115.00')
    await booksHold(world, late.customer_id)
    expect((await waive(late.id)).status).toBe(476)
    await pass(3)
    expect(await lateFees(late.id)).toHaveLength(1)
    const redone = await accounting.post('/invoice/redo', { id: fee.id, reason: 'Looked at again' })
    expect(redone.body.data.late_payment_fee_total).toBe('0.00')
    await booksHold(world, late.customer_id)
  })

  test('waived before its invoice goes out, that one is a draft again without it', async () => {
    const late = await overdueInvoice()
    await pass(3)
    const lines = [{ name: 'Energy', quantity: '1', rate: '100.00', unit: 'each' }]
    const made = await accounting.put('/invoice', { customer_id: late.customer_id, lines })
    const { id } = made.body.data
    const approved = await accounting.post('/invoice/approve', { id })
    expect(approved.body.data).toMatchObject({
      invoice_status: 'approved',
      late_payment_fee_total: '11.50',
      discounted_total_this_period: '126.50',
    })
    const waived = await waive(late.id)
    expect(waived.status, waived.text).toBe(200)
    expect(waived.body.data.has_late_fee).toBe(false)
    expect(await lateFees(late.id)).toMatchObject([{ dropped: true }])
    expect(await read(id)).toMatchObject({
      invoice_status: 'draft',
      invoice_number: approved.body.data.invoice_number,
      approved_at: null,
      late_payment_fee_total: '0.00',
      discounted_total_this_period: '115.00',
      lines: [{ name: 'Energy' }],
    })
    expect((await accounting.get('/invoice/verify', { id })).body.data.differences).toEqual([])
    const again = await accounting.post('/invoice/recalculate', { id })
    expect(again.body.data.late_payment_fee_total).toBe('0.00')
    await booksHold(world, late.customer_id)
  })

  test('waived while it stands on a draft, that one goes on without it', async () => {
    const late = await overdueInvoice()
    const second = await sentInvoice(accounting, late.customer_id, { due_date: todayOf(world) })
    await pass(3)
    const asked = { customer_id: late.customer_id, charges_only: true }
    const draft = (await accounting.put('/invoice', asked)).body.data
    expect(draft.late_payment_fee_total).toBe('23.00')
    expect((await waive(late.id)).status).toBe(200)
    expect(await read(draft.id)).toMatchObject({ late_payment_fee_total: '11.50' })
    expect((await read(second.id)).has_late_fee).toBe(true)
    await booksHold(world, late.customer_id)
  })

  test('goes with its own share of the GST, which was rounded once over all fees', async () => {
    const first = await overdueInvoice()
    const second = await sentInvoice(accounting, first.customer_id, { due_date: todayOf(world) })
    await pass(3)
    // Two fees of $10.03 carry $3.01 of GST together and $1.50 each by themselves.
    await world.owner.query(
      'update pending_charges set amount = 10.03 where about_invoice_id = any($1)',
      [[first.id, second.id]],
    )
    const fees = await billWhatWaits(first.customer_id)
    expect(fees).toMatchObject({ late_payment_fee_gst: '3.01', balance: '23.07' })
    await waive(first.id)
    expect((await read(fees.id)).balance).toBe('11.53')
    await waive(second.id)
    expect((await read(fees.id)).balance).toBe('0.00')
    const { rows } = await world.owner.query(
      `select account, sum(amount) from accounttransactions where invoice_id = $1
       group by account having sum(amount) <> 0`,
      [fees.id],
    )
    expect(rows).toEqual([])
    await booksHold(world, first.customer_id)
  })

  test('is given back by the next invoice where its own asks for less', async () => {
    const late = await overdueInvoice()
    await pass(3)
    const lines = [{ name: 'Goodwill', quantity: '1', rate: '-50.00', unit: 'each' }]
    const credit = await sentInvoice(accounting, late.customer_id, { lines, discount_percent: '0' })
    expect(credit.discounted_total_this_period).toBe('-46.00')
    expect((await waive(late.id)).status).toBe(200)
    expect((await waive(late.id)).status).toBe(476)
    await booksHold(world, late.customer_id)
    const next = await billWhatWaits(late.customer_id)
    expect(next).toMatchObject({ late_payment_fee_total: '-11.50', invoice_status: 'paid' })
    await runJob(world, settleDiscounts)
    const left = await accounting.get('/charges', { customer_id: late.customer_id })
    expect(left.body.data).toEqual([])
    await booksHold(world, late.customer_id)
  })

  test('gives money that was paid for it back as credit', async () => {
    const late = await overdueInvoice()
    await pass(3)
    const fee = await billWhatWaits(late.customer_id)
    await accounting.put('/invoicepayment', {
      customer_id: late.customer_id,
      amount_incl_gst: '11.50',
      payment_date: todayOf(world),
      invoice_id: fee.id,
    })
    await accounting.put('/invoicepayment', {
      customer_id: late.customer_id,
      amount_incl_gst: '115.00',
      payment_date: todayOf(world),
    })
    expect(await balanceOf(late.customer_id)).toBe('0.00')
    await waive(late.id)
    expect(await balanceOf(late.customer_id)).toBe('-11.50')
    await booksHold(world, late.customer_id)
  })

  test('is taken off when the payment turns out to have come in time', async () => {
    const late = await overdueInvoice()
    const paid_on = todayOf(world)
    await pass(3)
    const fee = await billWhatWaits(late.customer_id)
    await accounting.put('/invoicepayment', {
      customer_id: late.customer_id,
      amount_incl_gst: '103.50',
      payment_date: paid_on,
    })
    await runJob(world, settleDiscounts)
    await runJob(world, settleDiscounts)
    expect(await read(fee.id)).toMatchObject({ balance: '0.00' })
    expect(await balanceOf(late.customer_id)).toBe('0.00')
    await booksHold(world, late.customer_id)
  })

  test('is taken off when its invoice is cancelled', async () => {
    const late = await overdueInvoice()
    await pass(3)
    await billWhatWaits(late.customer_id)
    const reply = await accounting.post('/invoice/cancel', { id: late.id, reason: 'Wrong meter' })
    expect(reply.status, reply.text).toBe(200)
    expect(await balanceOf(late.customer_id)).toBe('0.00')
    await booksHold(world, late.customer_id)
  })
})

test('a fee goes when the customer is given longer, and comes when that has passed too', async () => {
  const late = await overdueInvoice()
  await pass(3)
  const { id, version } = await read(late.id)
  const due_date = addWorkingDays(todayOf(world), 2)
  const more = { id, version, due_date, reason: 'Agreed on the phone' }
  expect((await accounting.post('/invoice', more)).status).toBe(261)
  await pass(1)
  expect(await lateFees(late.id)).toMatchObject([
    { dropped: true, drop_reason: 'The customer was given longer.' },
  ])
  await pass(4)
  expect(await lateFees(late.id)).toMatchObject([{ dropped: true }, { dropped: false }])
})

test('an invoice whose money went back starts its clock again that day', async () => {
  const bill = await overdueInvoice()
  const paid = await accounting.put('/invoicepayment', {
    customer_id: bill.customer_id,
    amount_incl_gst: '103.50',
    payment_date: todayOf(world),
  })
  await pass(5)
  expect(await lateFees(bill.id)).toEqual([])
  const back = { id: paid.body.data.id, reason: 'The bank sent it back' }
  expect((await accounting.post('/invoicepayment/cancel', back)).status).toBe(200)
  expect((await read(bill.id)).reopened_date).toBe(todayOf(world))
  await runJob(world, chargeLateFeesJob)
  await pass(2)
  expect(await lateFees(bill.id)).toEqual([])
  await pass(1)
  expect(await lateFees(bill.id)).toMatchObject([{ dropped: false }])
})
