import { type Cents, wholeCents } from '#domain/kit/money.ts'
import type { LinePart } from './candidate.ts'

/** A line that goes to or comes from another account of ours is a transfer. */
export function matchedStatus(parts: readonly LinePart[]): 'matched' | 'transfer' {
  return parts.every(({ kind }) => kind === 'transfer') ? 'transfer' : 'matched'
}

interface IgnoredLine {
  bankaccount_id: number
  transaction_date: string
  amount: Cents
}

/** Only what changes nothing is ignored: lines that cancel out, or from before our books. */
export function mayBeIgnored(
  line: IgnoredLine,
  opening_date: string,
  other: IgnoredLine | null,
): boolean {
  if (line.transaction_date < opening_date) return true
  return (
    other !== null &&
    other.bankaccount_id === line.bankaccount_id &&
    wholeCents(line.amount + other.amount) === 0
  )
}
