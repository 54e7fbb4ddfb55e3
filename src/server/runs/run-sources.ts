import type { FoundBill } from '#domain/bills/found-bill.ts'
import { type DatedTerms, termsAt, termsOf } from '#domain/contracts/contract-terms.ts'
import type { PendingCharge } from '#domain/pricing/pending-charge.ts'
import type { PricedRate, UsedConnection } from '#domain/pricing/price-lines.ts'
import type { ChosenContract } from '#domain/runs/run-lines.ts'
import { BILL_COLUMNS, type StoredBill } from '#server/bills/bill-facts.ts'
import { openingBalances, openingWithin } from '#server/books/opening-balance.ts'
import { parkedReasons } from '#server/books/parked-accounts.ts'
import { settingsOf } from '#server/identity/setting.ts'
import type { InvoiceSources } from '#server/invoices/assemble-invoice.ts'
import { supplierParts, supplierShare } from '#server/invoices/supplier-rest.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type RegisterUse, segmentsOfMeters } from '#server/meters/segments-of-meters.ts'
import {
  CONTRACT_COLUMNS,
  type ContractRow,
  type CustomerRow,
  connectionOf,
  RATE_COLUMNS,
  usageSince,
} from '#server/pricing/price-sources.ts'

export interface RunSources extends InvoiceSources {
  contract: ContractRow
  period: { from: string; to: string }
  /** Why this account is left alone. */
  parked: string | null
}

/** What the invoices of many contracts are made from, with as many statements as for one. */
export async function runSources(
  conn: Conn,
  today: string,
  chosen: readonly ChosenContract[],
): Promise<RunSources[]> {
  const ids = chosen.map((one) => one.contract_id)
  const customer_ids = [...new Set(chosen.map((one) => one.customer_id))]
  const [contracts, customers, versions, rates, bills, charges, openings, parked, settings] =
    await Promise.all([
      CONTRACTS.all(conn, ids),
      CUSTOMERS.all(conn, customer_ids),
      VERSIONS.all(conn, ids),
      RATES.all(conn, ids),
      BILLS.all(conn, ids),
      CHARGES.all(conn, customer_ids),
      openingBalances(conn, customer_ids, today),
      parkedReasons(conn, customer_ids),
      settingsOf(conn, ['split_collection', 'opening_balance_scope', 'gst_percentages']),
    ])
  const { split_collection: split, opening_balance_scope: scope } = settings
  const contractOf = new Map(contracts.map((row) => [row.id, row]))
  const customerOf = new Map(customers.map((row) => [row.id, row]))
  const versionsOf = Map.groupBy(versions, (row) => row.contract_id)
  const ratesOf = Map.groupBy(rates, (row) => row.contract_id)
  const billsOf = Map.groupBy(bills, (row) => row.contract_id)
  const chargesOf = Map.groupBy(charges, (row) => row.customer_id)
  const used = await usedConnections(conn, contracts, chosen)
  const rests =
    split === 'through_us'
      ? await supplierParts(
          conn,
          [...openings.values()].flatMap(({ items }) => items),
        )
      : new Map<number, string>()
  return chosen.flatMap((one) => {
    const contract = contractOf.get(one.contract_id)
    const customer = customerOf.get(one.customer_id)
    if (!contract || !customer) return []
    const period = { from: one.period_start, to: one.period_end }
    const terms = termsAt(versionsOf.get(contract.id) ?? [], period.to)?.terms ?? termsOf(contract)
    const since = usageSince(period.from)
    const opening = openingWithin(openings.get(customer.id), scope, contract.id)
    const own = customer.simple_invoicing
      ? null
      : {
          connections: ownUse(contract, used, since),
          rates: (ratesOf.get(contract.id) ?? []).map(({ contract_id: _of, ...rate }) => rate),
        }
    return [
      {
        today,
        customer,
        contract,
        bills: fittingBills(billsOf.get(contract.id) ?? [], period.to, contract),
        period,
        terms,
        charges: (chargesOf.get(customer.id) ?? [])
          .filter((row) => row.contract_id === null || row.contract_id === contract.id)
          .map(({ id, charge_type, name, amount }) => ({ id, charge_type, name, amount })),
        opening,
        supplier_rest: supplierShare(rests, opening.items),
        split_collection: split,
        gst_rates: settings.gst_percentages,
        use: own,
        parked: parked.get(customer.id) ?? null,
      },
    ]
  })
}

