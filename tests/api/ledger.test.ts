import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { todayOf } from '#server/kit/http/context.ts'
import { verifyBooksJob } from '#server/upkeep/verify-books-job.ts'
import { newCustomer, runJob, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let accounting: Client
let manager: Client

beforeAll(async () => {
  world = await makeWorld()
  accounting = await world.as('accounting')
  manager = await world.as('manager')
})
afterAll(() => world.close())
beforeEach(() => scope(world.owner, world.organisations[0]))

async function verify() {
  const reply = await manager.post('/ledger/verify', {})
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}

/** A customer with an invoice that is paid in part, one in full and one that was cancelled. */
async function busyCustomer() {
  const who = await newCustomer(accounting)
  const first = await sentInvoice(accounting, who.id)
  await sentInvoice(accounting, who.id)
  const third = await sentInvoice(accounting, who.id)
  await accounting.put('/invoicepayment', {
    customer_id: who.id,
    amount_incl_gst: '150.00',
    payment_date: todayOf(world),
  })
  await accounting.post('/invoice/cancel', { id: third.id, reason: 'Made by mistake' })
  return { who, first }
}

test('books that people kept add up, and every invoice is proved', async () => {
  await busyCustomer()
  const answer = await verify()
  expect(answer.violations).toEqual([])
  expect(answer).toMatchObject({ is_fine: true, is_complete: true, invoices_wrong: [] })
  expect(answer.invoices_checked).toBeGreaterThanOrEqual(3)
  expect(answer.checks.map((check: { code: string }) => check.code)).toEqual(
    'I1 I2 I3 I4 I5 I6 I7 I8 I9 I10 I11 I12 I15 I13 B1 B2 B3 B4 P2 P5 P6 C1 C2 C3'.split(' '),
  )
})

// Each is a change behind the application's back, and what finds it.
const tampered: [string, string][] = [
  ['I2', `update customers set balance_total = balance_total + 1 where id = $1`],
  ['I3', `update customers set balance_current = balance_current + 1 where id = $1`],
  ['I4', `update invoices set balance = balance + 1 where customer_id = $1 and balance > 0`],
  ['I5', `update invoices set invoice_status = 'cleared' where customer_id = $1 and balance > 0`],
  ['I6', `update invoices set charges_gst = charges_gst + 0.01 where customer_id = $1`],
  ['I7', `update invoices set ppd_state = 'lost' where customer_id = $1 and ppd_state = 'earned'`],
  ['I8', `update invoices set lines = lines || '[{"amount": "1.00"}]' where customer_id = $1`],
  ['I9', `update invoicepayments set unallocated_amount = 1 where customer_id = $1`],
  ['I10', `update invoicepayments set refunded_amount = 999 where customer_id = $1`],
  ['I15', `update customers set account_credit = 5 where id = $1`],
  ['P2', `update invoices set balance = -1 where customer_id = $1 and balance > 0`],
  ['P2', `update invoicepayments set unallocated_amount = 1 where customer_id = $1`],
  [
    'P5',
    `insert into transactions (organisation_id, event, transaction_date, amount, customer_id,
       actor_name, source, request_id)
     select organisation_id, 'discount_lost', current_date, 0, id, 'Nobody', 'system', 'none'
     from customers where id = $1`,
  ],
  [
    'P6',
    `with entry as (insert into transactions (organisation_id, event, transaction_date, amount,
         customer_id, invoicepayment_id, actor_name, source, request_id)
       select organisation_id, 'allocation', current_date, 1, customer_id, id, 'Nobody',
         'system', 'none'
       from invoicepayments where customer_id = $1 returning *)
     insert into accounttransactions (organisation_id, transaction_id, account, amount,
       transaction_date, customer_id)
     select organisation_id, id, account, line.amount, transaction_date, customer_id from entry,
       (values (2100, 1), (1100, -1)) line (account, amount)`,
  ],
]

test.each(tampered)(
  '%s finds what was changed behind our back and parks the account',
  async (code, sql) => {
    const { who } = await busyCustomer()
    await world.owner.query('begin')
    await world.owner.query(sql, [who.id])
    await world.owner.query('commit')
    const answer = await verify()
    const own = answer.violations.filter(
      (one: { customer_id: number }) => one.customer_id === who.id,
    )
    expect(own.map((one: { code: string }) => one.code)).toContain(code)
    const parked = await accounting.get('/ledger/parked', {})
    expect(parked.body.data.map((one: { customer_id: number }) => one.customer_id)).toContain(
      who.id,
    )
  },
)

test('an invoice that is not what its figures give is found', async () => {
  const { first } = await busyCustomer()
  await world.owner.query('update invoices set service_fee_percent = 7 where id = $1', [first.id])
  const answer = await verify()
  expect(answer.invoices_wrong).toContainEqual(
    expect.objectContaining({
      id: first.id,
      differences: [{ field: 'service_fee_percent', stored: '7.0000', computed: '0' }],
    }),
  )
})

test('a parked account gets no invoice, and is free again once its books add up', async () => {
  const { who } = await busyCustomer()
  await world.owner.query('update customers set balance_total = 77 where id = $1', [who.id])
  await runJob(world, verifyBooksJob)
  const made = await accounting.put('/invoice', {
    customer_id: who.id,
    lines: [{ name: 'Energy', quantity: '1', rate: '10.00', unit: 'each' }],
  })
  const approved = { id: made.body.data.id }
  expect((await accounting.post('/invoice/approve', approved)).status).toBe(200)
  const refused = await accounting.post('/invoice/send', { ...approved, posted: true })
  expect(refused.status, refused.text).toBe(476)
  expect(refused.body.message).toContain('parked')
  await accounting.put('/invoicepayment', {
    customer_id: who.id,
    amount_incl_gst: '1.00',
    payment_date: todayOf(world),
  })
  await runJob(world, verifyBooksJob)
  expect((await accounting.post('/invoice/send', { ...approved, posted: true })).status).toBe(200)
})

test('the books refuse to be changed, whoever asks', async () => {
  await busyCustomer()
  for (const table of ['transactions', 'accounttransactions']) {
    await expect(world.owner.query(`update ${table} set amount = 1`)).rejects.toThrow(/added to/)
    await expect(world.owner.query(`delete from ${table}`)).rejects.toThrow(/added to/)
  }
})
