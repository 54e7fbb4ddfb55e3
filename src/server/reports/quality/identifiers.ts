import { bankAccountProblem } from '#domain/kit/bank-account.ts'
import { gstNumberProblem } from '#domain/kit/gst-number.ts'
import { icpProblem } from '#domain/kit/icp.ts'
import { nzbnProblem } from '#domain/kit/nzbn.ts'
import { hashAccount } from '#server/bank/account-hash.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { unseal } from '#server/kit/rows/seal.ts'

interface Identifier {
  id: number
  value: string
}

// Forms refuse wrong identifiers; those of before, and of files, may be wrong all the same.
const GST_NUMBERS = sql<Identifier>`select id, gst_number as value from customers
  where gst_number is not null and customer_status <> 'closed' and deleted_at is null order by id`
const NZBNS = sql<Identifier>`select id, nzbn as value from customers
  where nzbn is not null and customer_status <> 'closed' and deleted_at is null order by id`
// How gas connections are checked is not settled.
const ICPS = sql<Identifier>`select id, icp_number as value from meters
  where icp_number is not null and coalesce(icp_type, 'electricity') = 'electricity'
    and date_removed is null and deleted_at is null order by id`
const SUPPLIERS_ACCOUNTS = sql<Identifier>`select id, bank_account_number as value from suppliers
  where bank_account_number is not null and is_active and deleted_at is null order by id`

const failing =
  (ask: typeof ICPS, isWrong: (value: string) => boolean) =>
  async (conn: Conn): Promise<number[]> =>
    (await ask.all(conn)).filter(({ value }) => isWrong(value)).map(({ id }) => id)

const isWrongAccount = (value: string) => bankAccountProblem(value).error !== null

export const wrongGstNumbers = failing(GST_NUMBERS, (value) => gstNumberProblem(value) !== null)
export const wrongNzbns = failing(NZBNS, (value) => nzbnProblem(value) !== null)
export const wrongIcps = failing(ICPS, (value) => icpProblem(value) !== null)
export const wrongSuppliersAccounts = failing(SUPPLIERS_ACCOUNTS, isWrongAccount)

interface SealedAccount {
  id: number
  sealed: string
  /** Of this very number, where it is kept. */
  hash: string | null
}

const ACCOUNTS = sql<SealedAccount>`select c.id, c.bank_account_number as sealed, h.hash
  from customers c left join account_hashes h on h.place = 'customer' and h.row_id = c.id
    and h.sealed = c.bank_account_number
  where c.bank_account_number is not null and c.customer_status <> 'closed'
    and c.deleted_at is null order by c.id`

/** Opened one by one, and only to be held against its checksum: no number leaves this function. */
export async function wrongAccounts(conn: Conn, { config }: Context): Promise<number[]> {
  const accounts = await ACCOUNTS.all(conn)
  return accounts
    .filter(({ sealed }) => isWrongAccount(unseal(config.secrets.fields, sealed)))
    .map(({ id }) => id)
}

/** Compared by their keyed hashes, as payers are; what has none yet is hashed for the moment. */
export async function accountsOfTwo(conn: Conn, { config }: Context): Promise<number[]> {
  const keys = config.secrets.fields
  const hashOf = ({ sealed, hash }: SealedAccount) =>
    hash ?? hashAccount(keys, unseal(keys, sealed))
  const same = Map.groupBy(await ACCOUNTS.all(conn), hashOf)
  return [...same.values()].flatMap((own) => (own.length > 1 ? own.map(({ id }) => id) : []))
}
