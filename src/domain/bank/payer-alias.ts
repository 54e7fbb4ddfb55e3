// What people teach by their choices: whose account it is, and which words mean whom. Matches made
// automatically teach nothing, else one mistake would confirm itself.

import { plainText } from '#domain/kit/plain-text.ts'
import type { MatchLine } from './bank-line.ts'

export const aliasKinds = ['account', 'text'] as const
export type AliasKind = (typeof aliasKinds)[number]

export interface PayerAlias {
  kind: AliasKind
  /** The keyed hash of an account, or party and texts without figures. */
  alias_key: string
  customer_id: number
  confirmations: number
  contradictions: number
  /** Several customers are paid this way: it speaks for none alone. */
  is_shared: boolean
}

/** Who pays, without what changes from month to month: party and texts, no figures. */
export function aliasText(
  line: Pick<MatchLine, 'other_party' | 'particulars' | 'code' | 'reference' | 'memo'>,
): string | null {
  const parts = [line.other_party, line.particulars, line.code, line.reference, line.memo]
  const words = parts.map((part) =>
    plainText(part ?? '')
      .replace(/[^A-Z]+/g, ' ')
      .trim(),
  )
  return words.some((word) => word.length > 2) ? words.join('|') : null
}

/** The keys under which a line is remembered. */
export function aliasKeysOf(line: MatchLine): { kind: AliasKind; alias_key: string }[] {
  const text = aliasText(line)
  return [
    ...(line.other_account_hash
      ? [{ kind: 'account' as const, alias_key: line.other_account_hash }]
      : []),
    ...(text ? [{ kind: 'text' as const, alias_key: text }] : []),
  ]
}

/**
 * What a person's choice teaches of one key: the same customer again confirms it; another one
 * contradicts it, and from then on it is shared.
 */
export function learnAlias(
  known: readonly PayerAlias[],
  key: { kind: AliasKind; alias_key: string },
  customer_id: number,
): PayerAlias[] {
  const alike = known.filter(
    (alias) => alias.kind === key.kind && alias.alias_key === key.alias_key,
  )
  const others = alike.filter((alias) => alias.customer_id !== customer_id)
  const own = alike.find((alias) => alias.customer_id === customer_id)
  const is_shared = others.length > 0 || (own?.is_shared ?? false)
  const learned: PayerAlias = {
    ...(own ?? { ...key, customer_id, confirmations: 0, contradictions: 0 }),
    is_shared,
    confirmations: (own?.confirmations ?? 0) + 1,
  }
  const contradicted = others.map((alias) => ({
    ...alias,
    contradictions: alias.contradictions + 1,
    is_shared: true,
  }))
  return [learned, ...contradicted]
}
