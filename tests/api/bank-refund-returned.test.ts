import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paidBy } from '#tests/support/adjusting.ts'
import { type Bank, makeBank } from '#tests/support/banking.ts'
import { newCustomer, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let accounting: Client
let manager: Client
let bank: Bank
let customer: Awaited<ReturnType<typeof newCustomer>>
let page: { id: number; discounted_total: string }
let payment: number

beforeAll(async () => {
  world = await makeWorld()
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  await scope(world.owner, world.organisations[0])
  bank = await makeBank(world, accounting, manager)
})
afterAll(() => world.close())
beforeEach(async () => {
  await scope(world.owner, world.organisations[0])
  customer = await newCustomer(accounting)
  page = await sentInvoice(accounting, customer.id)
  const paid = await paidBy({ client: accounting, world }, customer.id, page.discounted_total, {
    invoice_id: page.id,
  })
  payment = paid.id
  const about = { id: payment, amount: '10.00', invoice_id: page.id, reason: 'Asked for it' }
  expect((await accounting.post('/invoicepayment/refund', about)).status).toBe(200)
})

const refund = (amount: string) => [{ kind: 'refund', amount, payment_ids: [payment] }]
const row = async (path: string, id: number) => (await accounting.get(path, { id })).body.data
const balance = async () => (await row('/invoice', page.id)).balance

async function left() {
  const line = await bank.line('-10.00')
  await bank.match(line, refund('-10.00'))
  return line
}

async function booksHold() {
  const reply = await manager.post('/ledger/verify', {})
  expect(reply.body.data.violations, reply.text).toEqual([])
}

test('a refund that came back pays again what it had opened, and somebody is asked', async () => {
  await left()
  expect(await balance()).toBe('10.00')
  const bankBefore = await bank.ledger(1000)
  await bank.match(await bank.line('10.00'), refund('10.00'))
  expect(await balance()).toBe('0.00')
  expect(await row('/invoicepayment', payment)).toMatchObject({
    payment_status: 'received',
    refunded_amount: '0.00',
    unallocated_amount: '0.00',
  })
  expect(Number(await bank.ledger(1000)) - Number(bankBefore)).toBe(10)
  const tasks = await accounting.get('/tasks', { q: 'came back' })
  const subjects = tasks.body.data.map(({ subject }: { subject: string }) => subject)
  expect(subjects).toContain(`A refund of $10.00 to ${String(customer.name)} came back`)
  await booksHold()
})

test('it is offered for the line, and never taken unasked', async () => {
  await left()
  const line = await bank.line('10.00', { other_party: String(customer.name) })
  const { info } = await bank.get(line)
  expect(info.candidates).toContainEqual(
    expect.objectContaining({ kind: 'refund', customer_id: customer.id, automatic: null }),
  )
})

test('what has not left cannot come back, and nothing comes back twice', async () => {
  const early = await bank.line('10.00')
  const post = (id: number) =>
    accounting.post('/banktransaction/match', { id, parts: refund('10.00') })
  expect((await post(early)).body.message).toContain('no refund of that amount has left')
  await left()
  expect((await post(early)).status).toBe(200)
  const twice = await post(await bank.line('10.00'))
  expect(twice.status).toBe(476)
  expect(await balance()).toBe('0.00')
})

test('the line it left by keeps its match while the other says that it came back', async () => {
  const out = await left()
  const back = await bank.line('10.00')
  await bank.match(back, refund('10.00'))
  const asked = { id: out, reason: 'A mistake' }
  const refused = await accounting.post('/banktransaction/unmatch', asked)
  expect(refused.status, refused.text).toBe(476)
  expect(refused.body.message).toContain('another line shows that the money came back')
  await bank.unmatch(back)
  expect(await balance()).toBe('10.00')
  await bank.unmatch(out)
  // It waits to be seen again, once.
  await left()
  await booksHold()
})

test('money that was used since is not paid back again by taking the match off', async () => {
  await left()
  const back = await bank.line('10.00')
  await bank.match(back, refund('10.00'))
  const other = await sentInvoice(accounting, customer.id)
  const to = { id: payment, invoice_id: other.id, amount: page.discounted_total }
  expect((await accounting.post('/invoicepayment/allocate', to)).status).toBe(200)
  const asked = { id: back, reason: 'A mistake' }
  const refused = await accounting.post('/banktransaction/unmatch', asked)
  expect(refused.status, refused.text).toBe(476)
  expect(refused.body.message).toContain('the money was used since')
})

test('a refund of an invoice that was reversed with it is credit when it comes back', async () => {
  const { id } = await newCustomer(accounting)
  const sent = await sentInvoice(accounting, id)
  const named = { invoice_id: sent.id }
  const paid = await paidBy({ client: accounting, world }, id, sent.discounted_total, named)
  const about = { id: paid.id, ...named, invoice_outcome: 'reversed', reason: 'Never supplied' }
  expect((await accounting.post('/invoicepayment/refund', about)).status).toBe(200)
  const parts = (amount: string) => [{ kind: 'refund', amount, payment_ids: [paid.id] }]
  await bank.match(await bank.line(`-${sent.discounted_total}`), parts(`-${sent.discounted_total}`))
  await bank.match(await bank.line(sent.discounted_total), parts(sent.discounted_total))
  expect(await row('/customer', id)).toMatchObject({ account_credit: sent.discounted_total })
  await booksHold()
})
