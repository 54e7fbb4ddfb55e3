import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#domain/contracts/contract.ts'
import { partner } from '#domain/partners/partner.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import { newCustomer, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { done } from '#tests/support/commissioned.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { everyWarning, settingIs } from '#tests/support/supplied.ts'
import { sendForm, textFile } from '#tests/support/upload.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

// GST rises from 15 to 20 % on 1 April 2027: a sixth of what is paid is easily reckoned by hand.
let world: World
let admin: Client
let manager: Client
let customer_id: number
let march: Record<string, string> & { id: number }

const standard = { from: '2010-10-01', percent: '15' }
const rising = [standard, { from: '2027-04-01', percent: '20' }]
const name = 'gst_percentages'
const at = async (day: string) => {
  world.clock.stopAt(new Date(`${day}T00:00:00Z`))
  admin = await world.as('admin')
  manager = await world.as('manager')
}
const plain = { discount_percent: '0' }
const line = (rate: string) => [{ name: 'Energy', quantity: '1', rate, unit: 'each' }]
const invoiced = (given: object = {}) => sentInvoice(manager, customer_id, { ...plain, ...given })

beforeAll(async () => {
  world = await makeWorld()
  await settingIs(world, 'gst_period', '1')
  await at('2027-03-20')
  customer_id = (await newCustomer(manager)).id
  march = await invoiced()
})
afterAll(() => world.close())

describe('the percentage of GST', () => {
  test('of a March paper is 15', () => {
    expect(march).toMatchObject({ gst_percent: '15', undiscounted_total_this_period: '115.00' })
  })

  test.each([
    ['nothing', []],
    ['days that do not rise', [rising[1], rising[0]]],
    ['a day twice', [standard, standard]],
    ['more than everything', [{ ...standard, percent: '100.5' }]],
    ['no day of the calendar', [{ ...standard, from: '2027-02-30' }]],
  ])('is not %s', async (_, value) => {
    const reply = await admin.put('/organisationconfig', { name, value })
    expect(reply.status, reply.text).toBe(400)
    expect(reply.body.errors[0].message).toContain('the earliest day first')
  })

  test('does not change on days whose papers have left, and the answer says up to when', async () => {
    const early = [standard, { from: '2027-03-20', percent: '20' }]
    for (const value of [early, [{ ...standard, percent: '20' }]]) {
      const reply = await admin.put('/organisationconfig', { name, value })
      expect([reply.status, reply.body.errors?.[0]?.field]).toEqual([400, 'value'])
      expect(reply.body.errors[0].message).toContain('Papers up to 20 Mar 2027 have left')
    }
  })

  test('changes from a day to come', async () => {
    const reply = await admin.put('/organisationconfig', { name, value: rising })
    expect(reply.status, reply.text).toBe(201)
  })
})

