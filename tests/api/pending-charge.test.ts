import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#domain/contracts/contract.ts'
import { makeIcp } from '#domain/kit/icp.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import { newCustomer } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { makeRow } from '#tests/support/fitting.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let accounting: Client
let manager: Client
let supplier_id: number
let sequence = 4_200_000

beforeAll(async () => {
  world = await makeWorld()
  accounting = await world.as('accounting')
  manager = await world.as('manager')
  supplier_id = (await makeRow(manager, supplier)).id
})
afterAll(() => world.close())
beforeEach(() => scope(world.owner, world.organisations[0]))

async function activeContract(
  given: Record<string, unknown> = {},
  who: Record<string, unknown> = {},
) {
  sequence += 1
  const { id: customer_id } = await newCustomer(manager, who)
  const { id } = await makeRow(manager, contract, {
    customer_id,
    supplier_id,
    connections: [makeIcp(sequence, 'UN')],
    date_start: '2026-01-01',
    date_end: '2030-03-31',
    discount_percent: '0',
    service_fee_percent: '0',
    ...given,
  })
  const reply = await accounting.post('/contract/activate', { id, reason: 'Migrated' })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}

const cancelled = async (id: number) => {
  const cancel = { id, date_end: '2026-10-31', reason: 'Moving out' }
  const reply = await manager.post('/contract/cancel', cancel)
  expect(reply.status, reply.text).toBe(200)
}

async function charges(contract_id: number) {
  const { rows } = await world.owner.query(
    `select amount, invoice_id is not null as billed, dropped_at is not null as dropped
     from pending_charges where contract_id = $1 order by id`,
    [contract_id],
  )
  return rows
}

async function draftOf(deal: { id: number; customer_id: number }, month: string) {
  const reply = await accounting.put('/invoice', {
    customer_id: deal.customer_id,
    contract_id: deal.id,
    period_start: `2026-${month}-01`,
    period_end: `2026-${month}-28`,
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

async function sent(id: number) {
  const approve = { id, send: true, posted: true, acknowledge: ['W01', 'W02', 'W03', 'W05'] }
  const reply = await accounting.post('/invoice/approve', approve)
  expect(reply.body.data.invoiced_at, reply.text).not.toBeNull()
  return reply.body.data
}

const names = (invoice: { lines: { name: string; amount: string }[] }) =>
  invoice.lines.map((line) => [line.name, line.amount])

describe('the cancellation fee of a contract that is restored', () => {
  test('stands in the way while it is on an invoice nobody has sent', async () => {
    const deal = await activeContract({ cancellation_fee_amount: '150.00' })
    await cancelled(deal.id)
    const draft = await draftOf(deal, '03')
    const refused = await manager.post('/contract/restore', { id: deal.id })
    expect(refused.status).toBe(476)
    expect(refused.body.message).toContain('draft invoice')
    expect(refused.body.message).toContain('Delete that draft first.')
    await accounting.delete('/invoice', { id: draft.id })
    expect((await manager.post('/contract/restore', { id: deal.id })).status).toBe(200)
    expect(await charges(deal.id)).toMatchObject([{ billed: false, dropped: true }])
  })

  test('is given back once by the next invoice when it was billed, and can be charged again', async () => {
    const deal = await activeContract({ cancellation_fee_amount: '150.00' })
    const number = deal.contract_number
    await cancelled(deal.id)
    const approved = await accounting.post('/invoice/approve', {
      id: (await draftOf(deal, '03')).id,
      acknowledge: ['W01', 'W02', 'W03'],
    })
    const refused = await manager.post('/contract/restore', { id: deal.id })
    expect(refused.status).toBe(476)
    expect(refused.body.message).toContain(approved.body.data.invoice_number)
    await accounting.post('/invoice/send', { id: approved.body.data.id, posted: true })

    expect((await manager.post('/contract/restore', { id: deal.id })).status).toBe(200)
    expect(await charges(deal.id)).toMatchObject([
      { amount: '150.00', billed: true, dropped: false },
      { amount: '-150.00', billed: false, dropped: false },
    ])
    await cancelled(deal.id)
    await manager.post('/contract/restore', { id: deal.id })
    await cancelled(deal.id)
    const next = await draftOf(deal, '04')
    expect(names(next)).toEqual([
      [`Cancellation fee ${number}, given back`, '-150.00'],
      [`Cancellation fee ${number}`, '150.00'],
    ])
    await sent(next.id)
    await manager.post('/contract/restore', { id: deal.id })
    const last = await draftOf(deal, '05')
    expect(names(last)).toEqual([[`Cancellation fee ${number}, given back`, '-150.00']])
    await sent(last.id)
    const who = (await accounting.get('/customer', { id: deal.customer_id })).body.data
    expect(who.balance_total).toBe('0.00')
  })
})
