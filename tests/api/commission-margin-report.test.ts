import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { settleBillsJob } from '#server/bills/settle-bills-job.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { booksHold, runJob } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { commissionOffice, done, inTime, late } from '#tests/support/commissioned.ts'
import { paidTo } from '#tests/support/owed-to-suppliers.ts'
import { readReport } from '#tests/support/reporting.ts'
import { aprilBill, collectBy, everyWarning, settingIs } from '#tests/support/supplied.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// Who is paid a part of the margin is paid of the very margin that the report shows of an invoice.
let world: World
let office: Awaited<ReturnType<typeof commissionOffice>>
let manager: Client
let partner_id: number
const because = { reason: 'The office decided so' }
const tenPercent = { partner_rate_standard: '10', partner_rate_simple: '10' }
const lapsed = { due_date: '2026-10-20', discounted_date: '2026-10-20' }

beforeAll(async () => {
  world = await makeWorld()
  office = await commissionOffice(world)
  manager = office.manager
  await settingIs(world, 'commission_base', 'margin')
})
afterAll(() => world.close())
beforeEach(async () => {
  partner_id = await office.newPartner(tenPercent)
})

let statements = 0
const bill = (given: object = {}) => {
  statements += 1
  return { ...aprilBill, supplier_statement_number: `Matched ${statements}`, ...given }
}
const standard = () => office.brought({ partner_id })
const split = () => office.brought({ partner_id }, { simple_invoicing: true })

/** What the report tells of the customer's invoices, each by its id. */
async function reported(customer_id: number) {
  const today = todayOf(world)
  const asked = { name: 'margin', from: today, to: today, group: 'document' }
  const { rows } = await readReport(manager, { ...asked, of: `customer:${customer_id}` })
  const whole = await readReport(manager, asked)
  expect(whole.info.agrees.difference).toBe('0.00')
  const invoices = rows.filter(({ key }) => key.startsWith('i'))
  return new Map(invoices.map(({ key, values }) => [Number(key.slice(1)), values]))
}

const balanceOf = async (id: number) =>
  String((await office.accounting.get('/invoice', { id })).body.data.balance)
const marginOf = async (customer_id: number, id: number) =>
  String((await reported(customer_id)).get(id)?.margin)

/** Each invoice that is paid earns a tenth of the margin the report shows; the others earn nothing. */
async function asReported(customer_id: number, margins: Record<number, string>) {
  const told = await reported(customer_id)
  const asked = { customer_id, commission_status: 'accrued' }
  const entries = (await office.accounting.get('/commissions', asked)).body.data
  for (const [id, margin] of Object.entries(margins)) {
    expect(told.get(Number(id))?.margin, `report of invoice ${id}`).toBe(margin)
    const own = entries.filter((entry: { invoice_id: number }) => entry.invoice_id === Number(id))
    const earned = Number(margin) > 0 ? [{ base: margin, base_part: margin, rate: '10' }] : []
    expect(own).toMatchObject(earned)
  }
  const paid = Object.values(margins).filter((margin) => Number(margin) > 0)
  expect(entries).toHaveLength(paid.length)
  await booksHold(world, customer_id)
}

test('at our own rates, when both sides pay in time and when the customer is late', async () => {
  const of = await standard()
  const april = await office.billed(of, 4, { bill: bill() })
  await office.pay(of.customer_id, april, inTime)
  await asReported(of.customer_id, { [april]: '35.87' })
  const other = await standard()
  const second = await office.billed(other, 4, { bill: bill(), ...lapsed })
  await office.pay(other.customer_id, second, late)
  await asReported(other.customer_id, { [second]: '96.06' })
  // The discount is given all the same.
  await done(manager, '/invoice/grantppd', { id: second, ...because })
  await asReported(other.customer_id, { [second]: '35.87' })
})

test('a bill of two invoices is the cost of both, by days, as soon as the second is sent', async () => {
  const of = await standard()
  const april = await office.billed(of, 4, { bill: bill({ period_end: '2026-05-29' }) })
  await office.pay(of.customer_id, april, inTime)
  await asReported(of.customer_id, { [april]: '35.87' })
  const may = await office.billed(of, 5, { period_end: '2026-05-29' })
  expect((await reported(of.customer_id)).get(may)).toMatchObject({ cost: '251.22' })
  expect((await office.told(partner_id)).at(-1)).toBe('ongoing accrued 28.71')
  await office.pay(of.customer_id, may, await balanceOf(may))
  const margin = await marginOf(of.customer_id, may)
  await asReported(of.customer_id, { [april]: '287.09', [may]: margin })
  await done(manager, '/invoice/cancel', { id: may, ...because })
  await asReported(of.customer_id, { [april]: '35.87' })
})

test('without a bill there is no margin yet, and nobody earns of it', async () => {
  const of = await standard()
  const april = await office.billed(of)
  await office.pay(of.customer_id, april, inTime)
  await asReported(of.customer_id, { [april]: '0.00' })
  expect((await reported(of.customer_id)).get(april)?.not_costed).toBe('546.98')
})

