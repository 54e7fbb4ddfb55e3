import { createHmac, hkdfSync } from 'node:crypto'
import { normaliseBankAccount } from '#domain/kit/bank-account.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Fragment, fragment, sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { type FieldKeys, unseal } from '#server/kit/rows/seal.ts'

// Sealed numbers are never opened to be compared: a keyed hash of each is, which says nothing without
// the key. It is kept with the sealed text it was made of, and made anew when that changes.

/** The key of the hashes follows from the field key, and changes with it. */
function hashKey([current]: FieldKeys): Buffer {
  return Buffer.from(hkdfSync('sha256', current, '', 'hash of account numbers', 32))
}

/** What two account numbers are compared by. */
export function hashAccount(keys: FieldKeys, number: string): string {
  const digits = normaliseBankAccount(number).replace(/\W/g, '').toUpperCase()
  return createHmac('sha256', hashKey(keys)).update(digits).digest('base64url').slice(0, 22)
}

export type HashedPlace = 'customer' | 'line' | 'rule' | 'alias'

interface Unhashed {
  id: number
  sealed: string
}

const unhashed = (place: Fragment, table: Fragment, column: Fragment) => sql<Unhashed>`
  select t.id, t.${column} as sealed from ${table} t
  left join account_hashes h on h.place = ${place} and h.row_id = t.id
  where t.${column} is not null and t.deleted_at is null and h.sealed is distinct from t.${column}
  limit 20000`
const UNHASHED: Record<HashedPlace, ReturnType<typeof unhashed>> = {
  customer: unhashed(fragment`'customer'`, fragment`customers`, fragment`bank_account_number`),
  line: unhashed(fragment`'line'`, fragment`banktransactions`, fragment`other_account`),
  rule: unhashed(fragment`'rule'`, fragment`bankrules`, fragment`other_account`),
  alias: unhashed(fragment`'alias'`, fragment`payeraliases`, fragment`other_account`),
}

const KEEP = sql<
  never,
  [place: HashedPlace, ids: readonly number[], sealed: readonly string[], hashes: readonly string[]]
>`insert into account_hashes (organisation_id, place, row_id, sealed, hash)
  select scope_organisation(), $1, x.* from unnest($2::bigint[], $3::text[], $4::text[]) x
  on conflict (organisation_id, place, row_id)
  do update set sealed = excluded.sealed, hash = excluded.hash`

/** Hashes what has no hash yet: numbers that are new, changed, or sealed with another key. */
export async function hashAccounts(ctx: Context, conn: Conn): Promise<void> {
  const keys = ctx.config.secrets.fields
  for (const place of ['customer', 'line', 'rule', 'alias'] as const) {
    const rows = await UNHASHED[place].all(conn)
    if (rows.length === 0) continue
    await KEEP.run(
      conn,
      place,
      rows.map(({ id }) => id),
      rows.map(({ sealed }) => sealed),
      rows.map(({ sealed }) => hashAccount(keys, unseal(keys, sealed))),
    )
  }
}
