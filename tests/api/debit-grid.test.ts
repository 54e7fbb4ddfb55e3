import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#domain/access/role.ts'
import { mandateMachine } from '#domain/directdebit/mandate-machine.ts'
import { debitStates, mandateStatuses } from '#domain/directdebit/provider-words.ts'
import { invoicepaymentMachine } from '#domain/payments/payment-machine.ts'
import { newCustomer, sentInvoice } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { storeMandate } from '#tests/support/debit-rows.ts'
import { type Debiting, debiting } from '#tests/support/debiting.ts'
import { askedOf, gridOf, type gridRoles, keptFor } from '#tests/support/grid.ts'
import { permit } from '#tests/support/guarding.ts'

// Every state × action × role of an authority and of a debit, answered by the server itself and
// reviewed by hand: an allowed action shows where it leads, the others what they answer.
const because = { reason: 'Looking at the table' }

let office: Debiting
let clients: Record<(typeof gridRoles)[number], Client>

beforeAll(async () => {
  office = await debiting('2027-05-05')
  const { user, accounting, manager, admin } = office
  clients = { user, accounting, manager, admin }
})
afterAll(() => office.close())

interface MadeRow {
  id: number
  version: number
}

/** What the provider says an authority is; who ended it decides whether it may come back. */
async function mandateIn(state: string): Promise<MadeRow> {
  const { id: customer_id } = await newCustomer(office.user)
  const id = await storeMandate(office.world, customer_id)
  const [status, ender] = state.split(' by ')
  await office.world.owner.query(
    'update mandates set mandate_status = $2, ended_by = $3 where id = $1',
    [id, status, ender ?? null],
  )
  return (await office.accounting.get('/mandate', { id })).body.data
}

// Shows: R16
test('every state × action × role of an authority answers as the reviewed table says', async () => {
  const states = mandateStatuses.flatMap((state) =>
    state === 'cancelled' ? ['us', 'customer', 'bank'].map((by) => `${state} by ${by}`) : [state],
  )
  const mandates = keptFor(mandateIn)
  const answerOf = async (action: string, state: string, role: keyof typeof clients) => {
    const subject = await mandates.take(state)
    const { id, version } = subject
    const reply = await clients[role].post(`/mandate/${action}`, {
      id,
      ...(action === 'cancel' ? because : {}),
    })
    const after = (await office.accounting.get('/mandate', { id })).body.data
    if (reply.status < 400) {
      expect(after.version, `${state} ${action} ${role}`).toBeGreaterThan(version)
      return 'asked'
    }
    expect(after.version, `${state} ${action} ${role}`).toBe(version)
    mandates.giveBack(state, subject)
    return String(reply.status)
  }
  const table = await gridOf(states, askedOf(mandateMachine), answerOf)
  await expect(table).toMatchFileSnapshot('./__snapshots__/mandate-grid.txt')
}, 120_000)

test('without the permission to see its details nobody asks anything of an authority', async () => {
  const without = await office.world.as('accounting')
  await permit(office.world, 'accounting', { view: false })
  for (const state of mandateStatuses) {
    const { id, version } = await mandateIn(state)
    for (const action of askedOf(mandateMachine)) {
      const more = action === 'cancel' ? because : {}
      const reply = await without.post(`/mandate/${action}`, { id, ...more })
      expect(reply.status, `${state} ${action}`).toBe(403)
    }
    expect((await without.get('/mandate', { id })).body.data.version).toBe(version)
  }
  await permit(office.world, 'accounting', { view: true })
})

const scenarios: Record<string, string> = {
  submitted: 'payment_submitted',
  confirmed: 'payment_confirmed',
  paid_out: 'payment_paid_out',
  failed: 'payment_failed',
  charged_back: 'payment_charged_back',
}

const debitNow = async (id: number) =>
  (await office.accounting.get('/invoicepayment', { id })).body.data

/** A debit of a page, as far as the provider took it. */
async function debitIn(state: string): Promise<MadeRow> {
  const { id: customer_id } = await newCustomer(office.user)
  await office.authorise(customer_id)
  await sentInvoice(office.accounting, customer_id, {
    due_date: '2027-05-21',
    discounted_date: '2027-05-21',
  })
  await office.work()
  const id = (await office.debitsOf(customer_id))[0]?.id ?? 0
  if (state === 'cancelled') {
    const asked = await office.accounting.post('/invoicepayment/cancel', { id, ...because })
    expect(asked.status, asked.text).toBe(200)
    await office.work()
  }
  const scenario = scenarios[state]
  if (scenario) {
    const { rows } = await office.world.owner.query(
      'select provider_payment_id as id from invoicepayments where id = $1',
      [id],
    )
    const run = await office.double.simulate(scenario, rows[0].id)
    expect(run.status, JSON.stringify(run.body)).toBe(200)
    await office.sync()
  }
  const made = await debitNow(id)
  expect(made.debit_state).toBe(state)
  return made
}

// Shows: R16
test('every state × action × role of a debit answers as the reviewed table says', async () => {
  const own = askedOf(invoicepaymentMachine)
  const actions = ['update', 'cancel', 'refund', 'dishonour'].filter((one) => own.includes(one))
  const debits = keptFor(debitIn)
  const answerOf = async (action: string, state: string, role: Role & keyof typeof clients) => {
    const subject = await debits.take(state)
    const { id, version } = subject
    const reply =
      action === 'update'
        ? await clients[role].post('/invoicepayment', { id, version, notes: 'Looked at' })
        : await clients[role].post(`/invoicepayment/${action}`, { id, ...because })
    if (reply.status < 400) {
      await office.work()
      return (await debitNow(id)).payment_status
    }
    expect((await debitNow(id)).version, `${state} ${action} ${role}`).toBe(version)
    debits.giveBack(state, subject)
    return String(reply.status)
  }
  const table = await gridOf(debitStates, actions, answerOf)
  await expect(table).toMatchFileSnapshot('./__snapshots__/debit-grid.txt')
}, 300_000)
