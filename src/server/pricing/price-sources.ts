import type { Contract } from '#domain/contracts/contract.ts'
import {
  type DatedTerms,
  type TermField,
  type Terms,
  termsAt,
  termsOf,
} from '#domain/contracts/contract-terms.ts'
import { badField } from '#domain/kit/problem.ts'
import type { PendingCharge } from '#domain/pricing/pending-charge.ts'
import type { PricedRate, UsedConnection } from '#domain/pricing/price-lines.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { type RegisterUse, segmentsOfMeters } from '#server/meters/segments-of-meters.ts'

/** What prices and checks ask of a contract. */
export type ContractRow = Pick<
  Contract,
  | TermField
  | ('id' | 'customer_id' | 'supplier_id' | 'contract_status' | 'account_number_with_supplier')
  | ('date_start' | 'date_end' | 'is_open_plan' | 'billed_to_date')
  | 'billed_elsewhere_date'
  | ('meter_capacity_amount' | 'meter_capacity_charged')
> & {
  /** The series gives every contract one. */
  contract_number: string
  /** The column is never null. */
  connections: string[]
}

export interface CustomerRow {
  id: number
  name: string
  simple_invoicing: boolean
  ppd_granted: boolean
}

const CUSTOMER = sql<CustomerRow, [id: number]>`
  select id, name, simple_invoicing, ppd_granted from customers
  where id = $1 and deleted_at is null`

export async function customerFor(conn: Conn, id: number): Promise<CustomerRow> {
  const row = await CUSTOMER.one(conn, id)
  if (!row) throw badField('customer_id', 'Customer: choose one from the list.')
  return row
}

/** In force, or over with days that may be billed still. */
const billedContracts = ['active', 'ended', 'cancelled'] as const

/** The columns of a `ContractRow`. */
export const CONTRACT_COLUMNS = fragment`id, customer_id, supplier_id, contract_number,
  contract_status, account_number_with_supplier, connections, date_start, date_end, is_open_plan,
  billed_to_date, billed_elsewhere_date, due_date_type, due_date_value_offset, due_date_value_fixed,
  service_fee_percent::text, discount_percent::text, gst_percent::text, supplier_ppd::text,
  supplier_cancellation_fee::text, supplier_late_fee::text, supplier_joining_credit::text,
  welcome_credit_amount::text, cancellation_fee_amount::text,
  trim_scale(meter_capacity_amount)::text as meter_capacity_amount, meter_capacity_charged`

const CONTRACTS = sql<ContractRow, [customer_id: number, contract_id: number | null]>`
  select ${CONTRACT_COLUMNS} from contracts
  where customer_id = $1 and deleted_at is null
    and (id = $2 or ($2::bigint is null and contract_status in (${billedContracts})))
  order by contract_status = 'active' desc, date_start desc limit 2`

/** The contract named, else the customer's only one in force. */
export async function contractFor(
  conn: Conn,
  customer_id: number,
  contract_id: number | null,
): Promise<ContractRow | null> {
  const [first, second] = await CONTRACTS.all(conn, customer_id, contract_id)
  if (contract_id !== null && !first)
    throw badField('contract_id', 'Contract: choose one of this customer’s.')
  if (contract_id === null && second && second.contract_status === 'active')
    throw badField('contract_id', 'The customer has several contracts: say which one.')
  return first ?? null
}

const TERMS = sql<DatedTerms, [contract_id: number]>`
  select valid_from_date, terms from contract_terms where contract_id = $1`

/** The terms that hold at the end of the period. */
export async function termsFor(conn: Conn, contract: ContractRow, day: string): Promise<Terms> {
  const versions = await TERMS.all(conn, contract.id)
  return termsAt(versions, day)?.terms ?? termsOf(contract)
}

export const RATE_COLUMNS = fragment`rate_name, rate_type, rate_unit, valid_from_date,
  trim_scale(rate_amount)::text as rate_amount, register_code, with_losses`

const RATES = sql<PricedRate, [contract_id: number]>`
  select ${RATE_COLUMNS} from rates
  where contract_id = $1 and deleted_at is null order by id`

const SUPPLIER_RATES = sql<PricedRate, [contract_id: number]>`
  select ${RATE_COLUMNS} from supplierrates
  where contract_id = $1 and deleted_at is null order by id`

const ratesIn = { rates: RATES, supplierrates: SUPPLIER_RATES }

export async function ratesFor(
  conn: Conn,
  table: keyof typeof ratesIn,
  contract_id: number,
): Promise<PricedRate[]> {
  return ratesIn[table].all(conn, contract_id)
}

const METERS = sql<{ id: number }, [connections: readonly string[]]>`
  select id from meters where connection = any($1) and deleted_at is null`

/** What the contract's connections used around a period. */
export async function usageFor(
  conn: Conn,
  contract: ContractRow,
  from: string,
): Promise<UsedConnection[]> {
  const meters = await METERS.all(conn, contract.connections)
  const registers = await segmentsOfMeters(
    conn,
    meters.map((meter) => meter.id),
    usageSince(from),
  )
  return [...Map.groupBy(registers, (register) => register.connection)].map(([connection, own]) =>
    connectionOf(connection, own, contract),
  )
}

/** Readings from before a period tell what was used in its first days. */
export function usageSince(from: string): string {
  return Temporal.PlainDate.from(from).subtract({ months: 3 }).toString()
}

export function connectionOf(
  connection: string,
  registers: readonly RegisterUse[],
  contract: ContractRow,
): UsedConnection {
  const last = registers.at(-1)
  return {
    connection,
    registers,
    meter_capacity_amount: last?.meter_capacity_amount ?? contract.meter_capacity_amount ?? null,
    meter_capacity_charged: last?.meter_capacity_charged || contract.meter_capacity_charged,
  }
}

const CHARGES = sql<
  PendingCharge,
  [customer_id: number, contract_id: number | null, own_invoice: number | null]
>`select id, charge_type, name, amount::text from pending_charges
  where customer_id = $1 and dropped_at is null
    and (invoice_id is null or invoice_id = $3)
    and (contract_id is null or contract_id = $2)
    and ($3::bigint is null or about_invoice_id is distinct from $3) order by id`

const ALL_CHARGES = sql<PendingCharge, [customer_id: number]>`
  select id, charge_type, name, amount::text from pending_charges
  where customer_id = $1 and dropped_at is null and invoice_id is null order by id`

/** Credits and fees that wait for this customer's next invoice. */
export async function pendingCharges(
  conn: Conn,
  customer_id: number,
  contract_id: number | null,
  ownInvoice: number | null,
): Promise<PendingCharge[]> {
  return CHARGES.all(conn, customer_id, contract_id, ownInvoice)
}

/** All of them, whichever contract they come from. */
export async function allPendingCharges(conn: Conn, customer_id: number): Promise<PendingCharge[]> {
  return ALL_CHARGES.all(conn, customer_id)
}

const LATEST_CONTRACT = sql<ContractRow, [customer_id: number]>`
  select ${CONTRACT_COLUMNS} from contracts
  where customer_id = $1 and deleted_at is null and contract_status in (${billedContracts})
  order by date_start desc nulls last, id desc limit 1`

/** What was agreed with a customer last, whether or not it is still in force. */
export async function latestTerms(conn: Conn, customer_id: number): Promise<Terms | null> {
  const latest = await LATEST_CONTRACT.one(conn, customer_id)
  return latest ? termsOf(latest) : null
}
