import { plainText } from '#domain/kit/plain-text.ts'
import type { MatchLine } from './bank-line.ts'
import type { BankRule } from './bank-rule.ts'
import { ruleFits } from './bank-rule.ts'
import type { LinePart } from './candidate.ts'

/** A line that somebody has coded by hand, whole, as one part. */
export interface Coding {
  line: MatchLine
  part: Pick<LinePart, 'kind' | 'account' | 'supplier_id'>
}

export type OfferedRule = Omit<BankRule, 'id'>

/** So many equal codings are a habit. */
const HABIT = 3

/** Rules that would have done what people did three times, where no rule does so yet. */
export function offeredRules(
  codings: readonly Coding[],
  rules: readonly BankRule[],
): OfferedRule[] {
  const uncovered = codings.filter(({ line }) => !rules.some((rule) => ruleFits(rule, line)))
  const alike = Map.groupBy(uncovered, ({ line, part }) => {
    const text = tellingText(line)
    const { kind, account, supplier_id } = part
    return text && [directionOf(line), text, kind, account, supplier_id].join('|')
  })
  return [...alike].flatMap(([key, [first, ...more]]) =>
    key && first && more.length + 1 >= HABIT ? [ruleLike(first)] : [],
  )
}

function ruleLike({ line, part }: Coding): OfferedRule {
  return {
    direction: directionOf(line),
    text_contains: tellingText(line),
    other_account_hash: null,
    amount_from: null,
    amount_to: null,
    kind: part.kind,
    account: part.account ?? null,
    supplier_id: part.supplier_id ?? null,
    automatic: false,
  }
}

const directionOf = ({ amount }: MatchLine) => (amount > 0 ? ('in' as const) : ('out' as const))

/** The words that stay the same from month to month: who it is with, else what the bank says. */
function tellingText({ other_party, memo, bank_type }: MatchLine): string | null {
  for (const text of [other_party, memo, bank_type]) {
    const [words = ''] = plainText(text ?? '').match(/[A-Z][A-Z&'/ -]{2,}[A-Z]/) ?? []
    if (words !== '') return words
  }
  return null
}
