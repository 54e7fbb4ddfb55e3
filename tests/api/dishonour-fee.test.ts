import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { because, paidBy } from '#tests/support/adjusting.ts'
import { booksHold } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { contractOffice } from '#tests/support/contracts.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let office: Awaited<ReturnType<typeof contractOffice>>
let accounting: Client

beforeAll(async () => {
  world = await makeWorld()
  office = await contractOffice(world)
  accounting = office.accounting
})
afterAll(() => world.close())
beforeEach(() => scope(world.owner, world.organisations[0]))

const dishonoured = async (more: object = {}) => {
  const { customer_id } = office
  const { id } = await paidBy({ client: accounting, world }, customer_id, '80.00')
  const reply = await accounting.post('/invoicepayment/dishonour', { id, ...because, ...more })
  expect(reply.status, reply.text).toBe(200)
}
const waiting = async () =>
  (await accounting.get('/charges', { customer_id: office.customer_id })).body.data

test('money that the bank takes back costs the fee of the organisation, on the next invoice', async () => {
  await dishonoured()
  expect(await waiting()).toEqual([])
  const admin = await world.as('admin')
  const setting = { name: 'dishonour_fee_amount', value: '12.00' }
  expect((await admin.put('/organisationconfig', setting)).status).toBe(201)
  await dishonoured({ waive_fee: true })
  expect(await waiting()).toEqual([])
  await dishonoured()
  const fee = { charge_type: 'dishonour_fee', amount: '12.00' }
  expect(await waiting()).toMatchObject([fee])
  const { customer_id } = office
  office.nextIcp()
  const { id: contract_id } = await office.active({ date_start: '2026-01-01' })
  const period = { period_start: '2026-10-01', period_end: '2026-10-31' }
  const made = await accounting.put('/invoice', { customer_id, contract_id, ...period })
  expect(made.status, made.text).toBe(201)
  expect(made.body.data.lines).toContainEqual(
    expect.objectContaining({
      name: expect.stringMatching(/^Dishonour fee, payment of /),
      amount: '12.00',
    }),
  )
  expect(await waiting()).toEqual([])
  const approve = { id: made.body.data.id, send: true, posted: true }
  const acknowledge = ['W01', 'W02', 'W03', 'W05']
  const sent = await accounting.post('/invoice/approve', { ...approve, acknowledge })
  expect(sent.body.data.balance, sent.text).toBe('13.80')
  await booksHold(world, customer_id)
})
