import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#domain/access/role.ts'
import { billMachine } from '#domain/bills/bill-machine.ts'
import { contract } from '#domain/contracts/contract.ts'
import type { Machine, Transition } from '#domain/kit/machine.ts'
import { billpaymentMachine } from '#domain/payments/payment-machine.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import type { Client } from '#tests/support/client.ts'
import { dayIn } from '#tests/support/days.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { askedOf, gridOf, gridRoles, keptFor } from '#tests/support/grid.ts'
import { everyWarning } from '#tests/support/supplied.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// Every state × action × role of what we owe, answered by the server itself and reviewed by hand.
const because = { reason: 'Looking at the table' }
const days = { period_start: '2026-04-01', period_end: '2026-04-30' }

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
}

const act = async (path: string, body: object) => {
  const reply = await admin.post(path, body)
  expect(reply.status, `${path} ${reply.text}`).toBe(200)
  return reply.body.data
}

async function billOfInvoice(): Promise<{ bill: number; invoice: number }> {
  count += 1
  const deal = await makeRow(admin, contract, {
    supplier_id: (await makeRow(admin, supplier)).id,
    date_start: '2026-01-01',
  })
  await act('/contract/activate', { id: deal.id, ...because })
  const made = await admin.put('/invoice', {
    customer_id: deal.customer_id,
    contract_id: deal.id,
    ...days,
    lines: [{ name: 'Energy', quantity: '1', rate: '100.00' }],
    bill: {
      ...days,
      supplier_statement_number: `Grid ${count}`,
      supplier_due_date: dayIn(31),
      lines: [{ name: 'Energy', quantity: '1', rate: '80.00' }],
    },
  })
  expect(made.status, made.text).toBe(201)
  const invoice = made.body.data.id
  const [bill] = (await admin.get('/bills', { invoice_id: invoice })).body.data
  return { bill: bill.id, invoice }
}

const rowOf = async (path: string, id: number) => (await admin.get(path, { id })).body.data

const ofInvoice = [
  'of an invoice',
  'approved, of an invoice',
  'invoiced',
  'disputed, then invoiced',
]
const sending = { send: true, posted: true, acknowledge: everyWarning }

async function billIn(state: string): Promise<MadeRow> {
  const { bill: id, invoice } = await billOfInvoice()
  // A bill of its own is one whose invoice was thrown away.
  if (!ofInvoice.includes(state))
    expect((await admin.delete('/invoice', { id: invoice })).status).toBe(262)
  if (state === 'deleted') expect((await admin.delete('/bill', { id })).status).toBe(262)
  if (!['draft', 'of an invoice', 'deleted'].includes(state)) await act('/bill/approve', { id })
  if (state === 'disputed, then invoiced') await act('/bill/dispute', { id, ...because })
  if (state.endsWith('invoiced')) await act('/invoice/approve', { id: invoice, ...sending })
  if (state === 'disputed') await act('/bill/dispute', { id, ...because })
  if (state === 'cancelled') await act('/bill/cancel', { id, ...because })
  if (state === 'paid') await payIn('paid', id)
  return rowOf('/bill', id)
}

async function payIn(state: string, bill_id: number): Promise<MadeRow> {
  const body = { bill_id, amount_incl_gst: '92.00', payment_date: '2026-11-01' }
  const made = await admin.put('/billpayment', body)
  expect(made.status, made.text).toBe(201)
  const { id } = made.body.data
  if (state === 'cancelled') await act('/billpayment/cancel', { id, ...because })
  if (['approved', 'paid'].includes(state)) await act('/billpayment/approve', { id })
  if (state === 'paid') await act('/billpayment/pay', { id })
  return rowOf('/billpayment', id)
}

const paymentIn = async (state: string) => payIn(state, (await billIn('approved')).id)

interface Kind {
  path: string
  machine: Pick<Machine, 'field'> & {
    transitions: readonly Pick<Transition, 'action' | 'needs' | 'isConsequence'>[]
  }
  states: string[]
  kept: ReturnType<typeof keptFor<MadeRow>>
}

async function answerOf({ path, machine, kept }: Kind, action: string, state: string, role: Role) {
  const client = clients.get(role)
  if (!client) throw new Error(`Nobody plays ${role}.`)
  const subject = await kept.take(state)
  const { id, version } = subject
  const needs = machine.transitions.find((line) => line.action === action)?.needs ?? []
  const more = action === 'refund' ? { to: 'bank' } : {}
  const body = { id, ...(needs.length > 0 ? because : {}), ...more }
  const reply =
    action === 'delete'
      ? await client.delete(path, { id })
      : action === 'update'
        ? await client.post(path, { id, version, notes: 'Looked at' })
        : await client.post(`${path}/${action}`, body)
  const after = await rowOf(path, id)
  // What is refused changes nothing, and what happens leaves its trace.
  if (reply.status >= 400) {
    expect(after.version, `${state} ${action} ${role}`).toBe(version)
    kept.giveBack(state, subject)
    return String(reply.status)
  }
  const about = { object_class: path.slice(1), object_id: id }
  const history = (await admin.get('/history', about)).body.data
  expect(history[0].action, `${state} ${action} ${role}`).toBe(action)
  return after.deleted_at ? 'deleted' : after[machine.field]
}

function table(kind: Kind): Promise<string> {
  const actions = askedOf(kind.machine)
  return gridOf(kind.states, actions, (...asked) => answerOf(kind, ...asked))
}

// Shows: R16
test('every state × action × role of a bill answers as the reviewed table says', async () => {
  const own = ['draft', 'approved', 'disputed', 'paid', 'cancelled', 'deleted']
  const states = [...own, ...ofInvoice]
  const bills = { path: '/bill', machine: billMachine, states, kept: keptFor(billIn) }
  await expect(await table(bills)).toMatchFileSnapshot('./__snapshots__/bill-grid.txt')
}, 300_000)

// Shows: R16
test('every state × action × role of a payment to a supplier answers as the reviewed table says', async () => {
  const states = ['draft', 'approved', 'paid', 'cancelled']
  const kept = keptFor(paymentIn)
  const payments = { path: '/billpayment', machine: billpaymentMachine, states, kept }
  await expect(await table(payments)).toMatchFileSnapshot('./__snapshots__/billpayment-grid.txt')
}, 300_000)
