import { expect } from 'vitest'
import { entities, entityNamed } from '#domain/entities.ts'
import { keyOf } from '#domain/kit/call.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { makeIcp } from '#domain/kit/icp.ts'
import type { Route } from '#server/kit/http/route.ts'
import { readableMessage } from './billing-rows.ts'
import type { Client } from './client.ts'
import { fitting, fittingChange, makeRow } from './fitting.ts'
import { readyBank } from './ready-bank.ts'
import { readyBills } from './ready-bills.ts'
import { readyCommissions } from './ready-commissions.ts'
import { readyDepartures } from './ready-departures.ts'
import { readyExports } from './ready-exports.ts'
import { readyImports } from './ready-imports.ts'
import { readyReports } from './ready-reports.ts'
import { because, done, type Prepare } from './ready-rows.ts'
import { everyWarning } from './supplied.ts'
import { textFile } from './upload.ts'

type Body = Record<string, unknown>

let sequence = 6_600_000

function named(name: string): Entity {
  const entity = entityNamed(name)
  if (!entity) throw new Error(`There is no entity called ${name}.`)
  return entity
}

/** A place on the map. */
const here = { latitude: -41.3, longitude: 174.8 }

async function contractIn(client: Client, state: 'draft' | 'active' | 'locked'): Promise<number> {
  sequence += 1
  const { id } = await makeRow(client, named('contract'), {
    supplier_id: (await makeRow(client, named('supplier'))).id,
    customer_id: (await makeRow(client, named('customer'), { email: `c${sequence}@example.co.nz` }))
      .id,
    connections: [makeIcp(sequence, 'UN')],
    date_start: '2025-01-01',
    date_end: '2030-12-31',
  })
  const rate = { contract_id: id, rate_type: 'variable', rate_unit: 'kWh', rate_amount: '0.25' }
  const given = { ...rate, rate_name: 'Day energy', valid_from_date: '2025-01-01' }
  expect((await client.put('/rate', given)).status).toBe(201)
  if (state !== 'draft') await done(client, '/contract/activate', { id, ...because })
  if (state === 'locked') await done(client, '/contract/lock', { id, ...because })
  return id
}

type InvoiceState = 'draft' | 'approved' | 'sent' | 'held' | 'late' | 'granted'

async function invoiceIn(client: Client, state: InvoiceState) {
  sequence += 1
  const email = `i${sequence}@example.co.nz`
  const { id: customer_id } = await makeRow(client, named('customer'), { email })
  const lines = [{ name: 'Energy', quantity: '1', rate: '100.00', unit: 'each' }]
  const dates = state === 'late' ? { due_date: '2026-10-01', discounted_date: '2026-10-01' } : {}
  const sent = { customer_id, lines, discount_percent: '10', ...dates }
  const made = await client.put('/invoice', sent)
  expect(made.status, made.text).toBe(201)
  const { id } = made.body.data
  const acknowledge = everyWarning
  if (state !== 'draft') await done(client, '/invoice/approve', { id, acknowledge })
  if (['sent', 'held', 'late', 'granted'].includes(state))
    await done(client, '/invoice/send', { id })
  if (state === 'granted') await done(client, '/invoice/grantppd', { id, ...because })
  if (state === 'held') await done(client, '/invoice/hold', { id, ...because })
  return { id, customer_id }
}

async function payment(client: Client): Promise<{ id: number; invoice_id: number }> {
  const { id: invoice_id, customer_id } = await invoiceIn(client, 'sent')
  const money = { customer_id, amount_incl_gst: '50.00', payment_date: '2026-11-01' }
  const made = await client.put('/invoicepayment', money)
  expect(made.status, made.text).toBe(201)
  return { id: made.body.data.id, invoice_id }
}

const adjustmentBody: Prepare = async (client) => ({
  customer_id: (await makeRow(client, named('customer'))).id,
  kind: 'opening_balance',
  side: 'debit',
  amount: '10.00',
  reason: 'Owed before we came',
})

async function adjustmentIn(client: Client, state: 'invoiced' | 'held') {
  const made = await client.put('/adjustment', await adjustmentBody(client))
  expect(made.status, made.text).toBe(201)
  const { id } = made.body.data
  if (state === 'held') await done(client, '/adjustment/hold', { id, ...because })
  return { id }
}

