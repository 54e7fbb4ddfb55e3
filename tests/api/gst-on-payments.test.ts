import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleBillsJob } from '#server/bills/settle-bills-job.ts'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { newCustomer, runJob, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { paidTo } from '#tests/support/owed-to-suppliers.ts'
import { readReport, received } from '#tests/support/reporting.ts'
import {
  collectBy,
  draftWithBill,
  everyWarning,
  settingIs,
  suppliedAccount,
} from '#tests/support/supplied.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// One broker from April to July, a month at a time, each filed before the next one begins.
let world: World
let admin: Client

const at = async (day: string) => {
  world.clock.stopAt(new Date(`${day}T00:00:00Z`))
  for (const job of [settleDiscounts, settleBillsJob]) await runJob(world, job)
  admin = await world.as('admin')
}

beforeAll(async () => {
  world = await makeWorld()
  await settingIs(world, 'gst_period', '1')
  await settingIs(world, 'gst_period_end', 3)
  await settingIs(world, 'gst_basis', 'payments')
})
afterAll(() => world.close())

const because = { reason: 'The customer asked' }
const inTime = { supplier_due_date: '2026-08-20' }

async function done(path: string, body: object) {
  const reply = await admin.post(path, body)
  expect(reply.status, `${path} ${reply.text}`).toBe(200)
  return reply.body.data
}

async function send(id: number) {
  const asked = { id, send: true, posted: true, acknowledge: everyWarning }
  const sent = await done('/invoice/approve', asked)
  expect(sent.invoiced_at).not.toBeNull()
  return sent
}

/** What each document adds to the boxes of a month. */
async function documentsOf(month: string) {
  const asked = { name: 'gst', period: 'gst', day: `${month}-10`, group: 'document' }
  const { rows } = await readReport(admin, asked)
  const found = rows.map(({ key, values }) => [key, values.amount] as const)
  return Object.fromEntries(found)
}

async function filed(period_end: string, filed_date: string) {
  const made = await admin.put('/gstreturn', { period_end })
  expect(made.status, made.text).toBe(201)
  const { id } = made.body.data
  return done('/gstreturn/file', { id, filed_date, reference: 'IR-4711' })
}

async function paidInvoice() {
  const { id: customer_id } = await newCustomer(admin)
  const sent = await sentInvoice(admin, customer_id, { discount_percent: '0' })
  const invoice_id = Number(sent.id)
  await received(admin, { customer_id, invoice_id }, '115.00', '2026-04-20')
  return { customer_id, invoice_id }
}

async function payOut(customer_id: number, amount_incl_gst: string, payment_date: string) {
  const out = { customer_id, amount_incl_gst, payment_date, payment_type: 'bank_transfer' }
  const reply = await admin.put('/invoicepayment', out)
  expect(reply.status, reply.text).toBe(201)
  return Number(reply.body.data.id)
}

async function paidBill() {
  const { bill_id } = await draftWithBill(admin, await suppliedAccount(admin), inTime, {
    lines: [{ name: 'Energy', quantity: '1', rate: '600.00' }],
  })
  await done('/bill/approve', { id: bill_id, acknowledge: everyWarning })
  await paidTo(admin, { bill_id }, '587.78', { payment_date: '2026-04-21' })
  return bill_id
}

/** 587.78 of it is the supplier’s, and 40.89 is ours; paid late 649.89 and 43.99. */
async function throughUs(dates: object = {}) {
  await collectBy(world, 'through_us')
  const account = await suppliedAccount(admin, { split: true })
  const own = { late_payment_fee_amount: '10.00', ...dates }
  const { invoice, bill_id } = await draftWithBill(admin, account, inTime, own)
  await send(invoice.id)
  await collectBy(world, 'direct')
  return { customer_id: account.customer_id, invoice_id: Number(invoice.id), bill_id }
}

let out: { payment: number; invoice: number; note: number }
let bills: { refunded: number; replaced: number }
let cancelled: number
let kept: Awaited<ReturnType<typeof throughUs>>

test('credit that is paid out takes off what its invoice brought', async () => {
  await at('2026-04-22')
  const { customer_id, invoice_id } = await paidInvoice()
  const asked = { customer_id, credits_id: invoice_id, credit_amount: '46.00' }
  const note = await admin.put('/invoice', asked)
  expect(note.status, note.text).toBe(201)
  await send(note.body.data.id)
  expect(await documentsOf('2026-04')).toEqual({ [`5 i${invoice_id}`]: '115.00' })
  const payment = await payOut(customer_id, '-46.00', '2026-04-22')
  out = { payment, invoice: invoice_id, note: Number(note.body.data.id) }
  expect(await documentsOf('2026-04')).toEqual({
    [`5 i${out.invoice}`]: '115.00',
    [`5 i${out.note}`]: '-46.00',
  })
  // Words of regret without GST bring nothing, and take off nothing.
  const regret = { customer_id, kind: 'goodwill', side: 'credit', reason: 'For the trouble' }
  const given = await admin.put('/adjustment', { ...regret, amount: '7.00' })
  expect(given.status, given.text).toBe(201)
  await payOut(customer_id, '-7.00', '2026-04-22')
})

test('April is filed with the money that came and went in it', async () => {
  bills = { refunded: await paidBill(), replaced: await paidBill() }
  const ours = await throughUs()
  cancelled = ours.invoice_id
  await received(admin, ours, '628.67', '2026-04-22')
  await at('2026-05-04')
  // 115.00 − 46.00 + 40.89; 587.78 twice.
  expect(await filed('2026-04-30', '2026-05-04')).toMatchObject({
    ...{ box_5: '109.89', box_8: '14.33', box_11: '1175.56', box_12: '153.33' },
  })
})

test('what is taken back of a filed month is given back once, and no more than it brought', async () => {
  await done('/invoice/cancel', { id: cancelled, ...because })
  await done('/bill/refund', { id: bills.refunded, to: 'bank', ...because })
  const anew = await done('/bill/replace', { id: bills.replaced, ...because })
  await done('/bill/approve', { id: anew.id, acknowledge: everyWarning })
  expect(await documentsOf('2026-05')).toEqual({
    [`5 i${cancelled}`]: '-40.89',
    [`11 b${bills.refunded}`]: '-587.78',
    [`11 b${bills.replaced}`]: '-587.78',
    [`11 b${anew.id}`]: '587.78',
  })
  // What was filed is told as it was.
  expect(await documentsOf('2026-04')).toMatchObject({ [`5 i${cancelled}`]: '40.89' })
  await at('2026-06-04')
  expect(await filed('2026-05-31', '2026-06-04')).toMatchObject({
    ...{ box_5: '-40.89', box_11: '-587.78' },
  })
})

test('a payout that never left, and the supplier’s discount that we keep, count on their day', async () => {
  await done('/invoicepayment/cancel', { id: out.payment, ...because })
  const late = { invoice_date: '2026-06-04', due_date: '2026-06-15', discounted_date: '2026-06-15' }
  kept = await throughUs(late)
  await paidTo(admin, { bill_id: kept.bill_id }, '587.78', { payment_date: '2026-06-04' })
  await at('2026-06-20')
  await received(admin, kept, '693.88', '2026-06-20')
  await at('2026-06-21')
  // Of 62.11 that the supplier does not get, 8.10 is GST.
  expect(await documentsOf('2026-06')).toEqual({
    [`5 i${out.note}`]: '46.00',
    [`5 i${kept.invoice_id}`]: '43.99',
    [`5 p${kept.invoice_id}`]: '62.11',
  })
})

test('over the whole history the returns say what the money says', async () => {
  const months = ['2026-04', '2026-05', '2026-06']
  const all = (await Promise.all(months.map(documentsOf))).flatMap((one) => Object.entries(one))
  const sum = (box: string) =>
    all
      .filter(([key]) => key.startsWith(`${box} `))
      .reduce((total, [, amount]) => total + Number(amount), 0)
      .toFixed(2)
  // 115.00 of the first invoice, and 693.88 of the last less the 587.78 that its supplier got; all
  // else came to nothing. Of our own bills the one that was replaced is paid.
  expect(sum('5')).toBe((115 + 693.88 - 587.78).toFixed(2))
  expect(sum('11')).toBe('587.78')
})

async function untaxed(customer_id: number, given: object) {
  const reply = await admin.put('/adjustment', { customer_id, ...given })
  expect(reply.status, reply.text).toBe(201)
}
const unpaidInvoice = async (customer_id: number) =>
  Number((await sentInvoice(admin, customer_id, { discount_percent: '0' })).id)

test('money that goes back counts on the day it went, not on the one it had come', async () => {
  const { id: customer_id } = await newCustomer(admin)
  const invoice_id = await unpaidInvoice(customer_id)
  const id = await received(admin, { customer_id, invoice_id }, '115.00', '2026-06-21')
  const key = `5 i${invoice_id}`
  expect(await documentsOf('2026-06')).toMatchObject({ [key]: '115.00' })
  await at('2026-07-02')
  await done('/invoicepayment/refund', { id, invoice_outcome: 'reopened', ...because })
  // Nobody has filed June, and its books are open.
  expect(await documentsOf('2026-06')).toMatchObject({ [key]: '115.00' })
  expect(await documentsOf('2026-07')).toEqual({ [key]: '-115.00' })
})

test('a payment that never was is taken out of the open month that it stood in', async () => {
  const { id: customer_id } = await newCustomer(admin)
  const invoice_id = await unpaidInvoice(customer_id)
  const id = await received(admin, { customer_id, invoice_id }, '115.00', '2026-06-21')
  await done('/invoicepayment/cancel', { id, ...because })
  for (const month of ['2026-06', '2026-07'])
    expect(Object.keys(await documentsOf(month))).not.toContain(`5 i${invoice_id}`)
})

test('credit that is set against a debt pays it, and is taken off what gave it', async () => {
  const { id: customer_id } = await newCustomer(admin)
  const first = await unpaidInvoice(customer_id)
  await received(admin, { customer_id, invoice_id: first }, '115.00', '2026-07-02')
  const asked = { customer_id, credits_id: first, credit_amount: '46.00' }
  const credit = await admin.put('/invoice', asked)
  expect(credit.status, credit.text).toBe(201)
  const note = credit.body.data.id
  await send(note)
  const july = () => documentsOf('2026-07')
  expect(await july()).toMatchObject({ [`5 i${first}`]: '115.00' })
  expect(Object.keys(await july())).not.toContain(`5 i${note}`)
  // 40.00 of the customer's money is kept for what was never taxed here: 75.00 is left of the supply.
  const owed = { kind: 'opening_balance', side: 'debit', reason: 'From before' }
  await untaxed(customer_id, { ...owed, amount: '40.00' })
  expect(await july()).toMatchObject({ [`5 i${first}`]: '115.00', [`5 i${note}`]: '-40.00' })
  // The rest pays for a supply that is taxed alike: that makes no difference.
  const next = await unpaidInvoice(customer_id)
  expect(await july()).toMatchObject({ [`5 i${note}`]: '-46.00', [`5 i${next}`]: '6.00' })
  // Given without GST, it lowers no supply: 108.00 of money and 7.00 of it pay 115.00.
  const { id: other } = await newCustomer(admin)
  const given = { kind: 'goodwill', side: 'credit', amount: '7.00', reason: 'For the trouble' }
  await untaxed(other, given)
  const last = await unpaidInvoice(other)
  await received(admin, { customer_id: other, invoice_id: last }, '108.00', '2026-07-02')
  expect(await july()).toMatchObject({ [`5 i${last}`]: '115.00' })
})
