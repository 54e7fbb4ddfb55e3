import { afterAll, beforeAll, expect, test } from 'vitest'
import { sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { readReport, workedExample } from '#tests/support/reporting.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// The card, its list and the report of a month are one number.
const may = { from: '2026-05-01', to: '2026-05-31' }
const dates = { invoice_date: '2026-05-05', due_date: '2026-05-20', discounted_date: '2026-05-20' }

let world: World
let admin: Client

beforeAll(async () => {
  world = await makeWorld()
  world.clock.stopAt(new Date('2026-05-05T00:00:00Z'))
  admin = await world.as('admin')
})
afterAll(() => world.close())

/** What the list of margins comes to in May. */
async function listed() {
  const days = { 'invoiced_date.gte': may.from, 'invoiced_date.lte': may.to }
  const asked = { ...days, limit: 1, sum: 'margin,not_costed' }
  const { body, text } = await admin.get('/invoicemargins', asked)
  expect(body.success, text).toBe(true)
  return body.info.sums
}

async function sameEverywhere() {
  const { rows, info } = await readReport(admin, { name: 'margin', ...may, group: 'document' })
  expect(info.agrees.difference).toBe('0.00')
  const { margin, not_costed } = info.totals
  expect(await listed()).toEqual({ margin, not_costed })
  const { cards } = (await admin.get('/dashboard', { set: 'business' })).body.data
  const card = cards.find(({ name }: { name: string }) => name === 'margin')
  expect(card.value).toBe(margin)
  return (id: number) => rows.find(({ key }) => key === `i${id}`)?.values
}

test('a bill of two invoices is borne by days, and an open discount counts as taken', async () => {
  const bill = { supplier_due_date: '2026-05-20', period_end: '2026-05-29' }
  const april = { ...dates, period_end: '2026-04-30' }
  const { customer_id, contract_id, invoice_id } = await workedExample(admin, {
    bill,
    dates: april,
  })
  const alone = await sameEverywhere()
  expect(alone(invoice_id)).toMatchObject({ income: '546.98', cost: '511.11', at_stake: '60.19' })
  const { id } = await sentInvoice(admin, customer_id, {
    ...{ ...dates, contract_id, period_start: '2026-05-01', period_end: '2026-05-29' },
    late_payment_fee_amount: '0.00',
  })
  const both = await sameEverywhere()
  // 511.11 over thirty days of April and twenty-nine of May.
  expect(both(invoice_id)).toMatchObject({ income: '546.98', cost: '259.89', margin: '287.09' })
  expect(both(id)).toMatchObject({ cost: '251.22', not_costed: '0.00' })
  const cancelled = await admin.post('/invoice/cancel', { id, reason: 'Not theirs' })
  expect(cancelled.status, cancelled.text).toBe(200)
  expect((await sameEverywhere())(invoice_id)).toMatchObject({ cost: '511.11' })
})

test('an invoice without a bill has no margin yet, whatever it brought', async () => {
  const before = (await listed()).margin
  const { customer_id } = await workedExample(admin, { bill: {}, dates })
  const between = (await listed()).margin
  expect(between).not.toBe(before)
  const { id } = await sentInvoice(admin, customer_id, dates)
  const told = (await sameEverywhere())(id)
  expect(told?.not_costed).not.toBe('0.00')
  expect(told).toMatchObject({ income: '0.00', cost: '0.00', margin: '0.00' })
  expect((await listed()).margin).toBe(between)
})