interface RunBill extends StoredBill {
  contract_id: number
}

interface StoredCharge extends PendingCharge {
  customer_id: number
  contract_id: number | null
}

function fittingBills(
  rows: readonly RunBill[],
  to: string,
  { billed_elsewhere_date: elsewhere }: ContractRow,
): FoundBill[] {
  return rows
    .filter((row) => !row.period_end || row.period_end <= to)
    .filter((row) => !elsewhere || !row.period_start || row.period_start > elsewhere)
    .slice(0, 12)
    .map(({ id, lines, contract_id: _of, ...bill }) => ({
      id,
      bill: { ...bill, lines: lines ?? [] },
    }))
}

interface ConnectionUse {
  connection: string
  /** As the database sorts connections, so that lines come in the order of a single invoice. */
  place: number
  registers: RegisterUse[]
}

async function usedConnections(
  conn: Conn,
  contracts: readonly ContractRow[],
  chosen: readonly ChosenContract[],
): Promise<Map<string, ConnectionUse>> {
  const connections = [...new Set(contracts.flatMap((contract) => contract.connections))]
  const starts = chosen.map((one) => one.period_start).sort()
  const [first] = starts
  if (!first) return new Map()
  const meters = await METERS.all(conn, connections)
  const registers = await segmentsOfMeters(
    conn,
    meters.map((meter) => meter.id),
    usageSince(first),
  )
  const groups = [...Map.groupBy(registers, (register) => register.connection)]
  return new Map(
    groups.map(([connection, own], place) => [connection, { connection, place, registers: own }]),
  )
}

/** Other contracts of the run may reach further back: each sees only what it would see alone. */
function ownUse(
  contract: ContractRow,
  used: ReadonlyMap<string, ConnectionUse>,
  since: string,
): UsedConnection[] {
  return contract.connections
    .flatMap((connection) => used.get(connection) ?? [])
    .sort((a, b) => a.place - b.place)
    .map(({ connection, registers }) => {
      const own = registers.map((register) => ({
        ...register,
        segments: register.segments.filter((segment) => segment.period_end >= since),
      }))
      return connectionOf(connection, own, contract)
    })
}

type Ids = [ids: readonly number[]]
type OfContract = { contract_id: number }

const CONTRACTS = sql<ContractRow, Ids>`
  select ${CONTRACT_COLUMNS} from contracts where id = any($1)`

const CUSTOMERS = sql<CustomerRow, Ids>`
  select id, name, simple_invoicing, ppd_granted from customers
  where id = any($1) and deleted_at is null`

const VERSIONS = sql<DatedTerms & OfContract, Ids>`
  select contract_id, valid_from_date, terms from contract_terms where contract_id = any($1)`

const RATES = sql<PricedRate & OfContract, Ids>`
  select contract_id, ${RATE_COLUMNS} from rates
  where contract_id = any($1) and deleted_at is null order by id`

const BILLS = sql<RunBill, Ids>`
  select contract_id, ${BILL_COLUMNS} from bills
  where contract_id = any($1) and deleted_at is null and invoice_id is null
    and bill_status in ('draft', 'approved', 'invoiced', 'paid', 'cleared')
  order by period_start`

const CHARGES = sql<StoredCharge, Ids>`
  select id, customer_id, contract_id, charge_type, name, amount::text
  from pending_charges where customer_id = any($1) and dropped_at is null and invoice_id is null
  order by id`

const METERS = sql<{ id: number }, [connections: readonly string[]]>`
  select id from meters where connection = any($1) and deleted_at is null`
