import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#domain/contracts/contract.ts'
import { makeIcp } from '#domain/kit/icp.ts'
import { meter } from '#domain/meters/meter.ts'
import { booksHold, newCustomer, passWorkingDays, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { reading } from '#tests/support/metered.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { runQueue } from '#tests/support/run-queue.ts'
import { settingIs } from '#tests/support/supplied.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let sequence = 9_800_000
let world: World
let accounting: Client
let manager: Client

beforeAll(async () => {
  world = await makeWorld()
  await signIn()
})
afterAll(() => world.close())

async function signIn() {
  accounting = await world.as('accounting')
  manager = await world.as('manager')
}

async function activeContract(customer_id: number): Promise<number> {
  sequence += 1
  const icp_number = makeIcp(sequence, 'UN')
  const values = { customer_id, date_start: '2026-01-01', connections: [icp_number] }
  const { id } = await makeRow(accounting, contract, values)
  const box = await makeRow(accounting, meter, { customer_id, icp_number })
  await reading(accounting, box.id, '2026-10-31', '1000')
  const daily = { rate_name: 'Daily', rate_type: 'fixed', rate_unit: 'day', rate_amount: '1' }
  await accounting.put('/rate', { ...daily, contract_id: id, valid_from_date: '2026-01-01' })
  const reply = await accounting.post('/contract/activate', { id, reason: 'Agreed elsewhere' })
  expect(reply.status, reply.text).toBe(200)
  return id
}

/** Two contracts, and an overdue rest of $115.00 on the first of them. */
async function twoContracts() {
  const { id: customer_id } = await newCustomer(accounting)
  const [first, second] = [await activeContract(customer_id), await activeContract(customer_id)]
  const days = { period_start: '2026-10-01', period_end: '2026-10-31', due_date: '2026-11-10' }
  const of = { contract_id: first, discount_percent: '0', ...days }
  const owed = await sentInvoice(accounting, customer_id, of)
  passWorkingDays(world, 8)
  await signIn()
  return { customer_id, first, second, owed }
}

async function draft(customer_id: number, contract_id: number | null) {
  const lines = [{ name: 'Energy', quantity: '1', rate: '10.00', unit: 'each' }]
  const days = contract_id ? { period_start: '2026-11-01', period_end: '2026-11-30' } : {}
  const made = await accounting.put('/invoice', { customer_id, contract_id, lines, ...days })
  expect(made.status, made.text).toBe(201)
  return made.body.data
}

async function sent(id: number) {
  const reply = await accounting.post('/invoice/approve', {
    ...{ id, send: true, posted: true, acknowledge: ['W02'] },
  })
  expect(reply.body.data.invoiced_at, reply.text).not.toBeNull()
  return reply.body.data
}

test('a page carries what the customer owes, whichever contract it is from', async () => {
  const { customer_id, second, owed } = await twoContracts()
  expect(await draft(customer_id, second)).toMatchObject({
    opening_balance: '115.00',
    page_items: [{ invoice_id: owed.id }],
  })
})

test('where the office asks contract by contract, only what that contract owes', async () => {
  await settingIs(world, 'opening_balance_scope', 'contract')
  const { customer_id, first, second, owed } = await twoContracts()
  const other = await sent((await draft(customer_id, second)).id)
  expect(other).toMatchObject({
    opening_balance: '0.00',
    page_items: [],
    discounted_total: '11.50',
  })
  const pdf = pdfText((await accounting.get('/invoice/document', { id: other.id })).bytes)
  expect(pdf).not.toContain(owed.invoice_number)
  const own = await draft(customer_id, first)
  expect(own).toMatchObject({ opening_balance: '115.00', page_items: [{ invoice_id: owed.id }] })
  expect(own.page_items[0]).not.toHaveProperty('contract_id')
  const page = await sent(own.id)
  expect(page).toMatchObject({ opening_balance: '115.00', discounted_total: '126.50' })
  // Who pays exactly what the page asks owes nothing on it.
  const money = { customer_id, amount_incl_gst: '126.50', payment_date: '2026-11-27' }
  const paid = await accounting.put('/invoicepayment', { ...money, invoice_id: page.id })
  expect(paid.status, paid.text).toBe(201)
  const balance = async (id: number) => (await accounting.get('/invoice', { id })).body.data.balance
  expect([await balance(owed.id), await balance(page.id), await balance(other.id)]).toEqual([
    '0.00',
    '0.00',
    '11.50',
  ])
  await booksHold(world, customer_id)
})

test('what belongs to no contract is asked on the next page, whichever it is', async () => {
  await settingIs(world, 'opening_balance_scope', 'contract')
  const { customer_id, second, owed } = await twoContracts()
  const reply = await manager.put('/adjustment', {
    ...{ customer_id, kind: 'correction', side: 'debit', amount: '23.00', with_gst: true },
    ...{ reason: 'A meter was missed', due_date: '2026-11-20' },
  })
  expect(reply.status, reply.text).toBe(201)
  passWorkingDays(world, 5)
  await signIn()
  expect((await draft(customer_id, second)).opening_balance).toBe('23.00')
  const alone = await draft(customer_id, null)
  expect(alone.opening_balance).toBe('23.00')
  expect(JSON.stringify(alone.page_items)).not.toContain(owed.invoice_number)
})

test('a billing run asks the same', async () => {
  await settingIs(world, 'opening_balance_scope', 'contract')
  const { customer_id, first, second } = await twoContracts()
  const asked = { contract_ids: [first, second], billed_to_date: '2026-11-30' }
  const run = await accounting.put('/billingrun', { ...asked, name: 'November' })
  expect(run.status, run.text).toBeLessThan(300)
  await runQueue(world)
  const drafts = await accounting.get('/invoices', { customer_id, invoice_status: 'draft' })
  const openings = drafts.body.data.map((one: { contract_id: number; opening_balance: string }) => [
    one.contract_id,
    one.opening_balance,
  ])
  expect(Object.fromEntries(openings)).toEqual({ [first]: '115.00', [second]: '0.00' })
})
