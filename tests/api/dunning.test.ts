import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chargeLateFeesJob } from '#server/billing/dunning-late-fees.ts'
import { remindCustomers } from '#server/billing/dunning-remind-job.ts'
import { settleDiscounts } from '#server/billing/dunning-settle-job.ts'
import { todayOf } from '#server/context.ts'
import { newCustomer, passWorkingDays, runJob, sentInvoice } from '#tests/support/billing.ts'
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

async function lateFees(invoice_id: number) {
  const { rows } = await world.owner.query(
    `select amount, dropped_at is not null as dropped, drop_reason from pending_charges
     where about_invoice_id = $1`,
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
    `select count(*)::int as letters from mails where unique_key like $1`,
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
  expect((await read(bill.id)).reminded_at).toBeNull()
})

test('a held invoice is left in peace until it is released', async () => {
  const bill = await overdueInvoice()
  await accounting.post('/invoice/hold', { id: bill.id, reason: 'The customer disputes it' })
  await pass(4)
  expect((await reminders(bill.id)).map((row) => row.outcome)).toEqual(['refused'])
  expect(await lateFees(bill.id)).toEqual([])
  await accounting.post('/invoice/release', { id: bill.id })
  await pass(1)
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
    amount_incl_gst: '90.00',
    payment_date: todayOf(world),
  })
  await pass(4)
  expect(await lateFees(spared.id)).toEqual([])
  // $25.00 would be owed without the discount; the minimum is $20.00.
  expect(await lateFees(small.id)).toHaveLength(1)
  const smaller = await overdueInvoice()
  await accounting.put('/invoicepayment', {
    customer_id: smaller.customer_id,
    amount_incl_gst: '95.01',
    payment_date: todayOf(world),
  })
  await pass(4)
  // $19.99 is below it.
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
