import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeIcp } from '#domain/kit/icp.ts'
import type { Client } from '#tests/support/client.ts'
import { pageCount, pdfText } from '#tests/support/pdf-text.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let customer_id: number
const icp = makeIcp(77, 'UN')

beforeAll(async () => {
  world = await makeWorld()
  user = await world.as('user')
  const { id } = await made('/customer', { name: 'Ngāti Toa Cool Stores' })
  customer_id = id
  const meter = await made('/meter', { meter_number: 'MTR-77', customer_id: id, icp_number: icp })
  // A whole year of 10,000 kWh.
  for (const [reading_date, reading_latest, reading_latest_type] of [
    ['2025-07-01', '1000', 'opening'],
    ['2026-06-30', '11000', 'actual'],
  ])
    await made('/meterreading', {
      meter_id: meter.id,
      reading_date,
      reading_latest,
      reading_latest_type,
    })
})
afterAll(() => world.close())

async function made(path: string, body: object): Promise<{ id: number; version: number }> {
  const reply = await user.put(path, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

const anytime = (rate_amount: string) => ({ rate_name: 'Anytime', rate_amount, rate_unit: 'kWh' })
const asked = () => ({ name: 'Winter offer', customer_id, candidate_rates: [anytime('0.27')] })

async function contractInForce() {
  const terms = {
    customer_id,
    connections: [icp],
    date_start: '2025-01-01',
    icp_type: 'electricity',
  }
  const contract = await made('/contract', terms)
  await made('/rate', {
    ...anytime('0.30'),
    contract_id: contract.id,
    rate_type: 'variable',
    valid_from_date: '2025-01-01',
  })
  const accounting = await world.as('accounting')
  const active = await accounting.post('/contract/activate', {
    id: contract.id,
    reason: 'Signed on paper.',
  })
  expect(active.status, active.text).toBeLessThan(300)
}

test('a mistyped ICP is refused wherever it would be kept, and a gas supplier’s is not', async () => {
  const mistyped = `${icp.slice(0, 9)}${(Number(icp[9]) + 1) % 10}${icp.slice(10)}`
  const electric = { customer_id, icp_type: 'electricity' }
  const refused: [string, string, object][] = [
    ['/contract', 'connections', { ...electric, connections: [icp, mistyped] }],
    ['/contract', 'connections', { customer_id, connections: [mistyped.toLowerCase()] }],
    ['/proposal', 'connections', { ...asked(), ...electric, connections: [mistyped] }],
    ['/meter', 'icp_number', { ...electric, meter_number: 'MTR-78', icp_number: mistyped }],
  ]
  for (const [path, field, body] of refused) {
    const { status, body: answer } = await user.put(path, body)
    expect([status, answer.errors[0].field], path).toEqual([400, field])
    expect(answer.errors[0].message, path).toContain('isn’t right')
  }
  const draft = await made('/contract', { ...electric, connections: [icp] })
  const change = { ...draft, connections: [icp, mistyped] }
  expect((await user.post('/contract', change)).status).toBe(400)
  await made('/contract', { customer_id, icp_type: 'gas', connections: [mistyped, 'ACC-40771'] })
})

test('an ICP that was mistyped long ago stands in the way of no other change', async () => {
  const mistyped = `${icp.slice(0, 9)}${(Number(icp[9]) + 1) % 10}${icp.slice(10)}`
  const { id, version } = await made('/contract', { customer_id, connections: [icp] })
  await scope(world.owner, 1)
  await world.owner.query('update contracts set connections = $2 where id = $1', [id, [mistyped]])
  const noted = await user.post('/contract', { id, version, notes: 'Rings on Mondays' })
  expect(noted.status, noted.text).toBe(261)
  const other = { id, version: version + 1, connections: [icp, mistyped] }
  expect((await user.post('/contract', other)).status).toBe(400)
  const mended = await user.post('/contract', { ...other, connections: [icp] })
  expect(mended.status, mended.text).toBe(261)
})

test('without a contract there is a price and nothing to compare it with', async () => {
  const { body } = await user.post('/proposal/price', asked())
  expect(body.data).toMatchObject({ candidate_cost: '3105.00', current_cost: null })
  expect(body.data.pricing.use).toMatchObject({ missing_days: 0 })
})

test('a customer without any use has nothing to price, and that is no failure', async () => {
  const { id } = await made('/customer', { name: 'No meter yet' })
  const reply = await user.post('/proposal/price', { ...asked(), customer_id: id })
  expect(reply.status).toBe(200)
  expect(reply.body.data).toMatchObject({ candidate_cost: null, pricing: null })
})

test('a proposal prices the customer’s own use and says what would be saved', async () => {
  await contractInForce()
  const { id } = await made('/proposal', asked())
  const { body } = await user.get('/proposal', { id })
  expect(body.data).toMatchObject({
    current_cost: '3450.00',
    candidate_cost: '3105.00',
    saving_amount: '345.00',
  })
  expect(Number(body.data.saving_percent)).toBe(10)
})

test('a changed rate is priced again when it is saved', async () => {
  const { id, version } = await made('/proposal', asked())
  const change = { id, version, candidate_rates: [anytime('0.24')] }
  const { body } = await user.post('/proposal', change)
  expect(body.data.saving_amount).toBe('690.00')
})

test('a rate that is none is refused by its field', async () => {
  const rates = [{ rate_name: 'Anytime', rate_amount: 'cheap' }]
  const reply = await user.put('/proposal', { ...asked(), candidate_rates: rates })
  expect(reply.status).toBe(400)
})

test('a won proposal becomes a draft contract with the offered rates, once', async () => {
  const { id, version } = await made('/proposal', asked())
  const early = await user.post('/proposal/contract', { id })
  expect(early.status).toBe(476)
  expect(early.body.message).toContain('the proposal is not won')
  await user.post('/proposal', { id, version, proposal_status: 'won' })
  const reply = await user.post('/proposal/contract', { id, date_start: '2027-01-01' })
  expect(reply.status, reply.text).toBe(201)
  expect(reply.body.data).toMatchObject({
    customer_id,
    contract_status: 'draft',
    connections: [icp],
    date_start: '2027-01-01',
  })
  const rates = await user.get('/rates', { contract_id: reply.body.data.id })
  expect(rates.body.data).toMatchObject([
    { rate_name: 'Anytime', rate_unit: 'kWh', valid_from_date: '2027-01-01' },
  ])
  expect((await user.get('/proposal', { id })).body.data.made_contract_id).toBe(reply.body.data.id)
  const again = await user.post('/proposal/contract', { id })
  expect(again.status).toBe(476)
  expect(again.body.message).toContain('was made of it')
  const { body } = await user.get('/customer/timeline', { id: customer_id, kinds: 'contract' })
  expect(body.data[0].summary).toMatch(/^Contract K-\d+ created$/)
})

test('the page for the customer prints the figures and what they rest on', async () => {
  const { id } = await made('/proposal', asked())
  const cookie = [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const reply = await world.app.inject({
    method: 'GET',
    url: `/api/v1/proposal/document?id=${id}`,
    headers: { cookie, authorization: user.authorization ?? '' },
  })
  expect(reply.headers['content-type']).toBe('application/pdf')
  const words = pdfText(reply.rawPayload).replaceAll('\n', ' ')
  for (const said of ['Ngāti Toa Cool Stores', '$3,450.00', '$345.00', 'line by line', '365 days'])
    expect(words).toContain(said)
  expect(pageCount(reply.rawPayload)).toBe(1)
})
