import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { contractOffice, rateOf } from '#tests/support/contracts.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let office: Awaited<ReturnType<typeof contractOffice>>
let accounting: Client

beforeAll(async () => {
  world = await makeWorld()
  office = await contractOffice(world)
  accounting = office.accounting
})
afterAll(() => world.close())

const reason = 'Billed in the old system'

async function movedIn(day: string) {
  office.nextIcp()
  const { id, version } = await office.active()
  const rate = rateOf(id, { rate_name: 'Daily charge', rate_type: 'fixed', rate_unit: 'day' })
  expect((await accounting.put('/rate', rate)).status).toBe(201)
  const reply = await accounting.post('/contract', { id, version, billed_to_date: day, reason })
  expect(reply.status, reply.text).toBe(261)
  return reply.body.data
}

test('a contract that moves in is billed from the day after its last bill elsewhere', async () => {
  const row = await movedIn('2026-09-30')
  expect(row).toMatchObject({ billed_to_date: '2026-09-30', billed_elsewhere_date: '2026-09-30' })
  const dry = { contract_ids: [row.id], billed_to_date: '2026-10-31' }
  const run = await accounting.post('/billingrun/new', dry)
  expect(run.body.data).toMatchObject([{ period_start: '2026-10-01', period_end: '2026-10-31' }])
  const { customer_id } = office
  const alone = await accounting.post('/invoice/new', { customer_id, contract_id: row.id })
  expect(alone.body.data).toMatchObject({ period_start: '2026-10-01' })
  const history = await accounting.get('/history', {
    object_class: 'contract',
    object_id: row.id,
  })
  expect(history.text).toContain(reason)
})

test('no invoice bills a day that was billed elsewhere', async () => {
  const { id: contract_id } = await movedIn('2026-09-30')
  const days = { period_start: '2026-09-30', period_end: '2026-10-31' }
  const { customer_id } = office
  const reply = await accounting.put('/invoice', { customer_id, contract_id, ...days })
  expect(reply.status, reply.text).toBe(400)
  expect(reply.body.errors).toMatchObject([{ field: 'period_start' }])
  const coverage = await accounting.get('/billingrun/coverage', {
    from: '2026-09-01',
    to: '2026-10-31',
  })
  const own = coverage.body.data.gaps.filter((gap: { contract_ids: number[] }) =>
    gap.contract_ids.includes(contract_id),
  )
  expect(own).toMatchObject([{ from: '2026-10-01', to: '2026-10-31' }])
})

test('it is said with a reason, not after today, and not before the contract starts', async () => {
  office.nextIcp()
  const { id, version } = await office.active()
  const says = (more: object) => accounting.post('/contract', { id, version, ...more })
  expect((await says({ billed_to_date: '2026-09-30' })).body.errors).toMatchObject([
    { field: 'reason' },
  ])
  expect((await says({ billed_to_date: '2099-01-01', reason })).status).toBe(400)
  expect((await says({ billed_to_date: '2025-03-31', reason })).status).toBe(400)
  const user = await office.user.post('/contract', {
    id,
    version,
    billed_to_date: '2026-09-30',
    reason,
  })
  expect(user.status).toBe(403)
})

test('once a contract has an invoice, its invoices say up to when it is billed', async () => {
  const { id: contract_id } = await movedIn('2026-09-30')
  const { customer_id } = office
  const made = await accounting.put('/invoice', { customer_id, contract_id })
  expect(made.status, made.text).toBe(201)
  const late = async () => {
    const { version } = (await accounting.get('/contract', { id: contract_id })).body.data
    const day = { billed_to_date: '2026-08-31', reason }
    return accounting.post('/contract', { id: contract_id, version, ...day })
  }
  expect((await late()).status).toBe(476)
  const { id } = made.body.data
  const acknowledge = ['W01']
  const approved = await accounting.post('/invoice/approve', { id, acknowledge })
  expect(approved.status, approved.text).toBe(200)
  await accounting.post('/invoice/cancel', { id, reason: 'A mistake' })
  const after = await accounting.get('/contract', { id: contract_id })
  expect(after.body.data.billed_to_date).toBe('2026-09-30')
  expect((await late()).status).toBe(261)
})
