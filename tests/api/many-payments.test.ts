import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#domain/kit/day-number.ts'
import { todayOf } from '#server/kit/http/context.ts'
import { booksHold, newCustomer, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let accounting: Client
let manager: Client

beforeAll(async () => {
  world = await makeWorld()
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  await scope(world.owner, world.organisations[0])
})
afterAll(() => world.close())

const day = (ago = 0) => addDays(todayOf(world), -ago)
const bank = { payment_type: 'bank_transfer' }

/** Owes two invoices, the older of them lost its discount. */
async function debtor() {
  const { id: customer_id } = await newCustomer(manager)
  const past = { due_date: day(20), discounted_date: day(20) }
  const old = await sentInvoice(accounting, customer_id, past)
  const page = await sentInvoice(accounting, customer_id)
  return { customer_id, old, page }
}

type Debtor = Awaited<ReturnType<typeof debtor>>

/** What the books and the screens tell of somebody, without ids. */
async function toldOf({ customer_id, old, page }: Debtor) {
  const { rows } = await world.owner.query(
    `select t.event, t.amount, t.transaction_date, t.reason, case t.invoice_id when $2 then 'old'
       when $3 then 'page' end as invoice from transactions t where customer_id = $1 order by t.id`,
    [customer_id, old.id, page.id],
  )
  const invoices = await Promise.all(
    [old, page].map(async ({ id }) => {
      const { data } = (await accounting.get('/invoice', { id })).body
      return [data.balance, data.ppd_state, data.invoice_status]
    }),
  )
  const { data } = (await accounting.get('/customer', { id: customer_id })).body
  const { balance_total, balance_overdue, account_credit } = data
  const paid = (await accounting.get('/invoicepayments', { customer_id, order: 'id' })).body.data
  const money = (paid ?? []).map((one: Record<string, unknown>) => [
    ...[one.reference, one.allocated_amount, one.unallocated_amount, one.gst_amount],
    one.amount_excl_gst,
  ])
  await booksHold(world, customer_id)
  return { rows, invoices, balance_total, balance_overdue, account_credit, money }
}

/** In part, by reference, by choice, too much, back-dated, and twice. */
const paymentsOf = ({ customer_id, old, page }: Debtor) => [
  { customer_id, amount_incl_gst: '40.00', payment_date: day(), ...bank },
  {
    ...{ customer_id, amount_incl_gst: '218.50', payment_date: day(1), ...bank },
    reference: `Thanks ${page.invoice_number}`,
  },
  { customer_id, amount_incl_gst: '10.00', payment_date: day(25), ...bank, invoice_id: old.id },
]

test('many payments are booked and placed as if each had been typed by itself', async () => {
  const typed = [await debtor(), await debtor()]
  const listed = [await debtor(), await debtor()]
  const inTurn = (debtors: Debtor[]) =>
    [0, 1, 2].flatMap((place) => debtors.map((one) => paymentsOf(one)[place]))
  for (const payment of inTurn(typed))
    expect((await accounting.put('/invoicepayment', payment)).status).toBe(201)
  const payments = inTurn(listed)
  const reply = await accounting.put('/invoicepayments', { payments })
  expect(reply.status, reply.text).toBe(201)
  expect(reply.body.data).toHaveLength(6)
  expect(reply.body.data[2]).toMatchObject({
    customer_id: listed[0]?.customer_id,
    invoice_id: listed[0]?.page.id,
    is_repeated: false,
  })
  for (const [place, one] of typed.entries()) {
    const other = listed[place] as Debtor
    const numbers = (who: Debtor) => [who.old.invoice_number, who.page.invoice_number]
    const told = JSON.stringify(await toldOf(other))
      .replaceAll(numbers(other)[0], numbers(one)[0])
      .replaceAll(numbers(other)[1], numbers(one)[1])
    expect(JSON.parse(told)).toEqual(JSON.parse(JSON.stringify(await toldOf(one))))
  }
})

test('each payment of a list has its history, and a list is booked once under its key', async () => {
  const one = await debtor()
  const body = { payments: [paymentsOf(one)[0], paymentsOf(one)[1]] }
  const headers = { 'idempotency-key': `list of ${one.customer_id}` }
  const first = await accounting.put('/invoicepayments', body, headers)
  const again = await accounting.put('/invoicepayments', body, headers)
  expect(again.text).toBe(first.text)
  const [id] = first.body.data.map((row: { id: number }) => row.id)
  const history = await world.owner.query(
    `select action, customer_id, changes from history where object_class = 'invoicepayment'
       and object_id = $1`,
    [id],
  )
  expect(history.rows).toMatchObject([
    {
      action: 'create',
      customer_id: one.customer_id,
      changes: { amount_incl_gst: [null, '40.00'], payment_status: [null, 'received'] },
    },
  ])
  const third = await accounting.put('/invoicepayments', body)
  expect(third.body.data.map((row: { is_repeated: boolean }) => row.is_repeated)).toEqual([
    true,
    true,
  ])
})

test('flags of a list do what they do alone: the discount is granted, the rest cleared', async () => {
  const [granted, cleared] = [await debtor(), await debtor()]
  const paid = { amount_incl_gst: '100.00', payment_date: day(), ...bank }
  const payments = [
    { ...paid, customer_id: granted.customer_id, invoice_id: granted.old.id, grant_ppd: true },
    { ...paid, customer_id: cleared.customer_id, invoice_id: cleared.old.id, clearsinvoice: true },
  ]
  expect((await accounting.put('/invoicepayments', { payments })).status).toBe(403)
  expect((await manager.put('/invoicepayments', { payments })).status).toBe(201)
  expect((await toldOf(granted)).invoices[0]).toEqual(['3.50', 'granted', 'invoiced'])
  expect((await toldOf(cleared)).invoices[0]).toEqual(['0.00', 'lost', 'cleared'])
})

test('one that cannot be booked refuses the whole list', async () => {
  const [one, other] = [await debtor(), await debtor()]
  const before = await toldOf(one)
  const [good] = paymentsOf(one)
  const refused = async (bad: object, field: string) => {
    const reply = await accounting.put('/invoicepayments', {
      payments: [good, { ...good, ...bad }],
    })
    expect(reply.status, reply.text).toBe(400)
    expect(reply.body.errors.map((error: { field: string }) => error.field)).toEqual([field])
  }
  await refused({ amount_incl_gst: '-1.00' }, 'payments.1.amount_incl_gst')
  await refused({ payment_date: addDays(day(), 1) }, 'payments.1.payment_date')
  await refused({ invoice_id: other.page.id }, 'payments.1.invoice_id')
  await refused({ customer_id: 999_999 }, 'payments.1.customer_id')
  await refused({ payment_type: 'shells' }, 'payments.1.payment_type')
  expect(await toldOf(one)).toEqual(before)
})
