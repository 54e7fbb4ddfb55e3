import { expect } from 'vitest'
import { contract } from '#domain/contracts/contract.ts'
import { customer } from '#domain/customers/customer.ts'
import type { SettingName } from '#domain/identity/organisation-settings.ts'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import type { Client } from './client.ts'
import { dayIn } from './days.ts'
import { makeRow } from './fitting.ts'
import { scope, type World } from './world.ts'

let sequence = 0

/** A customer with an account at a supplier, and everything that happens on it. */
export interface SuppliedAccount {
  customer_id: number
  contract_id: number
  supplier_id: number
  account: string
}

export async function suppliedAccount(
  admin: Client,
  given: { split?: boolean; supplier?: object } = {},
): Promise<SuppliedAccount> {
  sequence += 1
  const bank_account_number = makeBankAccount('01', '0902', 7000 + sequence)
  const payee = await makeRow(admin, supplier, { bank_account_number, ...given.supplier })
  const email = `supplied${sequence}@example.co.nz`
  const who = await makeRow(admin, customer, {
    ...{ email, customer_status: 'active', simple_invoicing: given.split ?? false },
  })
  const account = `ACC-${sequence}`
  const deal = await makeRow(admin, contract, {
    customer_id: who.id,
    supplier_id: payee.id,
    account_number_with_supplier: account,
    date_start: '2025-01-01',
    discount_percent: '10',
    service_fee_percent: '5',
    supplier_ppd: '10',
  })
  const active = await admin.post('/contract/activate', { id: deal.id, reason: 'Agreed elsewhere' })
  expect(active.status, active.text).toBe(200)
  return { customer_id: who.id, contract_id: deal.id, supplier_id: payee.id, account }
}

/** The supplier's bill of the worked example: 587.78 in time, else 649.89; 12.40 too much before. */
export const aprilBill = {
  period_start: '2026-04-01',
  period_end: '2026-04-30',
  date_issued: '2026-05-01',
  supplier_due_date: dayIn(31),
  ppd_percent: '10',
  lines: [
    { name: 'Energy', quantity: '1', rate: '540.12' },
    { name: 'Metering', quantity: '1', rate: '25.00', discountable: false },
  ],
}

/** Codes of everything that may be looked at and let pass, of an invoice and of its bills. */
export const everyWarning = Array.from({ length: 12 }, (_, place) => {
  const code = `W${String(place + 1).padStart(2, '0')}`
  return [code, `bill:${code}`]
}).flat()

/** A draft invoice of April with the supplier's bill captured beside it. */
export async function draftWithBill(
  client: Client,
  { customer_id, contract_id }: SuppliedAccount,
  bill: object = {},
  more: object = {},
) {
  sequence += 1
  const { period_start, period_end } = { ...aprilBill, ...bill }
  const made = await client.put('/invoice', {
    ...{ customer_id, contract_id, period_start, period_end },
    ...{ lines: undefined, ...more },
    bill: { ...aprilBill, supplier_statement_number: `Statement ${sequence}`, ...bill },
  })
  expect(made.status, made.text).toBe(201)
  const [own] = (await client.get('/bills', { invoice_id: made.body.data.id })).body.data
  return { invoice: made.body.data, bill_id: Number(own.id) }
}

/** A payment of $115.00 to a supplier, for a bill that is approved; it waits to be approved as well. */
export async function plannedPayment(client: Client, payment_date: string): Promise<number> {
  const lines = [{ name: 'Energy', quantity: '1', rate: '100.00' }]
  const bill = { ppd_percent: '0', lines }
  const { bill_id } = await draftWithBill(client, await suppliedAccount(client), bill, { lines })
  const approve = { id: bill_id, acknowledge: everyWarning }
  const approved = await client.post('/bill/approve', approve)
  expect(approved.status, approved.text).toBe(200)
  const planned = { bill_id, amount_incl_gst: '115.00', payment_date }
  const made = await client.put('/billpayment', planned)
  expect(made.status, made.text).toBe(201)
  return Number(made.body.data.id)
}

/** What the books hold of a bill or an invoice, by account. */
export async function bookedOn(world: World, what: { bill_id?: number; invoice_id?: number }) {
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query<{ account: number; amount: string }>(
    `select account, sum(amount) as amount from accounttransactions
     where ($1::bigint is null or bill_id = $1) and ($2::bigint is null or invoice_id = $2)
     group by account having sum(amount) <> 0 order by account`,
    [what.bill_id ?? null, what.invoice_id ?? null],
  )
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
}

/** Which way split invoices are collected from now on. */
export async function collectBy(world: World, collection: 'direct' | 'through_us'): Promise<void> {
  await settingIs(world, 'split_collection', collection)
}

/** The organisation sets one of its settings. */
export async function settingIs(world: World, name: SettingName, value: unknown): Promise<void> {
  const values = [world.organisations[0], name, JSON.stringify(value)]
  await scope(world.owner, world.organisations[0])
  const { rowCount } = await world.owner.query(
    'update organisationconfigs set value = $3 where organisation_id = $1 and name = $2',
    values,
  )
  if (rowCount === 0)
    await world.owner.query(
      'insert into organisationconfigs (organisation_id, name, value) values ($1, $2, $3)',
      values,
    )
}
