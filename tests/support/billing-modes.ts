import { expect } from 'vitest'
import { bill } from '#domain/bills/bill.ts'
import { contract } from '#domain/contracts/contract.ts'
import { customer } from '#domain/customers/customer.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { note } from '#domain/operations/note.ts'
import { partner } from '#domain/partners/partner.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import { dayIn } from './days.ts'
import { makeRow } from './fitting.ts'
import { keepSecrets, MARK } from './house-secrets.ts'
import { months, type SentInvoices } from './sent-invoices.ts'
import { scope, type World } from './world.ts'

/** Every way a customer is billed. */
export const modes = {
  'at our own rates': { split: false, collection: 'direct', byHand: false },
  'by lines of our own': { split: false, collection: 'direct', byHand: true },
  'split, paid to the supplier': { split: true, collection: 'direct', byHand: false },
  'split, paid through us': { split: true, collection: 'through_us', byHand: false },
} as const
export type Mode = keyof typeof modes

/** An invoice the customer has, and all there is behind it that is ours alone. */
export interface Behind {
  mode: Mode
  customer_id: number
  contract_id: number
  id: number
  token: string
  figures: string[]
}

// What these records say to the customer; all the rest of them is ours.
export const readByCustomers = {
  contract: [
    ...['conditions', 'account_number_with_supplier', 'meter_capacity_unit', 'contract_number'],
    ...['service_fee_percent', 'discount_percent', 'gst_percent'],
    ...['welcome_credit_amount', 'cancellation_fee_amount'],
  ],
  customer: [
    'customer_number',
    'name',
    'name_business',
    'trading_name',
    'street',
    'suburb',
    'city',
  ],
  supplier: ['name'],
}
const percents = ['service_fee_percent', 'discount_percent', 'gst_percent']
// What the amounts of a bill come from, its account among them; these are looked for by themselves.
const theirTerms = [
  ...['supplier_statement_number', 'ppd_percent', 'gst_percent', 'opening_balance'],
  'account_number_with_supplier',
]

export async function sentIn(
  world: World,
  invoices: SentInvoices,
  mode: Mode,
  name = 'Whetū Ngāta',
): Promise<Behind> {
  const { split, collection, byHand } = modes[mode]
  const { owner } = world
  await scope(owner, world.organisations[0])
  await collectBy(world, collection)
  const who = await invoices.supplied({ name, simple_invoicing: split })
  const figures = await secretsAround(world, invoices, who)
  const draft = await invoices.draft({
    ...who,
    ...months.april,
    notes: `${MARK} thin margin`,
    ...(byHand ? { lines: [{ name: 'Energy', quantity: '600', rate: '0.25', unit: 'kWh' }] } : {}),
    bill: {
      ...months.april,
      supplier_statement_number: `${MARK} ${who.contract_id}`,
      supplier_due_date: dayIn(31),
      ...(split ? passedOn : bought),
    },
  })
  figures.push(...(await keepSecrets(owner, invoice, draft.id, percents)))
  const [billed] = (await invoices.user.get('/bills', { invoice_id: draft.id })).body.data
  figures.push(...(await keepSecrets(owner, bill, billed.id, theirTerms)))
  const sent = await invoices.send(draft.id)
  // What is passed on is the customer's own bill; else it is what we pay.
  if (!split) figures.push(...(await costsOf(invoices, sent)))
  return { mode, ...who, id: sent.id, token: await invoices.tokenOf(sent.id), figures }
}

const line = (name: string, rate: string, discountable: boolean) => ({
  name,
  quantity: '1',
  rate,
  unit: 'each',
  discountable,
})

/** A bill that is the customer's own, and one that is ours. */
const passedOn = {
  ppd_percent: '4',
  opening_balance: '12.50',
  lines: [line('Energy', '250.00', true), line('Meter', '20.00', false)],
}
const bought = {
  ppd_percent: '3.73',
  opening_balance: '31.91',
  lines: [line(`${MARK} energy`, '123.47', true), line(`${MARK} meter`, '17.89', false)],
}

async function collectBy(world: World, collection: string): Promise<void> {
  const values = [world.organisations[0], JSON.stringify(collection)]
  const { rowCount } = await world.owner.query(
    `update organisationconfigs set value = $2 where organisation_id = $1
       and name = 'split_collection'`,
    values,
  )
  if (rowCount === 0)
    await world.owner.query(
      `insert into organisationconfigs (organisation_id, name, value)
       values ($1, 'split_collection', $2)`,
      values,
    )
}

/** Everything else that hangs on a customer: terms, a partner, buy rates and notes. */
async function secretsAround(
  { owner, organisations }: World,
  { user, manager }: SentInvoices,
  { customer_id, contract_id }: { customer_id: number; contract_id: number },
): Promise<string[]> {
  const agent = await makeRow(manager, partner, { name: `${MARK} partner ${contract_id}` })
  for (const table of ['customers', 'contracts'])
    await owner.query(`update ${table} set partner_id = $1 where id = $2`, [
      agent.id,
      table === 'customers' ? customer_id : contract_id,
    ])
  const bought = '0.07713'
  await owner.query(
    `insert into supplierrates (organisation_id, contract_id, rate_name, rate_type, rate_amount,
       rate_unit, valid_from_date) values ($1, $2, $3, 'variable', $4, 'kWh', '2026-01-01')`,
    [organisations[0], contract_id, `${MARK} bought`, bought],
  )
  for (const [reference_object, reference_id] of [
    ['customer', customer_id],
    ['contract', contract_id],
  ])
    await makeRow(user, note, {
      subject: `${MARK} subject`,
      text_plain: `${MARK} words`,
      reference_object,
      reference_id,
    })
  const { rows } = await owner.query('select supplier_id from contracts where id = $1', [
    contract_id,
  ])
  return [
    bought,
    ...(await keepSecrets(owner, contract, contract_id, readByCustomers.contract)),
    ...(await keepSecrets(owner, customer, customer_id, readByCustomers.customer)),
    ...(await keepSecrets(owner, supplier, rows[0].supplier_id, readByCustomers.supplier)),
    ...(await keepSecrets(owner, partner, agent.id, ['name'])),
  ]
}

/** What we pay for an invoice and what we earn by it, as the office reads them. */
async function costsOf({ user }: SentInvoices, sent: Record<string, string> & { id: number }) {
  const [billed] = (await user.get('/bills', { invoice_id: sent.id })).body.data
  const { body } = await user.get('/bill', { id: billed.id })
  const money = Object.entries(bill.fields).filter(([, { kind }]) => kind === 'money')
  const cost = money.map(([name]) => body.data[name] as string | null)
  const supplierSide = Object.keys(invoice.fields).filter((name) => name.startsWith('supplier_'))
  const onInvoice = supplierSide.map((name) => sent[name])
  const margin = new Exact(sent.charges_sum ?? '0').minus('123.47').toFixed(2)
  const all = [...cost, ...onInvoice, margin, '123.47', '17.89', '31.91', '3.73']
  const figures = all.filter((value): value is string => typeof value === 'string')
  const told = figures.filter((value) => /\.\d/.test(value) && Number(value) !== 0)
  expect(told.length).toBeGreaterThan(8)
  return told
}
