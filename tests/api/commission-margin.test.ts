import { afterAll, beforeAll, expect, test } from 'vitest'
import { booksHold } from '#tests/support/billing.ts'
import { commissionOffice, done, inTime } from '#tests/support/commissioned.ts'
import { aprilBill, everyWarning, settingIs } from '#tests/support/supplied.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// Partners earn a part of the margin here: what a supplier corrects changes what they earned.
let world: World
let office: Awaited<ReturnType<typeof commissionOffice>>
const because = { reason: 'The supplier sent another one' }

beforeAll(async () => {
  world = await makeWorld()
  office = await commissionOffice(world)
  await settingIs(world, 'commission_base', 'margin')
})
afterAll(() => world.close())

let statements = 0

/** A paid invoice of April with the bill of its supplier: 546.98 less 511.11 leaves 35.87. */
async function margined() {
  statements += 1
  const partner_id = await office.newPartner({ partner_rate_standard: '10' })
  const of = await office.brought({ partner_id })
  const supplier_statement_number = `Margin ${statements}`
  const bill = { ...aprilBill, supplier_statement_number }
  const invoice_id = await office.billed(of, 4, { bill })
  const [own] = (await office.accounting.get('/bills', { invoice_id })).body.data
  await office.pay(of.customer_id, invoice_id, inTime)
  expect(await office.told(partner_id)).toEqual(['ongoing accrued 3.59'])
  return { partner_id, invoice_id, bill_id: Number(own.id), ...of }
}

test('a bill that its supplier corrects changes what the invoice earned', async () => {
  const { partner_id, bill_id, customer_id } = await margined()
  const draft = await done(office.accounting, '/bill/replace', { id: bill_id, ...because })
  // Nobody knows what it costs until the new one is approved.
  expect(await office.told(partner_id)).toEqual(['ongoing reversed 3.59'])
  await booksHold(world, customer_id)
  // Ten dollars less before the discount of a tenth: 544.87 is 44.87 of margin.
  const lines = [
    { name: 'Energy', quantity: '1', rate: '530.12' },
    { name: 'Metering', quantity: '1', rate: '25.00', discountable: false },
  ]
  const { id, version } = draft
  await done(office.accounting, '/bill', { id, version, lines })
  expect(await office.told(partner_id)).toHaveLength(1)
  await done(office.accounting, '/bill/approve', { id, acknowledge: everyWarning })
  expect(await office.told(partner_id)).toEqual(['ongoing reversed 3.59', 'ongoing accrued 4.49'])
  await booksHold(world, customer_id)
})

test('an invoice whose bill was given back is not costed, and earns nothing until it is', async () => {
  const { partner_id, bill_id, customer_id } = await margined()
  const { due_total } = (await office.accounting.get('/bill', { id: bill_id })).body.data
  const paid = { bill_id, amount_incl_gst: due_total, payment_date: '2026-11-10' }
  const { id } = (await office.accounting.put('/billpayment', paid)).body.data
  await done(office.accounting, '/billpayment/approve', { id })
  await done(office.accounting, '/billpayment/pay', { id })
  await done(office.accounting, '/bill/refund', { id: bill_id, to: 'bank', ...because })
  expect(await office.told(partner_id)).toEqual(['ongoing reversed 3.59'])
  await booksHold(world, customer_id)
})

test('a bill changed while the customer pays leaves the entries as both stand', async () => {
  const { partner_id, bill_id, customer_id, invoice_id } = await margined()
  const draft = await done(office.accounting, '/bill/replace', { id: bill_id, ...because })
  const [payment] = (await office.accounting.get('/invoicepayments', { customer_id })).body.data
  const { id, version } = draft
  const lines = [{ name: 'Energy', quantity: '1', rate: '500.00' }]
  await done(office.accounting, '/bill', { id, version, lines })
  await done(office.accounting, '/invoicepayment/cancel', { id: payment.id, ...because })
  await Promise.all([
    done(office.accounting, '/bill/approve', { id, acknowledge: everyWarning }),
    office.pay(customer_id, invoice_id, inTime),
  ])
  expect((await office.told(partner_id)).at(-1)).toBe('ongoing accrued 9.70')
  await booksHold(world, customer_id)
})
