import type { FileStatement } from '#domain/bills/bill-file.ts'
import { normalisedNumber } from '#domain/bills/bill-file-columns.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'

export interface MatchedContract {
  id: number
  contract_number: string
  customer_id: number
  customer_name: string
  supplier_id: number | null
  supplier_name: string | null
  allow_duplicate_file: boolean | null
  supplier_ppd: string | null
  account_number_with_supplier: string | null
  account_key: string | null
  connections: string[]
  contract_status: string
  date_start: string | null
  date_end: string | null
}

const ACCOUNT_KEY = fragment`
  regexp_replace(upper(account_number_with_supplier), '[^A-Z0-9]', '', 'g')`

const CONTRACTS = sql<MatchedContract, [account_keys: string[], icps: string[]]>`
  select k.id, contract_number, k.customer_id, c.name as customer_name, k.supplier_id,
    s.name as supplier_name, s.allow_duplicate_file, supplier_ppd::text, connections,
    account_number_with_supplier, contract_status, date_start,
    case when not is_open_plan then date_end end as date_end, ${ACCOUNT_KEY} as account_key
  from contracts k join customers c on c.id = k.customer_id
    left join suppliers s on s.id = k.supplier_id
  where k.deleted_at is null and contract_status in ('active', 'ended', 'cancelled')
    and (${ACCOUNT_KEY} = any($1) or connections && $2)
  order by k.id`

/** The contracts a file's accounts and connections may belong to, asked for at once. */
export async function contractsOf(
  conn: Conn,
  statements: readonly FileStatement[],
): Promise<MatchedContract[]> {
  const accounts = statements.flatMap((one) =>
    one.account_number_with_supplier ? normalisedNumber(one.account_number_with_supplier) : [],
  )
  const icps = statements.flatMap((one) => one.icps)
  if (accounts.length === 0 && icps.length === 0) return []
  return CONTRACTS.all(conn, accounts.filter(Boolean), icps)
}

/** By the account number, else by a connection; of several, the one in force in the period. */
export function contractFor(
  statement: FileStatement,
  contracts: readonly MatchedContract[],
  supplier_id: number | null,
): MatchedContract | null {
  const account = normalisedNumber(statement.account_number_with_supplier ?? '')
  const byAccount = account ? contracts.filter((one) => one.account_key === account) : []
  const found =
    byAccount.length > 0
      ? byAccount
      : contracts.filter((one) => one.connections.some((icp) => statement.icps.includes(icp)))
  const score = (one: MatchedContract) =>
    (supplier_id !== null && one.supplier_id === supplier_id ? 4 : 0) +
    (isInForce(one, statement) ? 2 : 0) +
    (one.contract_status === 'active' ? 1 : 0)
  return found.toSorted((a, b) => score(b) - score(a) || b.id - a.id)[0] ?? null
}

function isInForce({ date_start, date_end }: MatchedContract, statement: FileStatement): boolean {
  const day = statement.period_end ?? statement.date_issued
  if (!day) return false
  return (!date_start || date_start <= day) && (!date_end || date_end >= day)
}
