import type { MatchLine } from '#domain/bank/bank-line.ts'
import {
  type AliasKind,
  aliasKeysOf,
  learnAlias,
  type PayerAlias,
} from '#domain/bank/payer-alias.ts'
import { payeralias } from '#domain/bank/payeralias.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { maskOf, unseal } from '#server/kit/rows/seal.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'

type KnownAlias = PayerAlias & { id: number }

const ALIKE = sql<KnownAlias, [kind: AliasKind, alias_key: string]>`
  select a.id, a.kind, coalesce(a.text_key, h.hash) as alias_key, a.customer_id, a.confirmations,
    a.contradictions, a.is_shared
  from payeraliases a left join account_hashes h on h.place = 'alias' and h.row_id = a.id
  where a.kind = $1 and coalesce(a.text_key, h.hash) = $2 and a.deleted_at is null
  order by a.id for update of a`

const STORE = sql<
  never,
  [id: number, confirmations: number, contradictions: number, is_shared: boolean]
>`update payeraliases set confirmations = $2, contradictions = $3, is_shared = $4,
    version = version + 1, modified_at = now() where id = $1`

const SEALED = sql<{ other_account: string | null }, [id: number]>`
  select other_account from banktransactions where id = $1`

/**
 * What somebody's choice teaches: whose account that is, and whom these words mean. Matches that came
 * about by themselves teach nothing, else one mistake would confirm itself.
 */
export async function learnFrom(
  ctx: Context,
  conn: Conn,
  line: MatchLine,
  customer_id: number,
): Promise<void> {
  for (const key of aliasKeysOf(line)) {
    const known = await ALIKE.all(conn, key.kind, key.alias_key)
    for (const alias of learnAlias(known, key, customer_id)) {
      const stored = known.find((one) => one.customer_id === alias.customer_id)
      const { confirmations, contradictions, is_shared } = alias
      if (stored) await STORE.run(conn, stored.id, confirmations, contradictions, is_shared)
      else await addAlias(ctx, conn, line, alias)
    }
  }
}

async function addAlias(ctx: Context, conn: Conn, line: MatchLine, alias: PayerAlias) {
  const { kind, customer_id, confirmations, contradictions, is_shared } = alias
  const counts = { customer_id, confirmations, contradictions, is_shared }
  if (kind === 'text') {
    const text_key = alias.alias_key
    const shown_as = text_key.split('|').filter(Boolean).join(' · ')
    await insertRow(ctx, conn, payeralias, { kind, text_key, shown_as, ...counts })
    return
  }
  const sealed = (await SEALED.one(conn, line.id))?.other_account
  if (!sealed) return
  const other_account = unseal(ctx.config.secrets.fields, sealed)
  const shown_as = maskOf(other_account)
  await insertRow(ctx, conn, payeralias, { kind, other_account, shown_as, ...counts })
}
