import { afterAll, beforeAll, expect, test } from 'vitest'
import { adjustedBy, debt, paidBy } from '#tests/support/adjusting.ts'
import type { Client } from '#tests/support/client.ts'
import { makeSentInvoices, months, type SentInvoices } from '#tests/support/sent-invoices.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// What is said on the phone, added up here by hand from what was booked.
let world: World
let invoices: SentInvoices
let manager: Client

beforeAll(async () => {
  world = await makeWorld()
  invoices = await makeSentInvoices(world)
  manager = invoices.manager
})
afterAll(() => world.close())

const standing = async (id: number, who = manager) =>
  (await who.get('/customer/standing', { id })).body.data

test('who has just come owes nothing and was never spoken to', async () => {
  const { id } = (await manager.put('/customer', { name: 'Newly Come' })).body.data
  expect(await standing(id)).toEqual({
    overdue_since: null,
    open_count: 0,
    promised: '0.00',
    open_items: [],
    last_contact: null,
    contracts: [],
    next_reading: null,
    latest_stop: null,
    message_troubles: [],
    looked_after_by: [],
    open_tasks: 0,
    overdue_tasks: 0,
  })
})

test('what is owed is told oldest first, and what is paid is gone', async () => {
  const { customer_id, contract_id } = await invoices.supplied()
  const draft = await invoices.draft({ customer_id, contract_id, ...months.april })
  expect((await standing(customer_id)).open_count).toBe(0)
  const sent = await invoices.send(draft.id)
  const old = await adjustedBy(manager, customer_id, {
    ...debt,
    amount: '80.00',
    due_date: '2020-02-03',
  })
  const told = await standing(customer_id)
  expect(told.overdue_since).toBe('2020-02-03')
  // 600 kWh at 0.25 and 30 days at 1.50 less 10 %, our 5 % and 15 % GST on top.
  expect(told.open_items).toMatchObject([
    { adjustment_id: old.id, balance: '80.00', due_date: '2020-02-03' },
    { invoice_id: sent.id, number: sent.invoice_number, balance: '211.92' },
  ])
  expect(told.contracts).toMatchObject([{ id: contract_id, contract_status: 'active' }])
  await paidBy({ client: manager, world }, customer_id, '291.92')
  expect(await standing(customer_id)).toMatchObject({
    overdue_since: null,
    open_count: 0,
    open_items: [],
  })
})

test('a note is a contact, in its writer’s name; a task counts until it is done', async () => {
  const { id } = (await manager.put('/customer', { name: 'Often Rings' })).body.data
  const about = { reference_object: 'customer', reference_id: id }
  await manager.put('/note', { ...about, subject: 'Rang about the move', text_plain: 'Rang.' })
  const task = { ...about, subject: 'Ring back', due_date: '2020-01-01' }
  const made = (await manager.put('/task', task)).body.data
  expect(await standing(id)).toMatchObject({
    last_contact: { way: 'note', words: 'Rang about the move', by: expect.stringMatching(/\w/) },
    open_tasks: 1,
    overdue_tasks: 1,
  })
  expect((await manager.post('/task/done', { id: made.id })).status).toBe(200)
  expect(await standing(id)).toMatchObject({ open_tasks: 0, overdue_tasks: 0 })
})

test('somebody else’s customer is not there', async () => {
  const { id } = (await manager.put('/customer', { name: 'Ours Alone' })).body.data
  const stranger = await world.as('other')
  expect((await stranger.get('/customer/standing', { id })).status).toBe(404)
  expect((await manager.get('/customer/standing', { id: 99_999_999 })).status).toBe(404)
  expect((await manager.get('/customer/standing', {})).status).toBe(400)
})
