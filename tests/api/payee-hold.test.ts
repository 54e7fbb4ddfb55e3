import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addWorkingDays } from '#domain/kit/working-day.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { adjustedBy, goodwill } from '#tests/support/adjusting.ts'
import type { Client } from '#tests/support/client.ts'
import {
  anyAccount,
  changePayee,
  eventsOf,
  payeeOf,
  type TestPayee,
} from '#tests/support/payees.ts'
import { draftWithBill, settingIs, suppliedAccount } from '#tests/support/supplied.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// The first money to a changed account waits, so that whoever is told of it can still say no.
let world: World
let accounting: Client
let manager: Client
let admin: Client
let sequence = 0

const DAY = 24 * 3_600_000

beforeAll(async () => {
  world = await makeWorld()
  await world.owner.query('update organisations set bank_account_number = $2 where id = $1', [
    world.organisations[0],
    anyAccount(),
  ])
})
beforeEach(async () => {
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  admin = await world.as('admin')
})
afterAll(() => world.close())

/** An approved payment to a supplier whose account may then be changed. */
async function payment(more: object = {}) {
  sequence += 1
  const name = `Held Retailer ${sequence}`
  const account = await suppliedAccount(admin, {
    supplier: { name, bank_account_number: anyAccount() },
  })
  const lines = [{ name: 'Energy', quantity: '1', rate: '100.00' }]
  const bill = { supplier_statement_number: `HELD-${sequence}`, ppd_percent: '0', lines }
  const { bill_id } = await draftWithBill(accounting, account, bill, { lines })
  expect((await accounting.post('/bill/approve', { id: bill_id })).status).toBe(200)
  const planned = { bill_id, amount_incl_gst: '115.00', payment_date: todayOf(world), ...more }
  const made = await accounting.put('/billpayment', planned)
  expect(made.status, made.text).toBe(201)
  const id = Number(made.body.data.id)
  expect((await accounting.post('/billpayment/approve', { id })).status).toBe(200)
  const payee: TestPayee = { kind: 'supplier', id: account.supplier_id, email: '', account: '' }
  return { id, payee, name }
}

const moved = (payee: TestPayee, client = manager) =>
  changePayee(client, payee, { bank_account_number: anyAccount() })
const write = (ids: number[]) =>
  accounting.post('/billpayments/file', { ids, layout: 'bnz', payment_date: todayOf(world) })
const preview = async (ids: number[]) =>
  (await accounting.post('/billpayments/file/preview', { ids })).body.data
const holdOf = async (payee: TestPayee) => (await eventsOf(admin, payee)).body.info.hold

// Shows: T13
test('a supplier whose account was changed is paid two working days later', async () => {
  const [known, changed] = [await payment(), await payment()]
  expect((await moved(changed.payee)).status).toBe(261)
  const until = addWorkingDays(todayOf(world), 2)
  expect(await holdOf(changed.payee)).toMatchObject({ hold_until: until })
  const rows = await preview([known.id, changed.id])
  expect(rows).toMatchObject([
    { id: known.id, change: null, refusal: null, amount: '115.00' },
    {
      id: changed.id,
      change: { changed_date: todayOf(world), changed_by: 'manager Test', hold_until: until },
      refusal: expect.stringContaining('money goes there from'),
    },
  ])
  const refused = await write([known.id, changed.id])
  expect(refused.status).toBe(476)
  expect(refused.body.info.refused).toMatchObject([{ id: changed.id }])
  expect(refused.body.message).toContain(changed.name)
  expect((await accounting.post('/billpayment/pay', { id: changed.id })).status).toBe(476)
  expect((await write([known.id])).status).toBe(200)
  while (todayOf(world) < until) world.clock.advance(DAY)
  accounting = await world.as('accounting')
  const later = await preview([changed.id])
  expect(later).toMatchObject([{ refusal: null, change: { hold_until: null } }])
  expect((await write([changed.id])).status).toBe(200)
})

test('a changed account is pointed out for thirty days', async () => {
  const { id, payee } = await payment()
  await moved(payee)
  world.clock.advance(31 * DAY)
  accounting = await world.as('accounting')
  expect(await preview([id])).toMatchObject([{ change: null, refusal: null }])
})

test('what the supplier collects by itself does not go to the account', async () => {
  const { id, payee } = await payment({ payment_type: 'direct_debit' })
  await moved(payee)
  expect((await write([id])).status).toBe(476)
  expect((await accounting.post('/billpayment/pay', { id })).status).toBe(200)
})

