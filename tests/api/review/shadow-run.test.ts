import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { contractOffice, rateOf } from '#tests/support/contracts.ts'
import { sendForm, textFile } from '#tests/support/upload.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let contract_id: number

beforeAll(async () => {
  world = await makeWorld()
  const office = await contractOffice(world)
  user = office.user
  const icp = office.nextIcp()
  const { id: meter_id } = await made('/meter', {
    meter_number: 'MTR-1',
    customer_id: office.customer_id,
    icp_number: icp,
  })
  // A whole year of 10,000 kWh.
  const opening = { reading_latest: '1000', reading_latest_type: 'opening' }
  await made('/meterreading', { meter_id, reading_date: '2025-07-01', ...opening })
  await made('/meterreading', { meter_id, reading_date: '2026-06-30', reading_latest: '11000' })
  const draft = await office.draft({ connections: [icp], gst_percent: '0' })
  contract_id = draft.id
  await made('/rate', rateOf(draft.id, { rate_amount: '0.30' }))
  await office.accounting.post('/contract/activate', { id: draft.id, reason: 'Signed' })
}, 60_000)
afterAll(() => world.close())

async function made(path: string, body: object): Promise<{ id: number }> {
  const reply = await user.put(path, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

const change = (valid_from_date: string, rate_amount: string, rate_name = 'Day energy') => ({
  contract_id,
  valid_from_date,
  rates: [{ rate_name, rate_amount }],
})
const run = (changes: unknown[]) => user.post('/rateupdates/shadowrun', { changes })

test('two changes of one contract follow on each other and count as one contract', async () => {
  const { body } = await run([change('2027-10-01', '0.35'), change('2027-04-01', '0.33')])
  expect(body.data.totals).toMatchObject({
    contracts: 1,
    priced: 1,
    dearer: 1,
    cheaper: 0,
    before: '3000.00',
    after: '3500.00',
    difference: '500.00',
  })
  const steps = body.data.contracts.map(
    (one: { valid_from_date: string; effect: { before: string; after: string } }) =>
      `${one.valid_from_date} ${one.effect.before} ${one.effect.after}`,
  )
  expect(steps.sort()).toEqual(['2027-04-01 3000.00 3300.00', '2027-10-01 3300.00 3500.00'])
})

test('a rate that is taken up and down again changes nothing in the sums', async () => {
  const { body } = await run([change('2027-04-01', '0.33'), change('2027-10-01', '0.30')])
  const nothing = { contracts: 1, dearer: 0, cheaper: 0, difference: '0.00' }
  expect(body.data.totals).toMatchObject(nothing)
})

test('as many contracts as may be asked about fit into one call', async () => {
  const rates = Array.from({ length: 4 }, (_, at) => ({
    rate_name: `Off-peak energy in winter, block ${at}`,
    rate_amount: '0.33',
    rate_type: 'variable',
    rate_unit: 'kWh',
  }))
  const nowhere = { contract_id: 999_999, valid_from_date: '2027-04-01', rates }
  // Too much for a body of JSON: it comes as a file, as the screen sends it.
  const asFile = (count: number) => {
    const changes = textFile(JSON.stringify(Array.from({ length: count }, () => nowhere)))
    return sendForm(user, 'POST /rateupdates/shadowrun', { changes })
  }
  const reply = await asFile(5000)
  expect(reply.status, reply.text.slice(0, 200)).toBe(200)
  const more = await asFile(5001)
  expect(more.status).toBe(400)
})

test('a unit nobody counts by is refused as where it is saved, not with a failure', async () => {
  const odd = { ...change('2027-04-01', '0.33'), update_id: 999_999 }
  const rates = [{ rate_name: 'Odd', rate_amount: '1', rate_unit: 'furlong' }]
  expect((await run([{ ...odd, rates }])).status).toBeLessThan(500)
  expect((await run([odd])).body.data.totals.difference).toBe('300.00')
  const late = { ...change('9999-12-31', '0.33') }
  expect((await run([late])).status).toBeLessThan(500)
})
