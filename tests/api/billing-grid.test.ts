import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#domain/access/role.ts'
import { customer } from '#domain/customers/customer.ts'
import { invoiceMachine } from '#domain/invoices/invoice-machine.ts'
import { invoicepaymentMachine } from '#domain/payments/payment-machine.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { askedOf, gridOf, gridRoles, keptFor } from '#tests/support/grid.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

// Every state × action × role, answered by the server itself and reviewed by hand.
const because = { reason: 'Looking at the table' }

let world: World
let admin: Client
const clients = new Map<Role, Client>()
let count = 0

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.as('admin')
  for (const role of gridRoles) clients.set(role, await world.as(role))
})
afterAll(() => world.close())

interface MadeRow {
  id: number
  version: number
  customer_id: number
}

async function draft(): Promise<MadeRow> {
  count += 1
  const who = await makeRow(admin, customer, { email: `grid${count}@example.co.nz` })
  const lines = [{ name: 'Energy', quantity: '1', rate: '100.00', unit: 'each' }]
  const body = { customer_id: who.id, lines, discount_percent: '10' }
  const reply = await admin.put('/invoice', body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

const act = async (path: string, body: object) => {
  const reply = await admin.post(path, body)
  expect(reply.status, `${path} ${reply.text}`).toBe(200)
  return reply.body.data
}

async function invoiceIn(state: string): Promise<MadeRow> {
  const made = await draft()
  const { id, customer_id } = made
  if (state === 'draft') return made
  if (state === 'deleted') {
    await admin.delete('/invoice', { id })
    return made
  }
  const approved = await act('/invoice/approve', { id })
  if (state === 'approved') return approved
  if (state === 'numbered draft') return act('/invoice/draft', { id, ...because })
  const sent = await act('/invoice/send', { id })
  if (state === 'invoiced') return sent
  if (state === 'held') return act('/invoice/hold', { id, ...because })
  if (state === 'cancelled') return act('/invoice/cancel', { id, ...because })
  const payment_date = sent.invoice_date
  const money = { customer_id, amount_incl_gst: '103.50', payment_date, invoice_id: id }
  expect((await admin.put('/invoicepayment', money)).status).toBe(201)
  return (await admin.get('/invoice', { id })).body.data
}

const states = [
  'draft',
  'numbered draft',
  'approved',
  'invoiced',
  'held',
  'cleared',
  'cancelled',
  'deleted',
]
const actions = askedOf(invoiceMachine)

const invoices = keptFor(invoiceIn)

async function answerOf(action: string, state: string, role: Role): Promise<string> {
  const client = clients.get(role)
  if (!client) throw new Error(`Nobody plays ${role}.`)
  const subject = await invoices.take(state)
  const { id } = subject
  // Nobody is reminded of what is not due yet.
  await scope(world.owner, world.organisations[0])
  if (action === 'remind')
    await world.owner.query(`update invoices set due_date = '2026-01-05' where id = $1`, [id])
  const { version } = (await admin.get('/invoice', { id })).body.data
  const plain = ['send', 'approve', 'remind']
  const reply =
    action === 'delete'
      ? await client.delete('/invoice', { id })
      : action === 'update'
        ? await client.post('/invoice', { id, version, notes: 'Looked at' })
        : await client.post(`/invoice/${action}`, {
            id,
            ...(plain.includes(action) ? {} : because),
          })
  const after = (await admin.get('/invoice', { id })).body.data
  // What is refused changes nothing, and what happens leaves its trace.
  const about = { object_class: 'invoice', object_id: id }
  if (reply.status >= 400) {
    expect(after.version, `${state} ${action} ${role}`).toBe(version)
    invoices.giveBack(state, subject)
    return String(reply.status)
  }
  const [latest] = (await admin.get('/history', about)).body.data
  expect(latest.object_version, `${state} ${action} ${role}`).toBeGreaterThan(version)
  return after.deleted_at ? 'deleted' : after.invoice_status
}

// Shows: R16, V2.3.1
test('every state × action × role of an invoice answers as the reviewed table says', async () => {
  const table = await gridOf(states, actions, answerOf)
  await expect(table).toMatchFileSnapshot('./__snapshots__/invoice-grid.txt')
}, 300_000)

async function paymentIn(state: string): Promise<MadeRow> {
  const invoice = await invoiceIn('invoiced')
  const body = {
    customer_id: invoice.customer_id,
    amount_incl_gst: '120.00',
    payment_date: '2026-11-01',
  }
  const { id } = (await admin.put('/invoicepayment', body)).body.data
  if (state === 'cancelled') return act('/invoicepayment/cancel', { id, ...because })
  if (state === 'failed') return act('/invoicepayment/dishonour', { id, ...because })
  if (state === 'refunded') return act('/invoicepayment/refund', { id, ...because })
  if (state === 'partly_refunded')
    return act('/invoicepayment/refund', { id, amount: '10.00', ...because })
  return (await admin.get('/invoicepayment', { id })).body.data
}

// Shows: R16
test('every state × action × role of a payment answers as the reviewed table says', async () => {
  const own = askedOf(invoicepaymentMachine)
  const actions = ['update', 'refund', 'cancel', 'dishonour'].filter((one) => own.includes(one))
  const states = ['received', 'partly_refunded', 'refunded', 'failed', 'cancelled']
  const payments = keptFor(paymentIn)
  const table = await gridOf(states, actions, async (action, state, role) => {
    const subject = await payments.take(state)
    const { id, version } = subject
    const reply =
      action === 'update'
        ? await clients.get(role)?.post('/invoicepayment', { id, version, notes: 'Looked at' })
        : await clients.get(role)?.post(`/invoicepayment/${action}`, { id, ...because })
    const status = reply?.status ?? 0
    const after = (await admin.get('/invoicepayment', { id })).body.data
    if (status < 400) return after.payment_status
    expect(after.version, `${state} ${action} ${role}`).toBe(version)
    payments.giveBack(state, subject)
    return String(status)
  })
  await expect(table).toMatchFileSnapshot('./__snapshots__/payment-grid.txt')
}, 120_000)
