import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import { settleBillsJob } from '#server/bills/settle-bills-job.ts'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { booksHold, runJob } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import {
  bookedOn,
  collectBy,
  draftWithBill,
  everyWarning,
  suppliedAccount,
} from '#tests/support/supplied.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let admin: Client
let accounting: Client

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.as('admin')
  accounting = await world.as('accounting')
})
afterAll(() => world.close())

const billNow = async (id: number) => (await accounting.get('/bill', { id })).body.data
const lines = [{ name: 'Energy', quantity: '1', rate: '600.00' }]
const DAY_MS = 86_400_000
const dayFromNow = (days: number) => addDays(todayOf(world), days)

async function pay(bill_id: number, payment_date: string, amount_incl_gst = '587.78') {
  const made = await accounting.put('/billpayment', { bill_id, amount_incl_gst, payment_date })
  const { id } = made.body.data
  await accounting.post('/billpayment/approve', { id })
  const paid = await accounting.post('/billpayment/pay', { id })
  expect(paid.status, paid.text).toBe(200)
  return Number(id)
}

describe('the discount of a supplier', () => {
  test('is lost once its day has passed, comes back with money dated in time, and goes with it', async () => {
    const account = await suppliedAccount(admin)
    const lapsed = { supplier_due_date: dayFromNow(-3) }
    const { bill_id } = await draftWithBill(accounting, account, lapsed, { lines })
    const approved = await accounting.post('/bill/approve', { id: bill_id })
    expect(approved.body.data, approved.text).toMatchObject({
      ppd_state: 'lost',
      balance: '649.89',
    })
    const lost = { 2000: '-649.89', 2310: '84.77', 5000: '511.11', 5900: '54.01' }
    expect(await bookedOn(world, { bill_id })).toEqual(lost)
    const id = await pay(bill_id, dayFromNow(-3))
    expect(await billNow(bill_id)).toMatchObject({
      bill_status: 'paid',
      ppd_state: 'earned',
      balance: '0.00',
    })
    expect(await bookedOn(world, { bill_id })).toEqual({
      1210: '-587.78',
      2310: '76.67',
      5000: '511.11',
    })
    await accounting.post('/billpayment/returned', { id, reason: 'Account closed' })
    expect(await billNow(bill_id)).toMatchObject({ ppd_state: 'lost', balance: '649.89' })
    expect(await bookedOn(world, { bill_id })).toEqual(lost)
    // The day after it is not in time any more, and 62.11 stay owing.
    await accounting.post('/billpayment/cancel', { id, reason: 'Planned anew' })
    await pay(bill_id, dayFromNow(-2))
    expect(await billNow(bill_id)).toMatchObject({
      bill_status: 'approved',
      ppd_state: 'lost',
      balance: '62.11',
    })
  })

  test('is lost in the night after its day, and the entry has the date of that day', async () => {
    const account = await suppliedAccount(admin)
    const today = { supplier_due_date: dayFromNow(0) }
    const { bill_id } = await draftWithBill(accounting, account, today, { lines })
    await accounting.post('/bill/approve', { id: bill_id, acknowledge: everyWarning })
    await runJob(world, settleBillsJob)
    expect(await billNow(bill_id)).toMatchObject({ ppd_state: 'open', balance: '587.78' })
    const dayAfter = dayFromNow(1)
    world.clock.advance(DAY_MS)
    await runJob(world, settleBillsJob)
    await runJob(world, settleBillsJob)
    world.clock.advance(-DAY_MS)
    expect(await billNow(bill_id)).toMatchObject({ ppd_state: 'lost', balance: '649.89' })
    const { rows } = await world.owner.query(
      `select transaction_date::text from transactions
       where bill_id = $1 and event = 'bill_discount_lost'`,
      [bill_id],
    )
    expect(rows).toEqual([{ transaction_date: dayAfter }])
  })
})

describe('a supplier’s money, once both discounts are decided', () => {
  const pairOf = async (invoice_id: number, bill_id: number) => {
    const [ours, theirs] = [
      await bookedOn(world, { invoice_id }),
      await bookedOn(world, { bill_id }),
    ]
    return {
      left: (Number(ours[2500] ?? 0) + Number(theirs[2500] ?? 0)).toFixed(2),
      kept: ours[4040] ?? '0.00',
      cost: ours[5910] ?? '0.00',
    }
  }

  async function throughUs(bill: object) {
    await collectBy(world, 'through_us')
    const account = await suppliedAccount(admin, { split: true })
    const { invoice, bill_id } = await draftWithBill(accounting, account, bill)
    const approve = { id: invoice.id, send: true, posted: true, acknowledge: everyWarning }
    const sent = await accounting.post('/invoice/approve', approve)
    expect(sent.body.data.invoiced_at, sent.text).not.toBeNull()
    await collectBy(world, 'direct')
    return { ...account, invoice: sent.body.data, bill_id }
  }

  async function paidBy(customer_id: number, invoice_id: number, amount_incl_gst: string) {
    const body = { customer_id, invoice_id, amount_incl_gst, payment_date: dayFromNow(0) }
    const made = await accounting.put('/invoicepayment', body)
    expect(made.status, made.text).toBe(201)
    return Number(made.body.data.id)
  }

  test('is our cost where the customer earned the discount that we lost', async () => {
    const late = { supplier_due_date: dayFromNow(-1) }
    const { customer_id, invoice, bill_id } = await throughUs(late)
    await runJob(world, settleBillsJob)
    expect(await pairOf(invoice.id, bill_id)).toMatchObject({ cost: '0.00' })
    await paidBy(customer_id, invoice.id, invoice.discounted_total)
    await runJob(world, settleBillsJob)
    await runJob(world, settleBillsJob)
    expect(await pairOf(invoice.id, bill_id)).toEqual({ left: '0.00', kept: '0.00', cost: '62.11' })
    await booksHold(world, customer_id)
  })

  test('is kept with our GST where the customer lost the discount that we took', async () => {
    const { customer_id, invoice, bill_id } = await throughUs({})
    await pay(bill_id, dayFromNow(0))
    await runJob(world, settleBillsJob)
    expect(await pairOf(invoice.id, bill_id)).toMatchObject({ kept: '0.00' })
    world.clock.advance(60 * DAY_MS)
    await runJob(world, settleDiscounts)
    await runJob(world, settleBillsJob)
    expect(await pairOf(invoice.id, bill_id)).toEqual({
      left: '0.00',
      kept: '-54.01',
      cost: '0.00',
    })
    world.clock.advance(-60 * DAY_MS)
    // Money dated in time restores the discount: nothing was ours to keep.
    await paidBy(customer_id, invoice.id, invoice.discounted_total)
    await runJob(world, settleBillsJob)
    expect(await pairOf(invoice.id, bill_id)).toEqual({ left: '0.00', kept: '0.00', cost: '0.00' })
    await booksHold(world, customer_id)
  })
})
