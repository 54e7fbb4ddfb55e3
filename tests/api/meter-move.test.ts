import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import type { Client } from '#tests/support/client.ts'
import { contractOffice } from '#tests/support/contracts.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let office: Awaited<ReturnType<typeof contractOffice>>
let user: Client
let icp_number: string
let neighbour: number
let sequence = 0

beforeAll(async () => {
  world = await makeWorld()
  office = await contractOffice(world)
  user = office.user
  neighbour = (await makeRow(user, customer, { name: 'Rata Bakery' })).id
})
afterAll(() => world.close())
beforeEach(() => {
  icp_number = office.nextIcp()
})

const put = (customer_id: number, more: object = {}) =>
  user.put('/meter', { meter_number: `MV-${++sequence}`, icp_number, customer_id, ...more })

async function meterOf(customer_id: number, more: object = {}) {
  const reply = await put(customer_id, more)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

test('a connection of one customer is refused on a meter of another, who is named', async () => {
  await meterOf(neighbour)
  const reply = await put(office.customer_id)
  expect(reply.status, reply.text).toBe(472)
  expect(reply.body.message).toBe(`ICP ${icp_number} is already used by Rata Bakery.`)
  expect(reply.body.errors).toMatchObject([{ field: 'icp_number', code: 'number_conflict' }])
})

test('a connection may have several meters of the same customer', async () => {
  await meterOf(neighbour)
  await meterOf(neighbour)
})

test('a change or a restored meter does not bring a connection to two customers either', async () => {
  const first = await meterOf(neighbour)
  const other = await meterOf(office.customer_id, { icp_number: office.nextIcp() })
  const { id, version } = other
  expect((await user.post('/meter', { id, version, icp_number })).status).toBe(472)
  await office.manager.delete('/meter', { id: first.id })
  await meterOf(office.customer_id)
  expect((await office.manager.post('/meter/restore', { id: first.id })).status).toBe(472)
})

test('of two who connect the same number at once, one is refused', async () => {
  const replies = await Promise.all([put(neighbour), put(office.customer_id)])
  expect(replies.map((reply) => reply.status).sort()).toEqual([201, 472])
})

test('a meter goes to another customer from a day on, with all meters of its connection', async () => {
  const [first, second] = [await meterOf(neighbour), await meterOf(neighbour)]
  const change = { id: first.id, version: first.version, customer_id: office.customer_id }
  const undated = await user.post('/meter', change)
  expect(undated.status).toBe(476)
  const reply = await user.post('/meter/move', { ...change, move_date: '2026-10-01' })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body.info.warnings).toHaveLength(2)
  for (const { id } of [first, second])
    expect((await user.get('/meter', { id })).body.data).toMatchObject({
      customer_id: office.customer_id,
      customer_since_date: '2026-10-01',
    })
  expect((await put(neighbour)).status).toBe(472)
})

test('a connection moves only after the contract it is under has ended', async () => {
  const { customer_id } = office
  const row = await meterOf(customer_id)
  const contract = await office.active({ connections: [icp_number] })
  const move = { id: row.id, customer_id: neighbour, move_date: '2026-10-01' }
  const early = await user.post('/meter/move', move)
  expect(early.status).toBe(476)
  expect(early.body.message).toContain(contract.contract_number)
  const end = { id: contract.id, date_end: '2026-09-30', reason: 'Moved out' }
  expect((await office.manager.post('/contract/cancel', end)).status).toBe(200)
  expect((await user.post('/meter/move', move)).status).toBe(200)
})

test('a customer sees the use of a connection from the day it is theirs', async () => {
  const { id } = await meterOf(neighbour)
  const read = (reading_date: string, reading_latest: string) =>
    user.put('/meterreading', {
      ...{ meter_id: id, reading_date, reading_latest, reading_latest_type: 'actual' },
    })
  await read('2026-07-31', '100')
  await read('2026-08-31', '400')
  await read('2026-09-30', '450')
  const move = { id, customer_id: office.customer_id, move_date: '2026-09-01' }
  expect((await user.post('/meter/move', move)).status).toBe(200)
  const reply = await user.get('/customer/use', { id: office.customer_id, months: 6 })
  const used = reply.body.data[0].months.map((month: { quantity: string }) =>
    Number(month.quantity),
  )
  expect(used.reduce((sum: number, one: number) => sum + one, 0)).toBe(50)
})
