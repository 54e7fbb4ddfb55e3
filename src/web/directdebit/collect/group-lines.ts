import type { DebitCode } from '#domain/directdebit/debit-refusal.ts'
import type { CollectLine } from '#domain/directdebit/directdebit-calls.ts'
import { cents, sumCents, toDecimalString, wholeCents } from '#domain/kit/money.ts'

/** Lines of a preview with the same verdict. */
export interface LineGroup {
  /** Null for those that can be collected. */
  code: DebitCode | null
  lines: CollectLine[]
  total: string
}

/** What can be collected first, then what cannot, by its code. */
export function groupLines(lines: readonly CollectLine[]): LineGroup[] {
  const groups = Map.groupBy(lines, ({ code }) => code)
  return [...groups]
    .toSorted(([a], [b]) => (a ?? '').localeCompare(b ?? ''))
    .map(([code, found]) => ({ code, lines: found, total: totalOf(found) }))
}

function totalOf(lines: readonly CollectLine[]): string {
  return toDecimalString(wholeCents(sumCents(lines.map(({ amount }) => cents(amount)))))
}