const manyPhones: Prepare = async (client) => {
  const ids = [(await makeRow(client, named('customer'))).id]
  return { object_class: 'customer', field: 'phone', value: '+6421555123', ids }
}

async function phonesUnderWay(client: Client): Promise<number> {
  const made = await client.put('/fieldchange', await manyPhones(client))
  expect(made.status, made.text).toBe(201)
  return made.body.data.id
}

const entryOf: Prepare = async (client) => ({
  supplier_id: (await makeRow(client, named('supplier'))).id,
  lines: [
    { account: 5000, amount: '10.00' },
    { account: 4010, amount: '-10.00' },
  ],
  reason: 'An entry of this test',
})

const onContract =
  (state: 'draft' | 'active' | 'locked', body: Body = {}): Prepare =>
  async (client) => ({ id: await contractIn(client, state), ...body })
const onInvoice =
  (state: Parameters<typeof invoiceIn>[1], body: Body = {}): Prepare =>
  async (client) => ({ id: (await invoiceIn(client, state)).id, ...body })
function toldOf(action: string, updates: string): Prepare {
  return async (client) => {
    const id = await contractIn(client, 'active')
    // Of the supplier's rates only those are told who pay them.
    if (action === 'addsupplierrateupdates') await splitBilling(client, id)
    await done(client, `/contract/${action}`, { id, ...newRates })
    const [update] = (await client.get(updates, { contract_id: id })).body.data
    return { ids: [update.id] }
  }
}

async function splitBilling(client: Client, contract_id: number): Promise<void> {
  const { customer_id } = (await client.get('/contract', { id: contract_id })).body.data
  const { id, version } = (await client.get('/customer', { id: customer_id })).body.data
  await done(client, '/customer', { id, version, simple_invoicing: true })
}

async function rateFile(client: Client): Promise<Body> {
  const id = await contractIn(client, 'active')
  const { contract_number } = (await client.get('/contract', { id })).body.data
  const heads = 'contract_number,rate_name,rate_amount,valid_from_date'
  return { csv: textFile(`${heads}\n${contract_number},Day energy,0.2444,2029-05-01\n`) }
}

const newRates = {
  valid_from_date: '2029-01-01',
  rates: [{ rate_name: 'Day energy', rate_amount: '0.27' }],
}

