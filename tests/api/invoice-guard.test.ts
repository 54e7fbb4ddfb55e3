import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { todayOf } from '#server/kit/http/context.ts'
import { booksHold, newCustomer, sentInvoice } from '#tests/support/billing.ts'
import { billingRows } from '#tests/support/billing-rows.ts'
import type { Client } from '#tests/support/client.ts'
import { dayIn } from '#tests/support/days.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let admin: Client
let accounting: Client

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.as('admin')
  accounting = await world.as('accounting')
})
afterAll(() => world.close())
beforeEach(() => scope(world.owner, world.organisations[0]))

const read = async (path: string, id: number) => (await accounting.get(path, { id })).body.data

async function draft(given: Record<string, unknown> = {}) {
  const { id: customer_id } = await newCustomer(accounting)
  const lines = [{ name: 'Energy', quantity: '1', rate: '100.00', unit: 'each' }]
  const made = await accounting.put('/invoice', { customer_id, lines, ...given })
  expect(made.status, made.text).toBe(201)
  return made.body.data
}

describe('approving', () => {
  const numbered = (gst_number: string | null) =>
    world.owner.query('update organisations set gst_number = $2 where id = $1', [
      world.organisations[0],
      gst_number,
    ])

  test('needs the organisation’s GST number where GST is charged', async () => {
    const [taxed, exempt] = [await draft(), await draft({ gst_percent: '0' })]
    await numbered(null)
    const refused = await accounting.post('/invoice/approve', { id: taxed.id })
    expect(refused.status).toBe(476)
    expect(refused.body.message).toContain('has no GST number')
    expect(refused.body.message).toContain('Ask an admin to add it')
    expect((await accounting.post('/invoice/approve', { id: exempt.id })).status).toBe(200)
    await numbered('49091850')
    expect((await accounting.post('/invoice/approve', { id: taxed.id })).status).toBe(200)
  })

  test('is stopped by an error of a bill that came with the invoice', async () => {
    const id = Number(await billingRows.invoice?.(admin))
    const [bill] = (await accounting.get('/bills', { invoice_id: id })).body.data
    expect(bill.validations).toEqual(expect.any(Array))
    const { customer_id, contract_id } = await read('/invoice', id)
    const made = await accounting.put('/invoice', {
      customer_id,
      contract_id,
      period_start: '2026-05-01',
      period_end: '2026-05-31',
      lines: [{ name: 'Energy', quantity: '1', rate: '100.00' }],
      bill: { supplier_statement_number: `Late ${id}`, lines: [] },
    })
    expect(made.status, made.text).toBe(201)
    const own = made.body.data.id
    const [born] = (await accounting.get('/bills', { invoice_id: own })).body.data
    const codes = born.validations.map((check: { code: string }) => check.code)
    expect(codes).toEqual(expect.arrayContaining(['E03', 'W06', 'W09']))
    const refused = await accounting.post('/invoice/approve', { id: own })
    expect(refused.status).toBe(476)
    expect(refused.body.message).toContain('Mend the bill first.')
  })
})

describe('deleting a draft', () => {
  test('lets go of its bill, and answers 474 to whoever saw an older one', async () => {
    const id = Number(await billingRows.invoice?.(admin))
    const [bill] = (await accounting.get('/bills', { invoice_id: id })).body.data
    const { version } = await read('/invoice', id)
    const changed = await accounting.post('/invoice', { id, version, notes: 'Looked at' })
    expect(changed.status, changed.text).toBe(261)
    expect((await accounting.delete('/invoice', { id, version })).status).toBe(474)
    expect((await read('/bill', bill.id)).invoice_id).toBe(id)
    const gone = await accounting.delete('/invoice', { id, version: version + 1 })
    expect(gone.status, gone.text).toBe(262)
    expect(await read('/bill', bill.id)).toMatchObject({ invoice_id: null, bill_status: 'draft' })
  })

  test('frees the money that waited for a redone invoice', async () => {
    const { id: customer_id } = await newCustomer(accounting)
    const first = await sentInvoice(accounting, customer_id)
    const payment_date = todayOf(world)
    const money = { customer_id, amount_incl_gst: '103.50', payment_date, invoice_id: first.id }
    await accounting.put('/invoicepayment', money)
    const redone = await accounting.post('/invoice/redo', { id: first.id, reason: 'Wrong rate' })
    expect(redone.status, redone.text).toBe(200)
    const gone = await accounting.delete('/invoice', { id: redone.body.data.id })
    expect(gone.status, gone.text).toBe(262)
    expect(await read('/customer', customer_id)).toMatchObject({ account_credit: '103.50' })
    const next = await sentInvoice(accounting, customer_id)
    expect(await read('/invoice', next.id)).toMatchObject({ balance: '0.00' })
    await booksHold(world, customer_id)
  })
})

test('money put on an invoice by hand stays there when other money comes', async () => {
  const { id: customer_id } = await newCustomer(accounting)
  const older = await sentInvoice(accounting, customer_id, { due_date: dayIn(12) })
  const newer = await sentInvoice(accounting, customer_id, { due_date: dayIn(31) })
  const payment_date = todayOf(world)
  const pay = async (amount: string, given: object = {}) => {
    const body = { customer_id, amount_incl_gst: amount, payment_date, ...given }
    return (await accounting.put('/invoicepayment', body)).body.data.id
  }
  const first = await pay('50.00')
  expect((await read('/invoice', older.id)).balance).toBe('53.50')
  await accounting.post('/invoicepayment/unallocate', { id: first, invoice_id: older.id })
  const moved = await accounting.post('/invoicepayment/allocate', {
    id: first,
    invoice_id: newer.id,
    amount: '50.00',
  })
  expect(moved.status, moved.text).toBe(200)
  await pay('60.00')
  const cancelled = await pay('10.00')
  await accounting.post('/invoicepayment/cancel', { id: cancelled, reason: 'Entered twice' })
  await pay('43.50')
  const lies = async () => {
    const { rows } = await world.owner.query(
      'select invoice_id, amount, is_manual from allocations where invoicepayment_id = $1',
      [first],
    )
    return rows.map((row) => [Number(row.invoice_id), row.amount, row.is_manual])
  }
  expect(await lies()).toEqual([[newer.id, '50.00', true]])
  expect((await read('/invoice', older.id)).balance).toBe('0.00')
  expect((await read('/invoice', newer.id)).balance).toBe('53.50')
  await booksHold(world, customer_id)
})

test('an account that is parked is found by its customer', async () => {
  const { id } = await newCustomer(accounting)
  const none = await accounting.get('/ledger/parked', { customer_id: id })
  expect(none.body.data).toEqual([])
  await world.owner.query(
    `insert into parked_accounts (organisation_id, customer_id, reason) values ($1, $2, $3)`,
    [world.organisations[0], id, 'INV-1 owes 1.00 instead of 2.00'],
  )
  const parked = await accounting.get('/ledger/parked', { customer_id: id })
  expect(parked.body.data).toMatchObject([{ reason: 'INV-1 owes 1.00 instead of 2.00' }])
})
