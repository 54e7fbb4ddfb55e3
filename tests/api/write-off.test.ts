import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { todayOf } from '#server/kit/http/context.ts'
import { booksHold, newCustomer, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import {
  bookedOn,
  collectBy,
  draftWithBill,
  everyWarning,
  suppliedAccount,
} from '#tests/support/supplied.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let accounting: Client
let manager: Client
let admin: Client

beforeAll(async () => {
  world = await makeWorld()
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  admin = await world.as('admin')
})
afterAll(() => world.close())

/** 587.78 of the supplier's and 29.39 of ours, in which 3.83 is GST. */
async function throughUs() {
  await collectBy(world, 'through_us')
  const account = await suppliedAccount(admin, { split: true })
  const { invoice } = await draftWithBill(manager, account)
  const reply = await manager.post('/invoice/approve', {
    ...{ id: invoice.id, send: true, posted: true, acknowledge: everyWarning },
  })
  expect(reply.body.data.invoiced_at, reply.text).not.toBeNull()
  expect(reply.body.data).toMatchObject({ balance: '617.17', gst_if_discounted: '3.83' })
  return { id: Number(invoice.id), customer_id: account.customer_id }
}

async function pay({ id, customer_id }: { id: number; customer_id: number }, amount: string) {
  const reply = await accounting.put('/invoicepayment', {
    ...{ customer_id, invoice_id: id, amount_incl_gst: amount, payment_date: todayOf(world) },
  })
  expect(reply.status, reply.text).toBe(201)
}

const giveUp = async (id: number) => {
  const reply = await manager.post('/invoice/writeoff', { id, reason: 'The firm is gone' })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body.data).toMatchObject({ balance: '0.00', invoice_status: 'cleared' })
}

/** The GST that came back with what was given up. */
async function gstBack(id: number): Promise<string> {
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query<{ amount: string }>(
    `select coalesce(sum(a.amount), 0)::text as amount from transactions t
     join accounttransactions a on a.transaction_id = t.id and a.account = 2300
     where t.invoice_id = $1 and t.event like 'write_off%'`,
    [id],
  )
  return rows[0]?.amount ?? ''
}

describe('what is given up of an invoice we collected for the supplier', () => {
  test('gives all of our GST back where nothing was paid, and none of the supplier’s', async () => {
    const about = await throughUs()
    await giveUp(about.id)
    expect(await gstBack(about.id)).toBe('3.83')
    expect((await bookedOn(world, { invoice_id: about.id }))[2300]).toBeUndefined()
    await booksHold(world, about.customer_id)
  })

  test.each([
    ['100.00', '3.83'],
    ['600.00', '2.24'],
  ])('with %s paid gives %s back: the supplier’s part is paid first', async (paid, back) => {
    const about = await throughUs()
    await pay(about, paid)
    await giveUp(about.id)
    expect(await gstBack(about.id)).toBe(back)
    await booksHold(world, about.customer_id)
  })

  test('gives less back once money comes after all', async () => {
    const about = await throughUs()
    await giveUp(about.id)
    await pay(about, '600.00')
    expect(await gstBack(about.id)).toBe('2.24')
    await booksHold(world, about.customer_id)
  })
})

test('an invoice nobody paid gives its whole GST back, as its blocks were rounded', async () => {
  const { id: customer_id } = await newCustomer(accounting)
  const line = { name: 'Energy', quantity: '1', rate: '0.10', unit: 'each' }
  const lines = [line, { ...line, name: 'Read', discountable: false }]
  const invoice = await sentInvoice(accounting, customer_id, { lines, discount_percent: '0' })
  expect(invoice).toMatchObject({ balance: '0.22', gst_if_not: '0.02' })
  await giveUp(invoice.id)
  expect(await gstBack(invoice.id)).toBe('0.02')
  await booksHold(world, customer_id)
})
