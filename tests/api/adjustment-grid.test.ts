import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#domain/access/role.ts'
import { adjustmentMachine } from '#domain/books/adjustment-machine.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import { newCustomer } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { askedOf, gridOf, gridRoles, keptFor } from '#tests/support/grid.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// Every state × action × role, answered by the server itself and reviewed by hand.
const because = { reason: 'Looking at the table' }

let world: World
let admin: Client
const clients = new Map<Role, Client>()

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.as('admin')
  for (const role of gridRoles) clients.set(role, await world.as(role))
})
afterAll(() => world.close())

const overdue = { due_date: '2026-10-01' }
const debt = { kind: 'opening_balance', side: 'debit', amount: '50.00', ...overdue }
const credit = { kind: 'goodwill', side: 'credit', amount: '50.00' }

type Owner = { customer_id: number } | { supplier_id: number }

async function made(owner: Owner, given: object) {
  const reply = await admin.put('/adjustment', { ...owner, ...given, ...because })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

async function act(action: string, id: number) {
  const reply = await admin.post(`/adjustment/${action}`, { id, ...because })
  expect(reply.status, `${action} ${reply.text}`).toBe(200)
}

const ofCustomer = async () => ({ customer_id: (await newCustomer(admin)).id })
const ofSupplier = async () => ({ supplier_id: (await makeRow(admin, supplier)).id })

async function paid(owner: Owner, adjustment_id: number) {
  const money = { adjustment_id, amount_incl_gst: '50.00', payment_date: '2026-11-01' }
  if ('customer_id' in owner) {
    expect((await admin.put('/invoicepayment', { ...owner, ...money })).status).toBe(201)
    return
  }
  const { id } = (await admin.put('/billpayment', money)).body.data
  await admin.post('/billpayment/approve', { id })
  expect((await admin.post('/billpayment/pay', { id })).status).toBe(200)
}

const adjustmentIn = (newOwner: () => Promise<Owner>) => async (state: string) => {
  const owner = await newOwner()
  const given = 'customer_id' in owner ? credit : { ...credit, kind: 'correction' }
  const { id } = await made(owner, state.includes('credit') ? given : debt)
  if (state === 'held') await act('hold', id)
  if (state === 'written off') await act('writeoff', id)
  if (state === 'cancelled') await act('reverse', id)
  if (state === 'used credit') await made(owner, debt)
  if (state === 'cleared') await paid(owner, id)
  return (await admin.get('/adjustment', { id })).body.data
}

const states = [
  'invoiced',
  'held',
  'cleared',
  'written off',
  'free credit',
  'used credit',
  'cancelled',
]
const actions = askedOf(adjustmentMachine)

const owners: [whose: string, newOwner: () => Promise<Owner>, table: string][] = [
  ['a customer’s', ofCustomer, 'adjustment-grid'],
  ['a supplier’s', ofSupplier, 'supplier-adjustment-grid'],
]

// Shows: R16
test.each(owners)(
  'every state × action × role of %s adjustment answers as the reviewed table says',
  async (_, newOwner, file) => {
    const adjustments = keptFor(adjustmentIn(newOwner))
    const table = await gridOf(states, actions, async (action, state, role) => {
      const subject = await adjustments.take(state)
      const { id, version } = subject
      const body = action === 'remind' ? { id } : { id, ...because }
      const reply = await clients.get(role)?.post(`/adjustment/${action}`, body)
      const after = (await admin.get('/adjustment', { id })).body.data
      if (reply && reply.status < 400) return after.adjustment_status
      expect(after.version, `${state} ${action} ${role}`).toBe(version)
      adjustments.giveBack(state, subject)
      return String(reply?.status)
    })
    await expect(table).toMatchFileSnapshot(`./__snapshots__/${file}.txt`)
  },
  120_000,
)

test('who may make which adjustment is as the reviewed table says', async () => {
  const kinds = {
    'goodwill up to the limit': credit,
    'goodwill over the limit': { ...credit, amount: '1000.01' },
    correction: { ...debt, kind: 'correction' },
    'opening balance': debt,
    'returned refund': { ...debt, kind: 'returned_refund' },
  }
  const { id: customer_id } = await newCustomer(admin)
  const table = await gridOf(Object.keys(kinds), ['create'], async (_, state, role) => {
    // The states of this table are the kinds above.
    const given = kinds[state as keyof typeof kinds]
    const reply = await clients.get(role)?.put('/adjustment', { customer_id, ...given, ...because })
    return String(reply?.status)
  })
  await expect(table).toMatchFileSnapshot('./__snapshots__/adjustment-makers-grid.txt')
})
