import type { Contract } from '#domain/contracts/contract.ts'
import {
  type DatedTerms,
  type TermField,
  type Terms,
  termsAt,
  termsOf,
} from '#domain/contracts/contract-terms.ts'
import { badField } from '#domain/kit/problem.ts'
import type { PricedRate, UsedConnection } from '#domain/pricing/price-lines.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type RegisterUse, segmentsOfMeters } from '#server/meters/segments-of-meters.ts'

/** What prices and checks ask of a contract. */
export type ContractRow = Pick<
  Contract,
  | TermField
  | ('id' | 'customer_id' | 'supplier_id' | 'contract_status' | 'account_number_with_supplier')
  | ('date_start' | 'date_end' | 'is_open_plan' | 'billed_to_date')
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

export async function customerFor(conn: Conn, id: number): Promise<CustomerRow> {
  const [row] = await conn.query<CustomerRow>(
    `select id, name, simple_invoicing, ppd_granted from customers
     where id = $1 and deleted_at is null`,
    [id],
  )
  if (!row) throw badField('customer_id', 'Customer: choose one from the list.')
  return row
}

export const CONTRACT_COLUMNS = `k.*, service_fee_percent::text, discount_percent::text,
  gst_percent::text, supplier_ppd::text, supplier_cancellation_fee::text, supplier_late_fee::text,
  supplier_joining_credit::text, welcome_credit_amount::text, cancellation_fee_amount::text,
  trim_scale(meter_capacity_amount)::text as meter_capacity_amount`

/** The contract named, else the customer's only one in force. */
export async function contractFor(
  conn: Conn,
  customer_id: number,
  contract_id: number | null,
): Promise<ContractRow | null> {
  const rows = await conn.query<ContractRow>(
    `select ${CONTRACT_COLUMNS} from contracts k where customer_id = $1 and deleted_at is null
       and (id = $2 or ($2::bigint is null and contract_status in ('active', 'ended', 'cancelled')))
     order by contract_status = 'active' desc, date_start desc limit 2`,
    [customer_id, contract_id],
  )
  const [first, second] = rows
  if (contract_id !== null && !first)
    throw badField('contract_id', 'Contract: choose one of this customer’s.')
  if (contract_id === null && second && second.contract_status === 'active')
    throw badField('contract_id', 'The customer has several contracts: say which one.')
  return first ?? null
}

/** The terms that hold at the end of the period. */
export async function termsFor(conn: Conn, contract: ContractRow, day: string): Promise<Terms> {
  const versions = await conn.query<DatedTerms>(
    'select valid_from_date, terms from contract_terms where contract_id = $1',
    [contract.id],
  )
  return termsAt(versions, day)?.terms ?? termsOf(contract)
}

export const RATE_COLUMNS = `rate_name, rate_type, trim_scale(rate_amount)::text as rate_amount,
  rate_unit, valid_from_date, register_code, with_losses`

export async function ratesFor(
  conn: Conn,
  table: 'rates' | 'supplierrates',
  contract_id: number,
): Promise<PricedRate[]> {
  return conn.query<PricedRate>(
    `select ${RATE_COLUMNS} from ${table} where contract_id = $1 and deleted_at is null order by id`,
    [contract_id],
  )
}

/** What the contract's connections used around a period. */
export async function usageFor(
  conn: Conn,
  contract: ContractRow,
  from: string,
): Promise<UsedConnection[]> {
  const meters = await conn.query<{ id: number }>(
    'select id from meters where connection = any($1) and deleted_at is null',
    [contract.connections],
  )
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

export interface PendingCharge {
  id: number
  charge_type: string
  name: string
  amount: string
}

/** Credits and fees that wait for this customer's next invoice. */
export async function pendingCharges(
  conn: Conn,
  customer_id: number,
  contract_id: number | null,
  ownInvoice: number | null,
): Promise<PendingCharge[]> {
  return conn.query<PendingCharge>(
    `select id, charge_type, name, amount::text from pending_charges
     where customer_id = $1 and dropped_at is null
       and (invoice_id is null or invoice_id = $3)
       and (contract_id is null or contract_id = $2) order by id`,
    [customer_id, contract_id, ownInvoice],
  )
}

/** All of them, whichever contract they come from. */
export async function allPendingCharges(conn: Conn, customer_id: number): Promise<PendingCharge[]> {
  return conn.query<PendingCharge>(
    `select id, charge_type, name, amount::text from pending_charges
     where customer_id = $1 and dropped_at is null and invoice_id is null order by id`,
    [customer_id],
  )
}

/** What was agreed with a customer last, whether or not it is still in force. */
export async function latestTerms(conn: Conn, customer_id: number): Promise<Terms | null> {
  const [latest] = await conn.query<ContractRow>(
    `select ${CONTRACT_COLUMNS} from contracts k where customer_id = $1 and deleted_at is null
       and contract_status in ('active', 'ended', 'cancelled')
     order by date_start desc nulls last, id desc limit 1`,
    [customer_id],
  )
  return latest ? termsOf(latest) : null
}
