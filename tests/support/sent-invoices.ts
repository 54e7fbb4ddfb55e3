import { expect } from 'vitest'
import { contract } from '#domain/contracts/contract.ts'
import { customer } from '#domain/customers/customer.ts'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { makeIcp } from '#domain/kit/icp.ts'
import { meter } from '#domain/meters/meter.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import type { Client, Reply } from './client.ts'
import { makeRow } from './fitting.ts'
import { lettersWhere } from './letters.ts'
import { everyWarning } from './supplied.ts'
import type { World } from './world.ts'

export interface Supplied {
  customer_id: number
  contract_id: number
}

/** Invoices as customers get them: of a contract with readings, approved, sent and read by link. */
export interface SentInvoices {
  user: Client
  accounting: Client
  manager: Client
  /** A customer with a contract, rates and readings of April to June. */
  supplied(given?: Record<string, unknown>): Promise<Supplied>
  /** A stored draft. */
  draft(given: Record<string, unknown>): Promise<Record<string, string> & { id: number }>
  send(id: number, more?: object): Promise<Record<string, string> & { id: number }>
  /** The secret of the newest link that was mailed. */
  tokenOf(id: number): Promise<string>
  mailOf(id: number): Promise<{ subject: string; text_plain: string }>
  read(token: string, path?: string, headers?: Record<string, string>): Promise<Reply>
}

export const months = {
  april: { period_start: '2026-04-01', period_end: '2026-04-30' },
  may: { period_start: '2026-05-01', period_end: '2026-05-31' },
}
const readings = [
  ['2026-03-31', '1000'],
  ['2026-04-30', '1600'],
  ['2026-05-31', '2344'],
]
let sequence = 8_200_000

export async function makeSentInvoices(world: World): Promise<SentInvoices> {
  const [user, accounting, manager] = await Promise.all([
    world.as('user'),
    world.as('accounting'),
    world.as('manager'),
  ])
  await world.owner.query(
    `update organisations set gst_number = '49091850', bank_account_number = $2,
       bank_account_name = 'First Energy Trust', street = '12 Rātā Street', city = 'Ōtaki',
       postcode = '5512', email = 'hello@first.co.nz' where id = $1`,
    [world.organisations[0], makeBankAccount('01', '0902')],
  )
  const retailer = await makeRow(manager, supplier)
  const mailOf = async (id: number) => {
    const letters = await lettersWhere(world.owner, 'unique_key like $1', [`invoice ${id} %`])
    const last = letters.at(-1)
    if (!last) throw new Error(`Invoice ${id} was not mailed.`)
    return last
  }
  return {
    user,
    accounting,
    manager,
    mailOf,
    supplied: (given) => supplied({ user, accounting }, retailer.id, given),
    async draft(given) {
      const made = await user.put('/invoice', given)
      expect(made.status, made.text).toBe(201)
      return made.body.data
    },
    async send(id, more = {}) {
      const approve = { id, send: true, acknowledge: everyWarning, ...more }
      const reply = await manager.post('/invoice/approve', approve)
      expect(reply.status, reply.text).toBe(200)
      expect(reply.body.data.delivery_problem).toBeNull()
      return reply.body.data
    },
    async tokenOf(id) {
      const { text_plain } = await mailOf(id)
      return /\/invoice\/#([\w-]{43})\s/.exec(text_plain)?.[1] ?? 'no link'
    },
    read: (token, path = '/public/invoice', headers = {}) =>
      world.guest().send({
        method: 'GET',
        url: `/api/v1${path}`,
        headers: { 'x-link-token': token, ...headers },
      }),
  }
}

/** An invoice for April that a new customer was sent, with the link in its mail. */
export async function sentInApril(invoices: SentInvoices, given: Record<string, unknown> = {}) {
  const who = await invoices.supplied(given)
  const draft = await invoices.draft({ ...who, ...months.april })
  const invoice = await invoices.send(draft.id)
  return { ...who, invoice, token: await invoices.tokenOf(invoice.id) }
}

async function supplied(
  { user, accounting }: { user: Client; accounting: Client },
  supplier_id: number,
  given: Record<string, unknown> = {},
): Promise<Supplied> {
  sequence += 1
  const who = await makeRow(user, customer, {
    email: `sent${sequence}@example.co.nz`,
    customer_status: 'active',
    ...given,
  })
  const icp = makeIcp(sequence, 'UN')
  const deal = await makeRow(user, contract, {
    customer_id: who.id,
    supplier_id,
    connections: [icp],
    date_start: '2026-01-01',
    discount_percent: '10',
    service_fee_percent: '5',
  })
  const rate = { contract_id: deal.id, valid_from_date: '2026-01-01' }
  for (const one of [
    { rate_name: 'Energy', rate_type: 'variable', rate_unit: 'kWh', rate_amount: '0.25' },
    { rate_name: 'Daily', rate_type: 'fixed', rate_unit: 'day', rate_amount: '1.5' },
  ])
    expect((await user.put('/rate', { ...rate, ...one })).status).toBe(201)
  await accounting.post('/contract/activate', { id: deal.id, reason: 'Agreed elsewhere' })
  const box = await makeRow(user, meter, { customer_id: who.id, icp_number: icp })
  for (const [reading_date, reading_latest] of readings) {
    const reading = { reading_date, reading_latest, reading_latest_type: 'actual' }
    expect((await user.put('/meterreading', { meter_id: box.id, ...reading })).status).toBe(201)
  }
  return { customer_id: who.id, contract_id: deal.id }
}