describe('across the change', () => {
  test('a draft for the days after it has the new percentage, one that was moved there warns', async () => {
    const draft = { customer_id, ...plain, lines: line('100.00') }
    const due = { due_date: '2027-05-20', discounted_date: '2027-05-20' }
    const april = await manager.put('/invoice', { ...draft, ...due, invoice_date: '2027-04-02' })
    expect(april.body.data).toMatchObject({ gst_percent: '20', charges_gst: '20.00' })
    const old = { ...draft, ...due, invoice_date: '2027-04-02', gst_percent: '15' }
    const moved = await manager.put('/invoice', old)
    expect(moved.body.data.warnings).toMatchObject([
      { code: 'W07', message: 'GST is 20 % on 02 Apr 2027, the invoice has 15 %.' },
    ])
    for (const { id } of [april.body.data, moved.body.data])
      expect((await manager.delete('/invoice', { id })).status).toBeLessThan(300)
  })

  test('an invoice of April is taxed at 20 %, one of a contract with its own percentage is not', async () => {
    await at('2027-04-05')
    const invoice = await invoiced()
    expect(invoice).toMatchObject({ gst_percent: '20', undiscounted_total_this_period: '120.00' })
    const free = await invoiced({ gst_percent: '0' })
    expect(free).toMatchObject({ gst_percent: '0', undiscounted_total_this_period: '100.00' })
  })

  test('a credit note for March gives back the GST of March', async () => {
    const made = await manager.put('/invoice', { customer_id, credits_id: march.id })
    expect(made.body.data).toMatchObject({ gst_percent: '15', gst_if_not: '-15.00' })
    await done(manager, '/invoice/approve', { id: made.body.data.id, send: true, posted: true })
  })

  test('bills are taxed by the day on them, and one that says otherwise is looked at', async () => {
    const { id: supplier_id } = await makeRow(manager, supplier)
    const deal = { customer_id, supplier_id, account_number_with_supplier: 'ACC-1' }
    const { id, gst_percent } = await makeRow(manager, contract, {
      ...deal,
      date_start: '2025-01-01',
    })
    expect(gst_percent ?? null).toBeNull()
    await done(admin, '/contract/activate', { id, reason: 'Agreed elsewhere' })
    const content = textFile(
      [
        'statement,account,issued,due,from,to,charge,quantity,unit,rate,amount',
        'S-MAR,ACC-1,31/3/2027,20/5/2027,1/2/2027,28/2/2027,Energy,100,kWh,1.00,100.00',
        'S-APR,ACC-1,2/4/2027,20/5/2027,1/3/2027,31/3/2027,Energy,100,kWh,1.00,100.00\n',
      ].join('\n'),
      'bills.csv',
    )
    const brought = await sendForm(manager, 'PUT /billimport', { content, supplier_id })
    await done(manager, '/billimport/accept', { id: brought.body.data.id })
    const bills = (await manager.get('/bills', { order: 'id' })).body.data
    expect(bills).toMatchObject([
      { gst_percent: '15', due_total: '115.00', gst_amount: '15.00' },
      { gst_percent: '20', due_total: '120.00', gst_amount: '20.00' },
    ])
    expect(JSON.stringify(bills.map(({ validations }: Row) => validations))).not.toContain('W05')
    const change = async (version: number, percent: string) => {
      const sent = { id: bills[1].id, version, gst_percent: percent }
      const reply = await manager.post('/bill', sent)
      expect(reply.status, reply.text).toBe(261)
      return reply.body.data as Row
    }
    const typed = await change(bills[1].version, '15')
    expect(JSON.stringify(typed.validations)).toContain('GST is 20 % of the charges')
    await change(typed.version, '20')
    for (const one of bills)
      await done(manager, '/bill/approve', { id: one.id, acknowledge: everyWarning })
  })

  test('adjustments and payments are taxed by their days', async () => {
    const made = await admin.put('/adjustment', {
      ...{ customer_id, kind: 'correction', side: 'debit', amount: '120.00', with_gst: true },
      reason: 'A charge that was forgotten',
    })
    expect(made.body.data, made.text).toMatchObject({ gst_percent: '20', gst_amount: '20.00' })
    const paid = async (payment_date: string) =>
      (
        await manager.put('/invoicepayment', {
          customer_id,
          amount_incl_gst: '60.00',
          payment_date,
        })
      ).body.data
    expect(await paid('2027-03-31')).toMatchObject({ gst_amount: '7.83' })
    expect(await paid('2027-04-05')).toMatchObject({ gst_amount: '10.00' })
  })

  test('a commission statement is taxed by the day it is sent', async () => {
    await scope(world.owner, world.organisations[0])
    const own = `update organisations set gst_number = '49091850' where id = $1`
    await world.owner.query(own, [world.organisations[0]])
    const { id: partner_id } = await makeRow(manager, partner, {
      ...{ email: 'partner@example.co.nz', gst_registered: true, gst_number: '49-091-850' },
      bcti_agreed_on: '2026-01-01',
    })
    const earned = { partner_id, amount: '50.00', reason: 'Agreed by telephone' }
    expect((await manager.put('/commission', earned)).status).toBe(201)
    await at('2027-04-07')
    const sent = await manager.post('/partner/commission/send', { id: partner_id })
    expect(sent.body.data, sent.text).toMatchObject({ gst_percent: '20', gst: '10.00' })
  })

  test('the return takes each document with its own percentage', async () => {
    await at('2027-05-03')
    const reply = await manager.put('/gstreturn', { period_end: '2027-04-30' })
    expect(reply.status, reply.text).toBe(201)
    // Sales: 120.00 and 120.00 at 20 %, 100.00 at 0 %. Bought or given back: at 15 % the credit note
    // and the bill of March, 230.00 × 3 ÷ 23; at 20 % the bill of April and 60.00, 180.00 ÷ 6.
    expect(reply.body.data).toMatchObject({
      ...{ box_5: '340.00', box_6: '100.00', box_7: '240.00', box_8: '40.00' },
      ...{ box_11: '410.00', box_12: '60.00', box_15: '-20.00' },
      ...{ sales_gst: '40.00', purchases_gst: '60.00' },
    })
    const { id } = reply.body.data
    const { info } = (await manager.get('/gstreturn/documents', { id })).body
    expect(info.rounding).toMatchObject([{ documents: [] }, { documents: [] }])
    const report = { name: 'gst', from: '2027-04-01', to: '2027-04-30', group: 'box' }
    const { agrees } = (await manager.get('/report', report)).body.info
    expect(agrees).toMatchObject({ difference: '0.00' })
  })

  test('on the payments basis money is taxed as what it pays', async () => {
    await settingIs(world, 'gst_basis', 'payments')
    const { id: payer } = await newCustomer(manager)
    const owed = (invoice_date: string, percent: string) =>
      sentInvoice(manager, payer, { ...plain, invoice_date, gst_percent: percent })
    await owed('2027-03-31', '15')
    const paid = { customer_id: payer, amount_incl_gst: '57.50', payment_date: '2027-05-03' }
    expect((await manager.put('/invoicepayment', paid)).status).toBe(201)
    const reply = await manager.put('/gstreturn', { period_end: '2027-05-31' })
    // Half of an invoice of March that was paid in May: 57.50 × 3 ÷ 23. Nothing was paid out.
    const sold = { box_5: '57.50', box_8: '7.50' }
    expect(reply.body.data).toMatchObject({ ...sold, box_11: '0.00' })
    // The statement of April counts when its money leaves, and no longer when that comes back.
    const [statement] = (await manager.get('/commissionstatements')).body.data
    await done(manager, '/commissionstatement/pay', { id: statement.id })
    const { id } = reply.body.data
    const paidOut = await done(manager, '/gstreturn/refresh', { id })
    expect(paidOut).toMatchObject({ ...sold, box_11: '60.00', box_12: '10.00' })
    const reason = 'The bank sent it back'
    await done(manager, '/commissionstatement/returned', { id: statement.id, reason })
    const again = await done(manager, '/gstreturn/refresh', { id })
    expect(again).toMatchObject({ ...sold, box_11: '0.00', box_12: '0.00' })
  })

  test('a percentage that papers have left with does not go back to the standard', async () => {
    const [stored] = (await admin.get('/organisationconfigs', { name })).body.data
    const gone = await admin.delete('/organisationconfig', { id: stored.id })
    expect(gone.status, gone.text).toBe(400)
    expect(gone.body.errors[0].message).toContain('GST can change from a later day only')
  })

  test('nor does it change on days that the books are locked over', async () => {
    await at('2027-07-05')
    await done(manager, '/bankaccounts/lock', { books_locked_to: '2027-06-30' })
    const [{ id, version }] = (await admin.get('/organisationconfigs', { name })).body.data
    const from = (day: string) =>
      admin.post('/organisationconfig', {
        ...{ id, version, value: [...rising, { from: day, percent: '17.5' }] },
      })
    const locked = await from('2027-06-30')
    expect([locked.status, locked.body.errors[0].field]).toEqual([400, 'value'])
    expect(locked.body.errors[0].message).toContain('The books are locked to 30 Jun 2027')
    expect((await from('2027-07-01')).status).toBe(261)
    const [latest] = (await admin.get('/organisationconfig/changes', { name })).body.data
    expect(latest).toMatchObject({ by: 'admin Test', from: rising })
  })
})

interface Row {
  id: number
  version: number
  validations: object[]
}