test('a manager releases the hold with a reason, having proved who they are', async () => {
  const { id, payee } = await payment()
  await moved(payee)
  const hold = await holdOf(payee)
  const release = { id: hold.id, reason: 'Called Ana on the number from 2024' }
  expect((await accounting.post('/payeeaccount/release', release)).status).toBe(403)
  const other = await world.as('other')
  expect((await other.post('/payeeaccount/release', release)).status).toBe(404)
  expect((await manager.post('/payeeaccount/release', { id: hold.id })).status).toBe(400)
  world.clock.advance(6 * 60_000)
  const stale = await manager.post('/payeeaccount/release', release)
  expect(stale.body.message).toContain('enter your password again')
  manager = await world.as('manager')
  expect((await manager.post('/payeeaccount/release', release)).status).toBe(200)
  expect((await manager.post('/payeeaccount/release', release)).status).toBe(476)
  const { data, info } = (await eventsOf(manager, payee)).body
  expect(data[0]).toMatchObject({ event: 'released', reason: release.reason })
  expect(info.hold).toBeNull()
  const [row] = await preview([id])
  expect(row).toMatchObject({ refusal: null, change: { changed_by: 'manager Test' } })
  expect((await write([id])).status).toBe(200)
})

test('where two people are wanted, who asked for an account does not release it', async () => {
  const { payee } = await payment()
  await settingIs(world, 'payee_second_person', true)
  await changePayee(manager, payee, { bank_account_number: anyAccount() })
  const { waiting } = (await eventsOf(admin, payee)).body.info
  expect((await admin.post('/payeeaccount/confirm', { id: waiting.id })).status).toBe(200)
  const hold = await holdOf(payee)
  expect(hold.changed_by).toBe('manager Test, confirmed by admin Test')
  const release = { id: hold.id, reason: 'Called them' }
  expect((await manager.post('/payeeaccount/release', release)).status).toBe(403)
  expect((await admin.post('/payeeaccount/release', release)).status).toBe(200)
  await settingIs(world, 'payee_second_person', false)
})

test('a name spelt anew holds nothing back, nor does anything where the hold is nought', async () => {
  const { id, payee } = await payment()
  expect((await changePayee(manager, payee, { bank_account_name: 'Limited' })).status).toBe(261)
  expect(await holdOf(payee)).toBeNull()
  await settingIs(world, 'payee_hold_days', 0)
  expect((await moved(payee)).status).toBe(261)
  expect(await holdOf(payee)).toBeNull()
  expect((await write([id])).status).toBe(200)
  await settingIs(world, 'payee_hold_days', 2)
})

test('lifting the setting does not let out what is held back already', async () => {
  const { id, payee } = await payment()
  await moved(payee)
  await settingIs(world, 'payee_hold_days', 0)
  expect((await write([id])).status).toBe(476)
  await settingIs(world, 'payee_hold_days', 2)
})

test('refunds and payouts wait for a customer’s changed account', async () => {
  const payee = await payeeOf(world, admin, 'customer')
  const customer_id = payee.id
  const money = { customer_id, amount_incl_gst: '40.00', payment_date: todayOf(world) }
  const paid = await accounting.put('/invoicepayment', money)
  const given = await adjustedBy(manager, customer_id, goodwill)
  await moved(payee, admin)
  const until = addWorkingDays(todayOf(world), 2)
  expect((await holdOf(payee)).hold_until).toBe(until)
  const refund = { id: paid.body.data.id, reason: 'Paid twice' }
  const back = await accounting.post('/invoicepayment/refund', refund)
  expect(back.status, back.text).toBe(476)
  expect(back.body.message).toContain('money goes there from')
  const out = { customer_id, adjustment_id: given.id, payment_date: todayOf(world) }
  const payout = { ...out, amount_incl_gst: '-10.00' }
  expect((await accounting.put('/invoicepayment', payout)).status).toBe(476)
  const cheque = await accounting.put('/invoicepayment', { ...payout, payment_type: 'cheque' })
  expect(cheque.status, cheque.text).toBe(201)
  while (todayOf(world) < until) world.clock.advance(DAY)
  accounting = await world.as('accounting')
  const now = { ...payout, payment_date: todayOf(world) }
  expect((await accounting.put('/invoicepayment', now)).status).toBe(201)
  expect((await accounting.post('/invoicepayment/refund', refund)).status).toBe(200)
})
