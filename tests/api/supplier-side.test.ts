import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { booksHold } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import {
  aprilBill,
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
const send = (id: number, acknowledge: string[] = everyWarning) =>
  accounting.post('/invoice/approve', { id, send: true, posted: true, acknowledge })
const fees = { late_payment_fee_amount: '10.00' }

describe('the worked example is booked to the cent', () => {
  test('at our own rates the bill is our cost, with the GST the supplier printed', async () => {
    const account = await suppliedAccount(admin)
    const { bill_id } = await draftWithBill(
      accounting,
      account,
      {},
      {
        lines: [{ name: 'Energy', quantity: '1', rate: '573.26' }],
      },
    )
    const reply = await accounting.post('/bill/approve', { id: bill_id, acknowledge: ['W08'] })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.data).toMatchObject({ booked_as: 'cost', balance: '587.78' })
    expect(await bookedOn(world, { bill_id })).toEqual({
      2000: '-587.78',
      2310: '76.67',
      5000: '511.11',
    })
  })

  test('split, paid to the supplier: our own block alone, and the bill is not owed by us', async () => {
    await collectBy(world, 'direct')
    const account = await suppliedAccount(admin, { split: true })
    const { invoice, bill_id } = await draftWithBill(accounting, account, {}, fees)
    expect((await send(invoice.id)).status).toBe(200)
    expect(await bookedOn(world, { invoice_id: invoice.id })).toEqual({
      1100: '40.89',
      1190: '3.10',
      2300: '-5.74',
      4020: '-28.25',
      4030: '-10.00',
    })
    expect(await bookedOn(world, { bill_id })).toEqual({})
    expect(await billNow(bill_id)).toMatchObject({
      bill_status: 'invoiced',
      booked_as: 'information',
      balance: '0.00',
    })
    const pay = { bill_id, amount_incl_gst: '587.78', payment_date: '2026-11-10' }
    const refused = await accounting.put('/billpayment', pay)
    expect(refused.status).toBe(476)
    expect(refused.body.message).toContain('the customer pays this bill')
    const unpaid = (await accounting.get('/bills/unpaid', { limit: 100 })).body.data ?? []
    expect(unpaid.map((one: { id: number }) => one.id)).not.toContain(bill_id)
    await booksHold(world, account.customer_id)
  })

  test('split, through us: the supplier’s block is whole on its own account', async () => {
    await collectBy(world, 'through_us')
    const account = await suppliedAccount(admin, { split: true })
    const bill = { opening_balance: '-12.40' }
    const { invoice, bill_id } = await draftWithBill(accounting, account, bill, fees)
    expect(invoice).toMatchObject({
      supplier_difference: '-12.40',
      supplier_opening_balance: '-12.40',
      opening_balance: '-12.40',
      discounted_total: '616.27',
      undiscounted_total: '681.48',
    })
    const sent = await send(invoice.id)
    expect(sent.body.data.invoiced_at, sent.text).not.toBeNull()
    expect(sent.body.data).toMatchObject({ opening_balance: '-12.40', balance: '616.27' })
    expect(await bookedOn(world, { invoice_id: invoice.id })).toEqual({
      1100: '616.27',
      1190: '65.21',
      2300: '-5.74',
      2500: '-637.49',
      4020: '-28.25',
      4030: '-10.00',
    })
    expect(await bookedOn(world, { bill_id })).toEqual({ 2000: '-575.38', 2500: '575.38' })
    expect(await billNow(bill_id)).toMatchObject({
      booked_as: 'passed_on',
      difference_status: 'accepted',
      balance: '575.38',
    })
    const paid = await accounting.put('/invoicepayment', {
      customer_id: account.customer_id,
      invoice_id: invoice.id,
      amount_incl_gst: '616.27',
      payment_date: '2026-11-10',
    })
    expect(paid.status, paid.text).toBe(201)
    const after = (await accounting.get('/invoice', { id: invoice.id })).body.data
    expect(after).toMatchObject({ balance: '0.00', ppd_state: 'earned' })
    await booksHold(world, account.customer_id)
    const proof = await accounting.get('/invoice/verify', { id: invoice.id })
    expect(proof.body.data.differences).toEqual([])
    await collectBy(world, 'direct')
  })
})

