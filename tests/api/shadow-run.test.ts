import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { contractOffice, rateOf } from '#tests/support/contracts.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let accounting: Client
let contract: { id: number; version: number; contract_number: string }
let unread: { id: number; contract_number: string }

beforeAll(async () => {
  world = await makeWorld()
  const office = await contractOffice(world)
  ;({ user, accounting } = office)
  unread = await office.active()
  const icp = office.nextIcp()
  const { id: meter_id } = await made('/meter', {
    meter_number: 'MTR-1',
    customer_id: office.customer_id,
    icp_number: icp,
  })
  // A whole year of 10,000 kWh.
  await made('/meterreading', {
    meter_id,
    reading_date: '2025-07-01',
    reading_latest: '1000',
    reading_latest_type: 'opening',
  })
  await made('/meterreading', { meter_id, reading_date: '2026-06-30', reading_latest: '11000' })
  const draft = await office.draft({
    connections: [icp],
    gst_percent: '15',
    discount_percent: '10',
  })
  await made('/rate', rateOf(draft.id, { rate_amount: '0.30' }))
  await made('/supplierrate', rateOf(draft.id, { rate_amount: '0.25' }))
  const active = await accounting.post('/contract/activate', { id: draft.id, reason: 'Signed' })
  expect(active.status, active.text).toBe(200)
  contract = active.body.data
})
afterAll(() => world.close())

async function made(path: string, body: object): Promise<{ id: number }> {
  const reply = await user.put(path, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

const day = '2027-04-01'
const change = (rate_amount: string, given = {}) => ({
  contract_id: contract.id,
  valid_from_date: day,
  rates: [{ rate_name: 'Day energy', rate_amount }],
  ...given,
})

test('new rates are priced on the contract’s own use before they are saved, and nothing is stored', async () => {
  const reply = await user.post('/rateupdates/shadowrun', { changes: [change('0.33')] })
  expect(reply.status, reply.text).toBe(200)
  const [priced] = reply.body.data.contracts
  // 10,000 kWh with GST, less the discount of 10 %.
  expect(priced.effect).toMatchObject({
    before: '3105.00',
    after: '3415.50',
    difference: '310.50',
    difference_percent: '10',
    margin_before: '500.00',
    margin_after: '800.00',
  })
  expect((await user.get('/rateupdates', { contract_id: contract.id })).status).toBe(260)
})

test('the buy side is what the supplier charges: no discount of ours, no fee', async () => {
  const reply = await user.post('/supplierrateupdates/shadowrun', { changes: [change('0.27')] })
  expect(reply.body.data.contracts[0].effect).toMatchObject({
    before: '2875.00',
    after: '3105.00',
    margin_after: '300.00',
  })
})

test('several contracts are added up, those without readings named and left out of the sums', async () => {
  const changes = [change('0.27', { contract_id: unread.id }), change('0.27')]
  const { body } = await user.post('/rateupdates/shadowrun', { changes })
  expect(body.data.totals).toMatchObject({
    contracts: 2,
    priced: 1,
    dearer: 0,
    cheaper: 1,
    difference: '-310.50',
  })
  expect(body.data.contracts[1]).toMatchObject({
    contract_number: unread.contract_number,
    effect: null,
  })
})

test('a stored update is priced against what was held without it', async () => {
  const { id, version } = contract
  const rates = change('0.33').rates
  const body = { id, version, valid_from_date: day, rates }
  const added = await accounting.post('/contract/addrateupdates', body)
  expect(added.status, added.text).toBeLessThan(300)
  const asked = (given = {}) =>
    user.post('/rateupdates/shadowrun', { changes: [change('0.33', given)] })
  expect((await asked()).body.data.totals.difference).toBe('0.00')
  const { body: own } = await asked({ update_id: added.body.data.id })
  expect(own.data.totals.difference).toBe('310.50')
})

test('contracts of another broker are not there, and what is no rate is refused by its field', async () => {
  const stranger = await world.as('other')
  const reply = await stranger.post('/rateupdates/shadowrun', { changes: [change('0.33')] })
  expect(reply.body.data).toMatchObject({ totals: { contracts: 0 }, contracts: [] })
  const wrong = await user.post('/rateupdates/shadowrun', { changes: [change('cheap')] })
  expect(wrong.status).toBe(400)
  expect((await user.post('/rateupdates/shadowrun', { changes: [] })).status).toBe(400)
})
