import type { Contract } from '#domain/contracts/contract.ts'
import type {
  Broker,
  ContractCustomer,
  ContractFacts,
  DocumentRate,
} from '#domain/contracts/contract-document.ts'
import { type ContractProblem, contractProblems } from '#domain/contracts/contract-problems.ts'
import { gstOn } from '#server/identity/gst-rates.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'

export interface FoundFacts extends Omit<ContractFacts, 'document_version'> {
  /** The row as the office has it; what is printed takes its part of it. */
  contract: Contract
  /** Where the contract goes to: the primary contact's address before the customer's own. */
  email: string | null
  /** The number the next document gets. */
  next_version: number
  problems: ContractProblem[]
}

/** Everything the document of a contract says, as it is at this moment. */
export async function factsOfContract(
  ctx: Context,
  conn: Conn,
  contract: Contract,
): Promise<FoundFacts> {
  const [parties, rates, options] = await Promise.all([
    PARTIES.one(conn, contract.id),
    RATES.all(conn, contract.id),
    OPTION_LABELS.all(conn),
  ])
  if (!parties) throw new Error(`Contract ${contract.id} has no parties.`)
  const { email, is_opted_out } = parties
  const today = todayOf(ctx)
  const { date_start } = contract
  return {
    organisation: parties.organisation,
    customer: parties.customer,
    supplier: parties.supplier,
    contract,
    rates,
    optionLabels: Object.fromEntries(options.map(({ name, label }) => [name, label])),
    today,
    gst_percent: await gstOn(conn, date_start && date_start > today ? date_start : today),
    email,
    next_version: parties.next_version,
    problems: contractProblems({ contract, rates, customer: { email, is_opted_out } }),
  }
}

interface Parties {
  organisation: Broker
  customer: ContractCustomer
  supplier: { name: string; hotline: string | null } | null
  email: string | null
  is_opted_out: boolean
  next_version: number
}

/** Where a party is found, of the organisation `o` or the customer `c`. */
export const PLACE_OF_ORGANISATION = fragment`'street', o.street, 'suburb', o.suburb,
  'city', o.city, 'postcode', o.postcode, 'email', o.email, 'phone', o.phone`
export const PLACE_OF_CUSTOMER = fragment`'street', c.street, 'suburb', c.suburb,
  'city', c.city, 'postcode', c.postcode, 'email', c.email, 'phone', c.phone`

const PARTIES = sql<Parties, [contract_id: number]>`select
    json_build_object('name', o.name, 'trading_name', o.trading_name, 'gst_number', o.gst_number,
      'nzbn', o.nzbn, ${PLACE_OF_ORGANISATION}) as organisation,
    json_build_object('name', c.name, 'customer_number', c.customer_number,
      'name_business', c.name_business, 'trading_name', c.trading_name, 'nzbn', c.nzbn,
      ${PLACE_OF_CUSTOMER}) as customer,
    case when s.id is not null
      then json_build_object('name', s.name, 'hotline', s.hotline) end as supplier,
    e.email,
    exists (select from messageblacklists b where lower(b.contact) = e.email
      and b.type in ('email', 'all') and b.blocks = 'everything' and b.deleted_at is null) as is_opted_out,
    coalesce((select max(d.document_version) from contract_documents d
      where d.contract_id = k.id), 0) + 1 as next_version
  from contracts k
  join organisations o on o.id = k.organisation_id
  join customers c on c.id = k.customer_id
  left join suppliers s on s.id = k.supplier_id
  left join lateral (select lower(coalesce(c.email_primary, c.email)) as email) e on true
  where k.id = $1`

const RATES = sql<DocumentRate, [contract_id: number]>`
  select rate_name, rate_type, trim_scale(rate_amount)::text as rate_amount, rate_unit,
    valid_from_date from rates where contract_id = $1 and deleted_at is null
  order by valid_from_date, id`

/** How the options that are printed read. */
export const OPTION_LABELS = sql<{ name: string; label: string }>`
  select list_name || '/' || value as name, label from options
  where list_name in ('icp_type', 'rate_unit') and deleted_at is null`
