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

/** A contract from August on, read at the end of each month: 300 kWh at 0.20 and GST. */
async function readContract() {
  const icp_number = office.nextIcp()
  const { customer_id } = office
  const row = await office.active({ date_start: '2026-08-01', connections: [icp_number] })
  const rate = { rate_amount: '0.20', valid_from_date: '2026-08-01' }
  expect((await accounting.put('/rate', rateOf(row.id, rate))).status).toBe(201)
  const meter = { meter_number: `UB-${row.id}`, icp_number, customer_id }
  const { id: meter_id } = (await accounting.put('/meter', meter)).body.data
  const ends = ['2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31']
  for (const [place, reading_date] of ends.entries()) {
    const value = { reading_latest_type: 'actual', reading_latest: String(1000 + 300 * place) }
    const read = await accounting.put('/meterreading', { meter_id, reading_date, ...value })
    expect(read.status, read.text).toBe(201)
  }
  return { contract_id: Number(row.id), customer_id }
}

async function bill(about: object, period_start: string, period_end: string) {
  const made = await accounting.put('/invoice', { ...about, period_start, period_end })
  expect(made.status, made.text).toBe(201)
  const { id } = made.body.data
  const sent = { id, send: true, posted: true }
  const approved = await accounting.post('/invoice/approve', sent)
  expect(approved.status, approved.text).toBe(200)
  return made.body
}

test('a month that was skipped is said, and offered first by the next invoice', async () => {
  const about = await readContract()
  await bill(about, '2026-08-01', '2026-08-31')
  const later = await bill(about, '2026-10-01', '2026-10-31')
  expect(later.info.warnings).toMatchObject([
    { message: '01 Sep 2026 – 30 Sep 2026 is not billed yet.' },
  ])
  const next = await accounting.post('/invoice/new', about)
  expect(next.body.data).toMatchObject({ period_start: '2026-09-01', period_end: '2026-09-30' })
  expect(next.body.info.skipped).toBeNull()
  const days = { period_start: '2026-11-01', period_end: '2026-11-30' }
  const asked = await accounting.post('/invoice/new', { ...about, ...days })
  expect(asked.body.data.period_start).toBe('2026-11-01')
  expect(asked.body.info.skipped).toMatchObject({ from: '2026-09-01', to: '2026-09-30' })
})

test('days before the first invoice are said and left to be asked for', async () => {
  const about = await readContract()
  await bill(about, '2026-10-01', '2026-10-31')
  const next = await accounting.post('/invoice/new', about)
  expect(next.body.data.period_start).toBe('2026-11-01')
  expect(next.body.info.skipped).toMatchObject({ from: '2026-08-01', to: '2026-09-30' })
})

test('a gap is worth its own readings and rates, and names the customer', async () => {
  const about = await readContract()
  const reply = await accounting.get('/billingrun/coverage', {
    from: '2026-09-01',
    to: '2026-09-30',
  })
  const { data: who } = (await accounting.get('/customer', { id: about.customer_id })).body
  const gap = reply.body.data.gaps.find((one: { contract_ids: number[] }) =>
    one.contract_ids.includes(about.contract_id),
  )
  expect(gap).toMatchObject({
    ...{ from: '2026-09-01', to: '2026-09-30', estimated_amount: '69.00', valued_by: 'readings' },
    customers: [{ id: about.customer_id, name: who.name }],
  })
  expect(Number(reply.body.info.gaps_amount)).toBeGreaterThanOrEqual(69)
})
