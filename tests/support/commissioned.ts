import { expect } from 'vitest'
import { contract } from '#domain/contracts/contract.ts'
import { makeIcp } from '#domain/kit/icp.ts'
import { partner } from '#domain/partners/partner.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import { newCustomer } from './billing.ts'
import type { Client } from './client.ts'
import { makeRow } from './fitting.ts'
import { everyWarning } from './supplied.ts'
import { scope, type World } from './world.ts'

type GivenFields = Record<string, unknown>
let sequence = 8_800_000

// April of the worked example: 640.53 in time with a late fee, here without it 629.03, else 698.25.
export const aprilLines = [
  { name: 'Energy', quantity: '1', rate: '573.26', unit: 'each' },
  { name: 'Special read', quantity: '1', rate: '5.00', unit: 'each', discountable: false },
]
export const inTime = '629.03'
export const late = '698.25'

/** An office whose partners bring contracts. */
export async function commissionOffice(world: World) {
  const [user, accounting, manager] = await Promise.all([
    world.as('user'),
    world.as('accounting'),
    world.as('manager'),
  ])
  const { id: supplier_id } = await makeRow(manager, supplier)

  const newPartner = async (given: GivenFields = {}) =>
    (await makeRow(manager, partner, { partner_rate_unit: 'percent', ...given })).id

  /** A contract in force since January, with its customer. */
  async function brought(given: GivenFields = {}, ofCustomer: GivenFields = {}) {
    sequence += 1
    const { id: customer_id } = await newCustomer(user, ofCustomer)
    const row = await makeRow(user, contract, {
      ...{ customer_id, supplier_id, connections: [makeIcp(sequence, 'UN')] },
      ...{ date_start: '2026-01-01', date_end: '2027-12-31' },
      ...{ service_fee_percent: '5', discount_percent: '10' },
      ...given,
    })
    await done(accounting, '/contract/activate', { id: row.id, reason: 'Agreed elsewhere' })
    return { id: row.id, customer_id }
  }

  /** A sent invoice of a month, by default of April. */
  async function billed(
    of: { id: number; customer_id: number },
    month = 4,
    given: GivenFields = {},
  ): Promise<number> {
    const from = Temporal.PlainDate.from({ year: 2026, month, day: 1 })
    const made = await accounting.put('/invoice', {
      ...{ customer_id: of.customer_id, contract_id: of.id, bill: null },
      ...{ period_start: from.toString(), lines: aprilLines },
      period_end: from.add({ months: 1 }).subtract({ days: 1 }).toString(),
      ...given,
    })
    expect(made.status, made.text).toBe(201)
    const { id } = made.body.data
    const approve = { id, send: true, posted: true, acknowledge: everyWarning }
    await done(manager, '/invoice/approve', approve)
    return id
  }

  async function pay(
    customer_id: number,
    invoice_id: number,
    amount: string,
    given: GivenFields = {},
  ) {
    const made = await accounting.put('/invoicepayment', {
      ...{ customer_id, invoice_id, amount_incl_gst: amount, payment_date: '2026-11-02', ...given },
    })
    expect(made.status, made.text).toBe(201)
    return Number(made.body.data.id)
  }

  /** What stands of a partner's commission: amounts that count, by kind. */
  async function entries(partner_id: number, given: GivenFields = {}) {
    const reply = await accounting.get('/commissions', { partner_id, order: 'id', ...given })
    expect([200, 260]).toContain(reply.status)
    return reply.body.data as {
      id: number
      kind: string
      amount: string
      commission_status: string
    }[]
  }

  /** The entries of a partner, each in a few words. */
  const told = async (partner_id: number) =>
    (await entries(partner_id)).map(
      ({ kind, commission_status, amount }) => `${kind} ${commission_status} ${amount}`,
    )

  /** A partner with a contract, and an invoice of April that is sent. */
  async function begun(rates: object) {
    const partner_id = await newPartner({ ...rates })
    const of = await brought({ partner_id })
    const invoice = await billed(of)
    const payIt = (amount = inTime, given = {}) => pay(of.customer_id, invoice, amount, given)
    return { partner_id, contract: of, invoice, pay: payIt, ...of }
  }

  return {
    ...{ user, accounting, manager, newPartner, brought, billed, pay, entries, told, begun },
  }
}

export async function done(client: Client, path: string, body: GivenFields) {
  const reply = await client.post(path, body)
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body.data
}

/**
 * What waits for a statement is put on one, as sending it does: a partner's entries are stated from
 * here on, and what goes back of them is taken back by entries of their own.
 */
export async function stated(world: World, partner_id: number): Promise<void> {
  await scope(world.owner, world.organisations[0])
  await world.owner.query(
    `with made as (insert into commissionstatements (organisation_id, statement_number,
       statement_status, partner_id, to_date, line_count, sum, gst_mode, gst_percent, gst, total,
       brought_forward, withheld, to_pay)
     values ($1, 'CS-' || 100000 + $2 * 1000 + floor(random() * 1000), 'sent', $2, current_date, 0, 0,
       'not_registered', 15, 0, 0, 0, 0, 0) returning id)
     update commissions c set commission_status = 'stated', statement_id = made.id
     from made where partner_id = $2 and commission_status = 'accrued'`,
    [world.organisations[0], partner_id],
  )
}
