import { expect } from 'vitest'
import { contract } from '#domain/contracts/contract.ts'
import { customer } from '#domain/customers/customer.ts'
import { makeIcp } from '#domain/kit/icp.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import { makeRow } from './fitting.ts'
import { scope, type World } from './world.ts'

type GivenFields = Record<string, unknown>

/** An office that makes contracts of one customer with one supplier, each on its own connection. */
export async function contractOffice(world: World) {
  const user = await world.as('user')
  const accounting = await world.as('accounting')
  const manager = await world.as('manager')
  const { id: customer_id } = await makeRow(user, customer, { email: 'mere@example.co.nz' })
  const { id: supplier_id } = await makeRow(manager, supplier)
  let sequence = 7_000_000
  let icp = makeIcp(sequence, 'UN')

  /** Contracts from here on are about another connection. */
  function nextIcp(): string {
    sequence += 1
    icp = makeIcp(sequence, 'UN')
    return icp
  }

  const draft = (given: GivenFields = {}) =>
    makeRow(user, contract, {
      customer_id,
      supplier_id,
      connections: [icp],
      date_start: '2025-04-01',
      date_end: '2030-03-31',
      ...given,
    })

  async function active(given: GivenFields = {}) {
    const row = await draft(given)
    const reply = await accounting.post('/contract/activate', { id: row.id, reason: 'Migrated' })
    expect(reply.status, reply.text).toBe(200)
    return reply.body.data
  }

  async function billTo(id: number, day: string): Promise<void> {
    await scope(world.owner, world.organisations[0])
    await world.owner.query('update contracts set billed_to_date = $2 where id = $1', [id, day])
  }

  return { user, accounting, manager, customer_id, supplier_id, nextIcp, draft, active, billTo }
}

export const rateOf = (contract_id: number, given: GivenFields = {}) => ({
  contract_id,
  rate_name: 'Day energy',
  rate_type: 'variable',
  rate_amount: '0.231',
  rate_unit: 'kWh',
  valid_from_date: '2025-04-01',
  ...given,
})