describe('what a supplier asks from before', () => {
  const may = {
    period_start: '2026-05-01',
    period_end: '2026-05-31',
    date_issued: '2026-06-01',
  }

  test('is no difference when our books say the same', async () => {
    const account = await suppliedAccount(admin)
    const lines = [{ name: 'Energy', quantity: '1', rate: '600.00' }]
    const april = await draftWithBill(accounting, account, {}, { lines })
    await accounting.post('/bill/approve', { id: april.bill_id })
    const printed = { ...may, opening_balance: '587.78' }
    const { bill_id } = await draftWithBill(accounting, account, printed, { lines })
    expect(await billNow(bill_id)).toMatchObject({ supplier_difference: '0.00' })
    const approved = await accounting.post('/bill/approve', { id: bill_id })
    expect(approved.status, approved.text).toBe(200)
    expect(approved.body.data.balance).toBe('587.78')
    // The printed amount pays both of them.
    const due = approved.body.data.due_total
    expect(due).toBe('1175.56')
    const body = { bill_id, amount_incl_gst: due, payment_date: '2026-11-10' }
    const { id } = (await accounting.put('/billpayment', body)).body.data
    await accounting.post('/billpayment/approve', { id })
    const paid = await accounting.post('/billpayment/pay', { id })
    expect(paid.status, paid.text).toBe(200)
    expect(await billNow(bill_id)).toMatchObject({ bill_status: 'paid', balance: '0.00' })
    expect(await billNow(april.bill_id)).toMatchObject({ bill_status: 'paid', balance: '0.00' })
  })

  test('is accepted with the bill, or disputed and asked again with the next one', async () => {
    const account = await suppliedAccount(admin)
    const lines = [{ name: 'Energy', quantity: '1', rate: '600.00' }]
    const first = { ...aprilBill, opening_balance: '12.00' }
    const april = await draftWithBill(accounting, account, first, { lines })
    const refused = await accounting.post('/bill/approve', { id: april.bill_id })
    expect(refused.status).toBe(476)
    expect(refused.body.info.validations).toContainEqual(expect.objectContaining({ code: 'W11' }))
    const said = { id: april.bill_id, difference: 'dispute' }
    const disputed = await accounting.post('/bill/approve', said)
    expect(disputed.body.data, disputed.text).toMatchObject({
      supplier_difference: '12.00',
      difference_status: 'disputed',
      balance: '587.78',
    })
    const again = { ...may, opening_balance: '599.78' }
    const { bill_id } = await draftWithBill(accounting, account, again, { lines })
    expect(await billNow(bill_id)).toMatchObject({ supplier_difference: '12.00' })
    const accepted = await accounting.post('/bill/approve', { id: bill_id, difference: 'accept' })
    expect(accepted.body.data).toMatchObject({ difference_status: 'accepted', balance: '599.78' })
    expect(await bookedOn(world, { bill_id })).toEqual({
      2000: '-599.78',
      2310: '76.67',
      5000: '511.11',
      5910: '12.00',
    })
  })
})

describe('the checks of a bill are asked before its invoice is approved', () => {
  test('and what was looked at is kept with the bill', async () => {
    const account = await suppliedAccount(admin)
    const lines = [{ name: 'Energy', quantity: '1', rate: '600.00' }]
    const unsure = { supplier_due_date: null }
    const { invoice, bill_id } = await draftWithBill(accounting, account, unsure, { lines })
    const own = everyWarning.filter((code) => !code.startsWith('bill:'))
    const refused = await send(invoice.id, own)
    expect(refused.status).toBe(476)
    expect(refused.body.info.warnings).toMatchObject([{ code: 'bill:W06' }])
    expect(await billNow(bill_id)).toMatchObject({ bill_status: 'draft' })
    expect(await bookedOn(world, { bill_id })).toEqual({})
    const sent = await send(invoice.id, [...own, 'bill:W06'])
    expect(sent.body.data.invoiced_at, sent.text).not.toBeNull()
    expect(await billNow(bill_id)).toMatchObject({
      bill_status: 'invoiced',
      acknowledged: ['W06'],
    })
  })

  test('a bill that was changed after that is asked again when the invoice goes out', async () => {
    const account = await suppliedAccount(admin)
    const lines = [{ name: 'Energy', quantity: '1', rate: '600.00' }]
    const { invoice, bill_id } = await draftWithBill(accounting, account, {}, { lines })
    const approve = { id: invoice.id, acknowledge: everyWarning }
    expect((await accounting.post('/invoice/approve', approve)).status).toBe(200)
    const { version } = await billNow(bill_id)
    const changed = { id: bill_id, version, supplier_due_date: null }
    expect((await accounting.post('/bill', changed)).status).toBe(261)
    const refused = await accounting.post('/invoice/send', { id: invoice.id, posted: true })
    expect(refused.status).toBe(476)
    expect(refused.body.message).toContain('is to be checked again')
  })
})

describe('the list of bills', () => {
  test('knows what is to be checked, and the search finds a bill by its number', async () => {
    const account = await suppliedAccount(admin)
    const lines = [{ name: 'Energy', quantity: '1', rate: '600.00' }]
    const number = { supplier_statement_number: `LOOKED-FOR-${account.contract_id}` }
    const good = await draftWithBill(accounting, account, number, { lines })
    const other = await suppliedAccount(admin)
    const open = await draftWithBill(accounting, other, { supplier_due_date: null }, { lines })
    const found = (await accounting.get('/bills/tocheck', { limit: 100 })).body.data
    const ids = found.map((one: { id: number }) => one.id)
    expect(ids).toContain(open.bill_id)
    expect(ids).not.toContain(good.bill_id)
    const hits = (await accounting.get('/search', { q: number.supplier_statement_number })).body
      .data
    expect(hits).toMatchObject([
      { entity: 'bill', id: good.bill_id, path: `/app/bill/edit?id=${good.bill_id}` },
    ])
  })
})
