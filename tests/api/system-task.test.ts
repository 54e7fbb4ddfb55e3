import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { todayOf } from '#server/kit/http/context.ts'
import { because, paidBy } from '#tests/support/adjusting.ts'
import { newCustomer, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { contractOffice } from '#tests/support/contracts.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// What contracts and money ask somebody to do: once for each cause, and no longer than it takes.
let world: World
let office: Awaited<ReturnType<typeof contractOffice>>
let user: Client
let accounting: Client
let manager: Client
let icp_number: string
let sequence = 0

beforeAll(async () => {
  world = await makeWorld()
  office = await contractOffice(world)
  ;({ user, accounting, manager } = office)
})
afterAll(() => world.close())
beforeEach(() => {
  icp_number = office.nextIcp()
})

const tasksAbout = async (reference_object: string, reference_id: number) =>
  (await user.get('/tasks', { reference_object, reference_id, order: 'id' })).body.data

describe('a cancelled contract', () => {
  const cancel = { date_end: '2026-10-31', reason: 'Moving out' }

  async function meter() {
    const { customer_id } = office
    sequence += 1
    const box = { meter_number: `FR-${sequence}`, icp_number, customer_id }
    const { id: meter_id } = (await user.put('/meter', box)).body.data
    const register = await user.put('/meterregister', { meter_id, register_number: '1' })
    return { meter_id, meterregister_id: register.body.data?.id }
  }
  async function read(of: object, reading_date: string, more: object = {}) {
    const reading = { ...of, reading_date, reading_latest: '100', ...more }
    const reply = await user.put('/meterreading', reading)
    expect(reply.status, reply.text).toBe(201)
  }

  test('asks for the final reading, until every meter of it is read', async () => {
    const { id, contract_number } = await office.active()
    const [first, second] = [await meter(), await meter()]
    await read(first, '2026-10-30')
    await manager.post('/contract/cancel', { id, ...cancel })
    const [asked, ...more] = await tasksAbout('contract', id)
    expect(more).toEqual([])
    expect(asked).toMatchObject({
      subject: `Final reading needed for ${contract_number}`,
      role_name: 'user',
      due_date: '2026-10-31',
      task_status: 'open',
    })
    await read(first, '2026-10-31')
    expect(await tasksAbout('contract', id)).toMatchObject([{ task_status: 'open' }])
    await read(second, '2026-10-31', { reading_latest_type: 'estimate' })
    expect(await tasksAbout('contract', id)).toMatchObject([{ task_status: 'open' }])
    await read(second, '2026-11-01', { reading_latest_type: 'customer' })
    expect(await tasksAbout('contract', id)).toMatchObject([
      { task_status: 'done', done_by: 'user Test' },
    ])
  })

  test('that is restored asks for none, and for one again when it is cancelled again', async () => {
    const { id } = await office.active()
    await manager.post('/contract/cancel', { id, ...cancel })
    const restored = await manager.post('/contract/restore', { id })
    expect(restored.status, restored.text).toBe(200)
    expect(await tasksAbout('contract', id)).toMatchObject([{ task_status: 'done' }])
    const later = { ...cancel, date_end: '2026-11-15' }
    await manager.post('/contract/cancel', { id, ...later })
    expect(await tasksAbout('contract', id)).toMatchObject([
      { task_status: 'open', due_date: '2026-11-15' },
    ])
  })
})

describe('money that leaves', () => {
  const paid = (customer_id: number, amount: string) =>
    paidBy({ client: accounting, world }, customer_id, amount)

  test('a refund asks accounting to tell the bank, once for each part', async () => {
    const { id: customer_id, name } = await newCustomer(user)
    const { id } = await paid(customer_id, '80.00')
    for (const amount of ['30.00', '50.00'])
      await accounting.post('/invoicepayment/refund', { id, amount, ...because })
    expect(await tasksAbout('invoicepayment', id)).toMatchObject([
      { subject: `Pay $30.00 back to ${name}`, role_name: 'accounting' },
      { subject: `Pay $50.00 back to ${name}`, due_date: todayOf(world) },
    ])
  })

  const final = async (customer_id: number, rate: string) => {
    const { id: contract_id } = await office.active({ customer_id, date_end: '2026-10-31' })
    const lines = [{ name: 'Energy', quantity: '1', rate, unit: 'each' }]
    const period = { period_start: '2026-10-01', period_end: '2026-10-31' }
    const last = { contract_id, last_for_contract: true, lines, ...period }
    return sentInvoice(accounting, customer_id, last)
  }

  test('a final invoice that leaves credit asks for its payout, until it is paid out', async () => {
    const { id: customer_id, name } = await newCustomer(user)
    const { id } = await final(customer_id, '-100.00')
    const [asked] = await tasksAbout('invoice', id)
    expect(asked).toMatchObject({
      subject: `Pay out $103.50 of credit to ${name}`,
      role_name: 'accounting',
      task_status: 'open',
    })
    await paid(customer_id, '-3.50')
    expect(await tasksAbout('invoice', id)).toMatchObject([{ task_status: 'open' }])
    await paid(customer_id, '-100.00')
    expect(await tasksAbout('invoice', id)).toMatchObject([{ task_status: 'done' }])
  })

  test('credit that pays the next invoice need not be paid out', async () => {
    const { id: customer_id } = await newCustomer(user)
    const { id } = await final(customer_id, '-50.00')
    await sentInvoice(accounting, customer_id)
    expect(await tasksAbout('invoice', id)).toMatchObject([{ task_status: 'done' }])
  })

  test('a final invoice without credit asks for nothing', async () => {
    const { id: customer_id } = await newCustomer(user)
    const { id } = await final(customer_id, '100.00')
    expect(await tasksAbout('invoice', id)).toEqual([])
  })
})