/** How each call that is more than a plain verb of an entity is made ready to be asked. */
const special: Record<string, Prepare> = {
  ...readyBills,
  ...readyCommissions,
  ...readyBank,
  ...readyReports,
  ...readyExports,
  ...readyImports,
  'POST /contract/cancel': onContract('active', { date_end: '2026-12-31', ...because }),
  'POST /contract/lock': onContract('active', because),
  'POST /contract/unlock': onContract('locked', because),
  'POST /contract/activate': onContract('draft', because),
  'POST /contract/send': onContract('draft'),
  'POST /contract/duplicate': onContract('active'),
  'POST /contract/addrateupdates': onContract('active', newRates),
  'POST /contract/addsupplierrateupdates': onContract('active', newRates),
  'POST /contract/accept': async (client) => {
    const id = await contractIn(client, 'draft')
    await done(client, '/contract/send', { id })
    return { id, name: 'Mere Kahu' }
  },
  'POST /contract/undo': async (client) => {
    const id = await contractIn(client, 'active')
    await done(client, '/contract/addrateupdates', { id, ...newRates })
    return { id }
  },
  'PUT /invoice': async (client) => ({
    customer_id: (await makeRow(client, named('customer'))).id,
    lines: [{ name: 'Energy', quantity: '1', rate: '100.00', unit: 'each' }],
  }),
  'POST /invoice': onInvoice('draft', { version: 1, notes: 'Looked at' }),
  'POST /invoice/approve': onInvoice('draft', { send: true, acknowledge: everyWarning }),
  'POST /invoice/send': onInvoice('approved'),
  ...readyDepartures(async (client) => (await invoiceIn(client, 'approved')).id),
  'POST /invoice/draft': onInvoice('approved', because),
  'POST /invoice/recalculate': onInvoice('draft'),
  'POST /invoice/cancel': onInvoice('sent', because),
  'POST /invoice/redo': onInvoice('sent', because),
  'POST /invoice/remind': onInvoice('late'),
  'POST /invoice/hold': onInvoice('sent', because),
  'POST /invoice/release': onInvoice('held', because),
  'POST /invoice/grantppd': onInvoice('late', because),
  'POST /invoice/revokeppd': onInvoice('granted', because),
  'POST /invoice/writeoff': onInvoice('late', because),
  'POST /invoice/restore': async (client) => {
    const { id } = await invoiceIn(client, 'draft')
    expect((await client.delete('/invoice', { id })).status).toBe(262)
    return { id }
  },
  'PUT /invoicepayment': async (client) => ({
    customer_id: (await invoiceIn(client, 'sent')).customer_id,
    amount_incl_gst: '50.00',
    payment_date: '2026-11-01',
  }),
  'PUT /invoicepayments': async (client) => {
    const { customer_id } = await invoiceIn(client, 'sent')
    const payment = { customer_id, payment_date: '2026-11-01' }
    return {
      payments: [
        { ...payment, amount_incl_gst: '50.00' },
        { ...payment, amount_incl_gst: '20.00' },
      ],
    }
  },
  'POST /invoicepayment': async (client) => ({
    id: (await payment(client)).id,
    version: 1,
    notes: 'Looked at',
  }),
  'POST /invoicepayment/refund': async (client) => ({
    id: (await payment(client)).id,
    amount: '10.00',
    ...because,
  }),
  'POST /invoicepayment/grantppd': async (client) => ({
    id: (await payment(client)).id,
    ...because,
  }),
  'POST /invoicepayment/dishonour': async (client) => ({
    id: (await payment(client)).id,
    ...because,
  }),
  'POST /invoicepayment/cancel': async (client) => ({
    id: (await payment(client)).id,
    ...because,
  }),
  'POST /invoicepayment/allocate': async (client) => ({
    ...(await payment(client)),
    amount: '20.00',
  }),
  'POST /invoicepayment/unallocate': async (client) => {
    const paid = await payment(client)
    await done(client, '/invoicepayment/allocate', { ...paid, amount: '20.00' })
    return { ...paid }
  },
  'POST /task/done': async (client) => ({ id: (await makeRow(client, named('task'))).id }),
  'POST /task/reopen': async (client) => {
    const { id } = await makeRow(client, named('task'))
    return { id: (await done(client, '/task/done', { id })).id }
  },
  'POST /invoicepayment/receipt': async (client) => ({ id: (await payment(client)).id }),
  'PUT /fieldchange': manyPhones,
  'POST /fieldchange/stop': async (client) => ({ id: await phonesUnderWay(client) }),
  'PUT /adjustment': adjustmentBody,
  'POST /adjustment/remind': async (client) => {
    const email = `overdue${++sequence}@example.co.nz`
    const { id: customer_id } = await makeRow(client, named('customer'), { email })
    const body = { ...(await adjustmentBody(client)), customer_id, due_date: '2026-10-01' }
    return { id: (await client.put('/adjustment', body)).body.data.id }
  },
  'POST /adjustment/hold': async (client) => ({
    ...(await adjustmentIn(client, 'invoiced')),
    ...because,
  }),
  'POST /adjustment/release': (client) => adjustmentIn(client, 'held'),
  'POST /adjustment/writeoff': async (client) => ({
    ...(await adjustmentIn(client, 'invoiced')),
    ...because,
  }),
  'POST /adjustment/reverse': async (client) => ({
    ...(await adjustmentIn(client, 'invoiced')),
    ...because,
  }),
  'PUT /transaction': entryOf,
  'POST /transaction': async (client) => {
    const booked = await client.put('/transaction', await entryOf(client))
    return { id: booked.body.data.id, ...because }
  },
  'PUT /accounttransaction': async () => ({
    account: 5000,
    against_account: 4010,
    amount: '10.00',
    ...because,
  }),
  'POST /accounttransaction': async (client) => {
    const line = { account: 5000, against_account: 4010, amount: '10.00', ...because }
    const booked = await client.put('/accounttransaction', line)
    expect(booked.status, booked.text).toBe(201)
    return { id: booked.body.data.id, reason: 'Said again, in other words' }
  },
  'POST /meter/replace': async (client) => {
    const meter = await makeRow(client, named('meter'))
    const [register] = (await client.get('/meterregisters', { meter_id: meter.id })).body.data
    sequence += 1
    return {
      id: meter.id,
      replacement_date: '2026-05-10',
      meter_number: `ONCE-${sequence}`,
      final_readings: [{ meterregister_id: register.id, reading_latest: '900' }],
      registers: [{ name: 'Anytime', register_code: '24', digits: 6, first_reading: '0' }],
    }
  },
  'POST /meter/move': async (client) => {
    const customer_id = (await makeRow(client, named('customer'))).id
    const { id } = await makeRow(client, named('meter'), { customer_id })
    const next = await makeRow(client, named('customer'))
    return { id, customer_id: next.id, move_date: '2026-05-10', ...because }
  },
  'POST /customer/place': async (client) => ({
    ...here,
    id: (await makeRow(client, named('customer'))).id,
  }),
  'POST /customer/locate': async (client) => ({
    id: (await makeRow(client, named('customer'), { city: 'Napier' })).id,
  }),
  'POST /meter/place': async (client) => ({
    ...here,
    id: (await makeRow(client, named('meter'))).id,
  }),
  'POST /meter/locate': async (client) => {
    const customer_id = (await makeRow(client, named('customer'), { city: 'Napier' })).id
    return {
      id: (await makeRow(client, named('meter'), { customer_id, icp_location: 'Napier' })).id,
    }
  },
  'POST /proposal/contract': async (client) => {
    const candidate_rates = [
      { rate_name: 'Anytime', rate_type: 'variable', rate_unit: 'kWh', rate_amount: '0.21' },
    ]
    const { id, version } = await makeRow(client, named('proposal'), { candidate_rates })
    await done(client, '/proposal', { id, version, proposal_status: 'won' })
    return { id, date_start: '2027-01-01' }
  },
  'POST /notification/expire': async (client) => ({
    id: (await makeRow(client, named('notification'))).id,
  }),
  'POST /organisation': async (client) => {
    const own = (await client.get('/organisation')).body.data
    sequence += 1
    return { id: own.id, version: own.version, city: `Town ${sequence}` }
  },
  'POST /website': async (client) => {
    const kept = (await client.get('/website')).body.data
    sequence += 1
    return { company_name: `Brokers ${sequence}`, ...(kept ? { version: kept.version } : {}) }
  },
  // Only ever onwards: a number that was given comes again for nobody.
  'POST /numberseries': async () => ({
    name: 'contract_number',
    next_value: 500_000 + 100 * ++sequence,
  }),
  'PUT /userconfig': async () => ({ name: `views.once${++sequence}`, value: 1 }),
  'POST /userconfig/save': async () => ({ name: `views.once${++sequence}`, value: 1 }),
  'POST /sharedview/save': async () => ({
    list_name: 'customers',
    name: `Once ${++sequence}`,
    search: '?q=once',
  }),
  'POST /userconfig': async (client) => {
    const view = { name: `views.once${++sequence}`, value: 1 }
    const { id, version } = (await client.put('/userconfig', view)).body.data
    return { id, version, value: 2 }
  },
  'POST /billingrun/cancel': async (client) => ({
    id: (await client.put('/billingrun', {})).body.data.id,
  }),
  'POST /rateupdates/send': toldOf('addrateupdates', '/rateupdates'),
  'POST /supplierrateupdates/send': toldOf('addsupplierrateupdates', '/supplierrateupdates'),
  'POST /rateupdates/import': rateFile,
  'POST /supplierrateupdates/import': rateFile,
  'PUT /billingrun': async () => ({}),
  'PUT /message': readableMessage,
  'POST /customer/statement/send': async (client) => ({
    id: (await invoiceIn(client, 'sent')).customer_id,
  }),
  'POST /activityuserbills/send': async () => ({}),
  'POST /activitycustomerinvoices/send': async () => ({}),
}

/** What to send so that the call does something; null where nobody has said how. */
export async function readyCall(
  client: Client,
  entry: Route,
  more: Record<string, Prepare> = {},
): Promise<Body | null> {
  const prepared = await (special[keyOf(entry)] ?? more[keyOf(entry)])?.(client)
  if (prepared) return prepared
  const [, name = '', verb] = entry.path.split('/')
  const entity = entities.find((one) => one.name === name)
  if (!entity || (verb && verb !== 'restore')) return null
  // Some rows stand on more than can be made from their fields.
  if (entry.method === 'PUT') return fitting(client, entity).catch(() => null)
  const row = await makeRow(client, entity).catch(() => null)
  if (!row) return null
  if (!verb)
    return { ...(await fittingChange(client, entity, row)), id: row.id, version: row.version }
  await client.delete(`/${name}`, { id: row.id })
  return { id: row.id }
}
