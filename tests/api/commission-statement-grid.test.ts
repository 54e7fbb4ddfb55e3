import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#domain/access/role.ts'
import { commissionstatementMachine } from '#domain/commissions/commissionstatement-machine.ts'
import { partner } from '#domain/partners/partner.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { askedOf, gridOf, gridRoles, keptFor } from '#tests/support/grid.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

// Every state × action × role, answered by the server itself and reviewed by hand.
const because = { reason: 'Looking at the table' }

let world: World
let admin: Client
const clients = new Map<Role, Client>()

beforeAll(async () => {
  world = await makeWorld()
  const numbered = `update organisations set gst_number = '49091850' where id = $1`
  await scope(world.owner, world.organisations[0])
  await world.owner.query(numbered, [world.organisations[0]])
  admin = await world.as('admin')
  for (const role of gridRoles) clients.set(role, await world.as(role))
})
afterAll(() => world.close())

/** Earned yesterday, so that a statement of today takes it in. */
async function earned(partner_id: number, amount: string): Promise<number> {
  const reply = await admin.put('/commission', { partner_id, amount, ...because })
  expect(reply.status, reply.text).toBe(201)
  const { id } = reply.body.data
  await world.owner.query('update commissions set earned_on = earned_on - 1 where id = $1', [id])
  return id
}

async function act(action: string, id: number, given: object = {}) {
  const reply = await admin.post(`/commissionstatement/${action}`, { id, ...given })
  expect(reply.status, `${action} ${reply.text}`).toBeLessThan(300)
}

interface Subject {
  id: number
  version: number
  /** An earning that stands on it, and one that waits. */
  on: number
  waiting: number
}

async function statementIn(state: string): Promise<Subject> {
  const { id: partner_id } = await makeRow(admin, partner, {
    ...{ email: 'partner@example.co.nz', gst_registered: true, gst_number: '49-091-850' },
    bcti_agreed_on: state === 'awaiting their invoice' ? null : '2026-01-01',
  })
  const on = await earned(partner_id, state === 'carried' ? '5.00' : '90.00')
  await earned(partner_id, '1.00')
  const made = await admin.put('/commissionstatement', { partner_id })
  expect(made.status, made.text).toBe(201)
  const { id } = made.body.data
  const waiting = await earned(partner_id, '2.00')
  if (state !== 'draft') await act('send', id)
  if (state === 'paid' || state === 'cleared') await act('pay', id)
  if (state === 'cancelled') await act('cancel', id, because)
  // As the line of the bank does that shows the money.
  const clear = `update commissionstatements set statement_status = 'cleared' where id = $1`
  if (state === 'cleared') await world.owner.query(clear, [id])
  return { id, version: await versionOf(id), on, waiting }
}

const read = async (id: number) => (await admin.get('/commissionstatement', { id })).body.data
const versionOf = async (id: number) => (await read(id))?.version

function ask(client: Client | undefined, action: string, { id, on, waiting }: Subject) {
  if (action === 'delete') return client?.delete('/commissionstatement', { id })
  const invoice = { tax_invoice_number: 'T-1', tax_invoice_date: '2026-11-01' }
  const needs: Record<string, object> = {
    leaveout: { commission_ids: [on], ...because },
    takein: { commission_ids: [waiting], ...because },
    returned: because,
    cancel: because,
    taxinvoice: invoice,
  }
  return client?.post(`/commissionstatement/${action}`, { id, ...needs[action] })
}

const states = [
  ...['draft', 'sent', 'carried', 'awaiting their invoice'],
  ...['paid', 'cleared', 'cancelled'],
]

// Shows: R16
test('every state × action × role of a statement answers as the reviewed table says', async () => {
  const statements = keptFor(statementIn)
  const actions = askedOf(commissionstatementMachine)
  const table = await gridOf(states, actions, async (action, state, role) => {
    const subject = await statements.take(state)
    const reply = await ask(clients.get(role), action, subject)
    const after = await read(subject.id)
    const isDone = reply && reply.status < 400
    // Sending it again leaves it as it was.
    if (isDone && action === 'resend') statements.giveBack(state, { ...subject, ...after })
    if (isDone) return after?.statement_status ?? 'gone'
    expect(after.version, `${state} ${action} ${role}`).toBe(subject.version)
    statements.giveBack(state, subject)
    return String(reply?.status)
  })
  await expect(table).toMatchFileSnapshot('./__snapshots__/commission-statement-grid.txt')
}, 120_000)
