import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts } from '#domain/books/postings.ts'
import { booksHold, newCustomer, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let accounting: Client
let manager: Client

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
  accounting = await world.as('accounting')
  manager = await world.as('manager')
})
afterAll(() => world.close())

const [first, second] = [accounts.otherIncome, accounts.writtenOff]

async function linesOf(transaction_id: number) {
  const reply = await manager.get('/accounttransactions', { transaction_id, order: 'account' })
  return (reply.body.data as { account: number; amount: string }[]).map(({ account, amount }) => [
    account,
    amount,
  ])
}

test('an amount booked on an account is booked against another, and taken back with it', async () => {
  const line = { account: first, against_account: second, amount: '12.50', reason: 'Bank fee' }
  expect((await accounting.put('/accounttransaction', line)).status).toBe(403)
  const booked = await manager.put('/accounttransaction', line)
  expect(booked.status, booked.text).toBe(201)
  const { id, transaction_id } = booked.body.data
  expect(await linesOf(transaction_id)).toEqual([
    [first, '12.50'],
    [second, '-12.50'],
  ])
  const told = await manager.post('/accounttransaction', { id, reason: 'Seen on the statement' })
  expect(told.status, told.text).toBe(261)
  const entry = await manager.get('/transaction', { id: transaction_id })
  expect(entry.body.data.reason).toBe('Bank fee\nSeen on the statement')
  expect((await manager.delete('/accounttransaction', { id })).status).toBe(262)
  expect((await manager.delete('/accounttransaction', { id })).status).toBe(476)
  const back = await manager.get('/transactions', { reverses_id: transaction_id })
  expect(await linesOf(back.body.data[0].id)).toEqual([
    [first, '-12.50'],
    [second, '12.50'],
  ])
})

test('of several entries those of documents are kept, those by hand taken back', async () => {
  const { id: customer_id } = await newCustomer(user)
  await sentInvoice(accounting, customer_id)
  const [document] = (await manager.get('/transactions', { customer_id })).body.data
  const lines = [
    { account: first, amount: '3.00' },
    { account: second, amount: '-3.00' },
  ]
  const hand = await manager.put('/transaction', { lines, reason: 'Small change' })
  const ids = [document.id, hand.body.data.id]
  const reply = await manager.delete('/transactions', { ids })
  expect(reply.body.data).toMatchObject({
    deleted: [hand.body.data.id],
    refused: [{ id: document.id, code: 476 }],
  })
  await booksHold(world, customer_id)
})

test('an entry of another organisation is not found, whatever is asked of it', async () => {
  const lines = [
    { account: first, amount: '4.00' },
    { account: second, amount: '-4.00' },
  ]
  const { id } = (await manager.put('/transaction', { lines, reason: 'Small change' })).body.data
  const other = await world.as('other')
  const reason = 'Theirs'
  expect((await other.get('/transaction', { id })).status).toBe(404)
  expect((await other.post('/transaction', { id, version: 1, reason })).status).toBe(404)
  expect((await other.post('/transaction', { id, reason })).status).toBe(404)
  expect((await other.delete('/transaction', { id, reason })).status).toBe(404)
})

test('a deleted payment is cancelled: its money is booked back and the row stays', async () => {
  const { id: customer_id } = await newCustomer(user)
  await sentInvoice(accounting, customer_id)
  const paid = await accounting.put('/invoicepayment', {
    customer_id,
    amount_incl_gst: '40.00',
    payment_date: '2026-11-10',
  })
  expect(paid.status, paid.text).toBe(201)
  const { id } = paid.body.data
  expect((await accounting.delete('/invoicepayment', { id })).status).toBe(403)
  expect((await manager.delete('/invoicepayment', { id, version: 99 })).status).toBe(474)
  expect((await manager.delete('/invoicepayment', { id })).status).toBe(262)
  expect((await accounting.get('/invoicepayment', { id })).body.data).toMatchObject({
    payment_status: 'cancelled',
    cancelled: true,
    deleted_at: null,
  })
  expect((await user.get('/customer', { id: customer_id })).body.data.balance_total).toBe('103.50')
  await booksHold(world, customer_id)
})