test('a supplier’s discount that we lost costs, and no longer once our money was in time', async () => {
  const of = await standard()
  const april = await office.billed(of, 4, { bill: bill({ supplier_due_date: '2026-10-30' }) })
  await office.pay(of.customer_id, april, inTime)
  // 35.87 less the 54.01 that the discount took off: nobody earns on a loss.
  await asReported(of.customer_id, { [april]: '-18.14' })
  const [own] = (await office.accounting.get('/bills', { invoice_id: april })).body.data
  await paidTo(office.accounting, { bill_id: own.id }, '587.78', { payment_date: '2026-10-29' })
  await asReported(of.customer_id, { [april]: '35.87' })
})

test('a bill that is replaced, approved anew and given back', async () => {
  const of = await standard()
  const april = await office.billed(of, 4, { bill: bill() })
  await office.pay(of.customer_id, april, inTime)
  const [old] = (await office.accounting.get('/bills', { invoice_id: april })).body.data
  const draft = await done(office.accounting, '/bill/replace', { id: old.id, ...because })
  await asReported(of.customer_id, { [april]: '0.00' })
  const lines = [{ name: 'Energy', quantity: '1', rate: '500.00' }]
  const { id, version } = draft
  await done(office.accounting, '/bill', { id, version, lines })
  await done(office.accounting, '/bill/approve', { id, acknowledge: everyWarning })
  await asReported(of.customer_id, { [april]: '96.98' })
  await paidTo(office.accounting, { bill_id: id }, '517.50')
  await done(office.accounting, '/bill/refund', { id, to: 'bank', ...because })
  await asReported(of.customer_id, { [april]: '0.00' })
})

test('split billing earns of our own part alone, whoever collects the supplier’s', async () => {
  for (const collection of ['direct', 'through_us'] as const) {
    await collectBy(world, collection)
    const of = await split()
    const april = await office.billed(of, 4, { bill: bill(), lines: undefined })
    await office.pay(of.customer_id, april, await balanceOf(april))
    const margin = await marginOf(of.customer_id, april)
    expect(Number(margin)).toBeGreaterThan(0)
    await asReported(of.customer_id, { [april]: margin })
  }
  await collectBy(world, 'direct')
})

test('the supplier’s discount that we keep is part of the margin', async () => {
  await collectBy(world, 'through_us')
  const of = await split()
  const april = await office.billed(of, 4, { bill: bill(), lines: undefined, ...lapsed })
  await office.pay(of.customer_id, april, await balanceOf(april))
  const before = await marginOf(of.customer_id, april)
  const [own] = (await office.accounting.get('/bills', { invoice_id: april })).body.data
  await paidTo(office.accounting, { bill_id: own.id }, own.due_total)
  await runJob(world, settleBillsJob)
  const kept = await marginOf(of.customer_id, april)
  expect((Number(kept) - Number(before)).toFixed(2)).toBe('54.01')
  await asReported(of.customer_id, { [april]: kept })
  await collectBy(world, 'direct')
})

test('what is credited to the customer by a note of its own, or taken back whole', async () => {
  const of = await standard()
  const april = await office.billed(of, 4, { bill: bill() })
  await office.pay(of.customer_id, april, inTime)
  const asked = { customer_id: of.customer_id, credits_id: april, credit_amount: '23.00' }
  const note = (await office.accounting.put('/invoice', asked)).body.data
  const approve = { id: note.id, send: true, posted: true, acknowledge: everyWarning }
  await done(manager, '/invoice/approve', approve)
  await asReported(of.customer_id, { [april]: '35.87', [note.id]: '0.00' })
  expect((await reported(of.customer_id)).get(note.id)?.not_costed).toBe('-20.00')
  await done(manager, '/invoice/cancel', { id: note.id, ...because })
  await done(manager, '/invoice/cancel', { id: april, ...because })
  expect(await reported(of.customer_id)).toEqual(new Map())
  await asReported(of.customer_id, {})
})

test('dollars for each invoice are not of the margin, which stands beside them all the same', async () => {
  partner_id = await office.newPartner({ partner_rate_unit: 'fixed', partner_rate_amount: '5.00' })
  const of = await standard()
  const april = await office.billed(of, 4, { bill: bill() })
  await office.pay(of.customer_id, april, inTime)
  const [entry] = await office.entries(partner_id)
  expect(entry).toMatchObject({ amount: '5.00', rate_unit: 'fixed', base: '35.87' })
  expect((await reported(of.customer_id)).get(april)?.margin).toBe('35.87')
})

test('what is left of April after the commission on its fee is 33.27', async () => {
  await settingIs(world, 'commission_base', 'service_fee')
  const of = await standard()
  const april = await office.billed(of, 4, { bill: bill() })
  await office.pay(of.customer_id, april, inTime)
  const { body } = await office.accounting.get('/invoice/commission', { id: april })
  expect(body.data.amount).toBe('2.60')
  const left = Number(await marginOf(of.customer_id, april)) - Number(body.data.amount)
  expect(left.toFixed(2)).toBe('33.27')
  await settingIs(world, 'commission_base', 'margin')
})
