import { toDecimalString } from '#domain/kit/money.ts'
import type { MatchLine } from './bank-line.ts'
import { aliasText } from './payer-alias.ts'

/** What people have chosen for lines of one payer, with the same words and amount. */
export interface ConfirmedPattern {
  /** Made by `patternKey`. */
  key: string
  customer_id: number
  confirmations: number
  /** One of these matches was undone. */
  was_undone: boolean
}

const CONFIRMED = 2

/** Payer, words and amount of a line; null where nothing tells the payer. */
export function patternKey(line: MatchLine): string | null {
  const text = aliasText(line)
  const payer = line.other_account_hash ?? text
  return payer && `${payer} ${text ?? ''} ${toDecimalString(line.amount)}`
}

/** The customer that people have confirmed twice for such a line, and never undone. */
export function confirmedFor(
  patterns: ReadonlyMap<string, readonly ConfirmedPattern[]>,
  line: MatchLine,
): number | null {
  const key = patternKey(line)
  const [only, ...more] = (key && patterns.get(key)) || []
  if (!only || more.length > 0 || only.was_undone) return null
  return only.confirmations >= CONFIRMED ? only.customer_id : null
}
