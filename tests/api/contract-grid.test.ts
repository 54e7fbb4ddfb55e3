import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#domain/access/role.ts'
import { contract } from '#domain/contracts/contract.ts'
import { contractMachine } from '#domain/contracts/contract-machine.ts'
import { makeIcp } from '#domain/kit/icp.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { askedOf, gridOf, gridRoles, keptFor } from '#tests/support/grid.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

// Every state × action × role, answered by the server itself. The table is reviewed by hand: an
// allowed action shows where it leads, the others what they answer.
const states = [...contractMachine.states, 'locked', 'deleted']
const bodies: Record<string, Record<string, unknown>> = {
  update: { notes: 'Looked at' },
  activate: { reason: 'Agreed elsewhere' },
  accept: { name: 'Mere Kahu' },
  cancel: { date_end: '2026-12-31', reason: 'Moving out' },
  restore: { date_end: '2030-12-31' },
  addrateupdates: {
    valid_from_date: '2029-01-01',
    rates: [{ rate_name: 'Day energy', rate_amount: '0.25' }],
  },
  addsupplierrateupdates: {
    valid_from_date: '2029-01-01',
    rates: [{ rate_name: 'Day energy', rate_amount: '0.2' }],
  },
}
// Sending needs a whole offer and is walked through elsewhere.
const actions = askedOf(contractMachine).filter(
  (action) => action !== 'send' && action !== 'accept',
)

let world: World
let admin: Client
const clients = new Map<Role, Client>()
let sequence = 8_000_000

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.as('admin')
  for (const role of gridRoles) clients.set(role, await world.as(role))
})
afterAll(() => world.close())

async function contractIn(state: string): Promise<{ id: number; version: number }> {
  sequence += 1
  const row = await makeRow(admin, contract, {
    connections: [makeIcp(sequence, 'UN')],
    date_start: '2025-01-01',
    date_end: '2030-12-31',
  })
  await scope(world.owner, world.organisations[0])
  const stored = state === 'locked' ? 'active' : state === 'deleted' ? 'draft' : state
  await world.owner.query(
    `update contracts set contract_status = $2, is_locked = $3,
       deleted_at = case when $4 then now() end where id = $1`,
    [row.id, stored, state === 'locked', state === 'deleted'],
  )
  // An update to take back.
  if (stored === 'active' && state !== 'locked')
    await admin.post('/contract/addrateupdates', {
      id: row.id,
      ...bodies.addrateupdates,
      valid_from_date: '2028-01-01',
    })
  return (await admin.get('/contract', { id: row.id })).body.data
}

const contracts = keptFor(contractIn)

async function answerOf(action: string, state: string, role: Role): Promise<string> {
  const client = clients.get(role)
  if (!client) throw new Error(`Nobody plays ${role}.`)
  const subject = await contracts.take(state)
  const { id, version } = subject
  const body = { id, ...bodies[action] }
  const reply =
    action === 'delete'
      ? await client.delete('/contract', { id })
      : action === 'update'
        ? await client.post('/contract', { ...body, version })
        : await client.post(`/contract/${action}`, body)
  const after = (await admin.get('/contract', { id })).body.data
  if (reply.status >= 400) {
    expect(after.version, `${state} ${action} ${role}`).toBe(version)
    contracts.giveBack(state, subject)
    return String(reply.status)
  }
  return after.deleted_at ? 'deleted' : after.contract_status
}

// Shows: R16
test('every state × action × role answers as the reviewed table says', async () => {
  const table = await gridOf(states, actions, answerOf, ' ')
  await expect(table).toMatchFileSnapshot('./__snapshots__/contract-grid.txt')
}, 120_000)

test('what a row offers as available is what the server then allows', async () => {
  const known = new Set<string>(actions)
  for (const state of states)
    for (const role of gridRoles) {
      const subject = await contracts.take(state)
      const { id } = subject
      contracts.giveBack(state, subject)
      const reply = await clients.get(role)?.get('/contract', { id })
      const offered: { action: string; allowed: boolean }[] = reply?.body.info.available_actions
      for (const { action, allowed } of offered.filter((one) => known.has(one.action))) {
        const answer = await answerOf(action, state, role)
        expect(/^4/.test(answer), `${state} ${action} ${role}: ${answer}`).toBe(!allowed)
      }
    }
}, 120_000)
