import { afterAll, beforeAll, expect, test } from 'vitest'
import { partner } from '#domain/partners/partner.ts'
import { newCustomer } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { contractOffice, rateOf } from '#tests/support/contracts.ts'
import { dayIn } from '#tests/support/days.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let accounting: Client
let manager: Client
let customer_id: number

beforeAll(async () => {
  world = await makeWorld()
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  customer_id = (await newCustomer(accounting)).id
})
afterAll(() => world.close())

const lines = [{ name: 'Energy', quantity: '1', rate: '100.00', unit: 'each' }]
const invoiceWith = (given: object) => accounting.put('/invoice', { customer_id, lines, ...given })

test.each([
  [{ discount_percent: '-10' }, 'discount_percent'],
  [{ discount_percent: '150' }, 'discount_percent'],
  [{ service_fee_percent: '1000' }, 'service_fee_percent'],
  [{ gst_percent: '100.01' }, 'gst_percent'],
  [{ late_payment_fee_amount: '-10.00' }, 'late_payment_fee_amount'],
  [{ bill: { ppd_percent: '150' } }, 'bill.ppd_percent'],
  [{ due_date: dayIn(1), discounted_date: dayIn(2) }, 'discounted_date'],
])('an invoice with %o is refused by the name of the field', async (given, field) => {
  const reply = await invoiceWith(given)
  expect(reply.status, reply.text).toBe(400)
  expect(reply.body.errors).toMatchObject([{ field }])
})

test('an invoice dated more than a year from today is looked at before it is approved', async () => {
  const near = await invoiceWith({ invoice_date: dayIn(-300) })
  expect(near.body.data.warnings).toEqual([])
  const far = await invoiceWith({ invoice_date: dayIn(800) })
  expect(far.body.data.warnings).toMatchObject([{ code: 'W06' }])
  const { id } = far.body.data
  expect((await accounting.post('/invoice/approve', { id })).status).toBe(476)
  const seen = await accounting.post('/invoice/approve', { id, acknowledge: ['W06'] })
  expect(seen.status, seen.text).toBe(200)
})

test('a partner’s share is between 0 and 100 %, and no commission is negative', async () => {
  const { id, version } = await makeRow(manager, partner)
  const change = (more: object) => manager.post('/partner', { id, version, ...more })
  const share = { partner_rate_unit: 'percent', partner_rate_standard: '150' }
  expect((await change(share)).body.errors).toMatchObject([{ field: 'partner_rate_standard' }])
  expect((await change({ signup_commission_commercial: '-5.00' })).status).toBe(400)
  expect((await change({ ...share, partner_rate_unit: 'fixed' })).status).toBe(261)
})

test('the final invoice closes the billing of its contract until the contract is restored', async () => {
  const office = await contractOffice(world)
  const { id: contract_id } = await office.active({ date_start: '2026-08-01' })
  const daily = { rate_name: 'Daily charge', rate_type: 'fixed', rate_unit: 'day' }
  const rate = rateOf(contract_id, { ...daily, valid_from_date: '2026-08-01' })
  expect((await accounting.put('/rate', rate)).status).toBe(201)
  const bill = (period_start: string, period_end: string, more: object = {}) =>
    accounting.put('/invoice', {
      ...{ customer_id: office.customer_id, contract_id, period_start, period_end, ...more },
    })
  const final = await bill('2026-08-01', '2026-08-31', { last_for_contract: true })
  expect(final.status, final.text).toBe(201)
  const next = await bill('2026-09-01', '2026-09-30')
  expect(next.status).toBe(476)
  const run = { contract_ids: [contract_id], billed_to_date: '2026-10-31' }
  expect((await accounting.post('/billingrun/new', run)).body.data).toEqual([])
  const end = { id: contract_id, date_end: '2026-08-31', reason: 'Moved out' }
  expect((await manager.post('/contract/cancel', end)).status).toBe(200)
  const again = { id: contract_id, date_end: '2027-08-31', reason: 'Stays after all' }
  expect((await manager.post('/contract/restore', again)).status).toBe(200)
  expect((await bill('2026-09-01', '2026-09-30')).status).toBe(201)
})
